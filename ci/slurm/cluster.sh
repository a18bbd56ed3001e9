# Sourced by slurm_test.sh: a whole Slurm of one node, with its files in a folder and ports of its own.
# shellcheck shell=bash

# start_cluster DIR: munged, slurmctld and slurmd with their own key and configuration; false where one does not come up
start_cluster() {
  local dir=$1 host port
  host=$(hostname -s)
  port=$((20000 + $$ % 20000))
  mkdir -p "$dir"/{state,spool,munge}
  chmod 700 "$dir/munge"
  head -c 1024 /dev/urandom >"$dir/munge/key"
  chmod 600 "$dir/munge/key"
  cat >"$dir/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket,cred_expire=5
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=2
SlurmdParameters=config_overrides
KillWait=2
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF=$dir/slurm.conf
  DAEMONS=()
  munged --foreground --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" --pid-file="$dir/munge/pid" \
    --log-file="$dir/munge/log" --seed-file="$dir/munge/seed" --num-threads=2 >"$dir/munged.out" 2>&1 &
  DAEMONS+=($!)
  wait_for 30 "munged" test -S "$dir/munge/socket" || return 1
  slurmctld -D -f "$SLURM_CONF" >"$dir/slurmctld.out" 2>&1 &
  DAEMONS+=($!)
  wait_for 30 "slurmctld" scontrol ping || return 1
  slurmd -D -f "$SLURM_CONF" -N "$host" >"$dir/slurmd.out" 2>&1 &
  DAEMONS+=($!)
  wait_for 30 "slurmd" node_is_idle
}

node_is_idle() { [[ $(sinfo --noheader --format=%t) == idle ]]; }

# wait_for SECONDS WHAT COMMAND...: asks twice a second
wait_for() {
  local seconds=$1 what=$2
  shift 2
  for ((i = 0; i < 2 * seconds; i++)); do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 0.5
  done
  echo "$what did not come within $seconds s" >&2
  return 1
}

stop_cluster() {
  local pid
  scancel --full --user="$(id -un)" >/dev/null 2>&1 || true
  for pid in "${DAEMONS[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${DAEMONS[@]}"; do wait "$pid" 2>/dev/null || true; done
}
