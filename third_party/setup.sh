# Sourced by ./grade and ./check: installs what packages.txt lists and is missing, and builds. Says what it does, on stderr.
# shellcheck shell=bash

say() { printf '%s: %s\n' "$SCRIPT" "$*" >&2; }
die() {
  say "$1"
  exit "${2:-3}"
}

# packages LEVEL...: the names that packages.txt lists for these levels
packages() {
  local level=$* name
  local -a rest
  while read -r -a rest; do
    ((${#rest[@]} > 0)) || continue
    name=${rest[0]}
    [[ " $level " == *" $name "* ]] && printf "%s\n" "${rest[@]:1}"
  done <"$ROOT/third_party/packages.txt"
  return 0
}

missing_packages() {
  local wanted installed
  wanted=$(packages "$@" | sort -u)
  # shellcheck disable=SC2016,SC2086
  installed=$(dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' $wanted 2>/dev/null | sed -n 's/^ii  *//p' | sort -u)
  comm -23 <(printf '%s\n' "$wanted") <(printf '%s\n' "$installed")
}

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  else
    sudo -- "$@"
  fi
}

install_packages() {
  command -v apt-get >/dev/null ||
    die "this needs Debian's packages, and there is no apt-get here; install by hand: $*"
  [[ $(id -u) == 0 ]] || command -v sudo >/dev/null ||
    die "these packages are missing and neither root nor sudo is here to install them; as root run: apt-get install $*"
  say "installing $(wc -w <<<"$*") packages with apt-get: $*"
  local log=$BUILD/install.log
  mkdir -p "$BUILD"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >"$log" 2>&1 && return 0
  say "fetching the package lists first"
  as_root apt-get update >"$log" 2>&1 || die "apt-get update failed: $(tail -n 1 "$log") (all of it: $log)"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >"$log" 2>&1 ||
    die "apt-get install failed: $(tail -n 1 "$log") (all of it: $log)"
}

# setup LEVEL...: a stamp with the list's own digest answers for a machine that was set up already
setup() {
  local stamp list missing
  stamp="$BUILD/setup-${!#}"
  list=$(<"$ROOT/third_party/packages.txt")
  [[ -f $stamp && $(<"$stamp") == "$list" ]] && command -v g++ cmake ninja >/dev/null && return 0
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
  mkdir -p "$BUILD"
  printf '%s\n' "$list" >"$stamp"
}

# What was compiled before is taken from ccache where that is installed, in whichever checkout it was compiled.
export CCACHE_BASEDIR=$ROOT CCACHE_NOHASHDIR=1

# configure DIR [CMAKE ARGUMENT...]
configure() {
  local dir=$1
  shift
  [[ -f $dir/build.ninja ]] && return 0
  command -v ccache >/dev/null && set -- -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "$@"
  say "configuring ${dir#"$ROOT"/}"
  mkdir -p "$dir"
  cmake -S "$ROOT" -B "$dir" -G Ninja "$@" >"$dir/configure.log" 2>&1 || {
    tail -n 20 "$dir/configure.log" >&2
    die "cmake failed; all it said: $dir/configure.log"
  }
}

# build DIR TARGET...: silent when nothing is to be done, a progress line on a terminal, the log's end when it fails
build() {
  local dir=$1 log=$1/build.log
  shift
  ninja -C "$dir" -n "$@" 2>/dev/null | grep -q 'no work to do' && return 0
  say "building ${dir#"$ROOT"/} ($*)"
  if [[ -t 2 ]]; then
    NINJA_STATUS="$SCRIPT: [%f/%t] " ninja -C "$dir" "$@" >&2 && return 0
  else
    ninja -C "$dir" "$@" >"$log" 2>&1 && return 0
    tail -n 60 "$log" >&2
    say "all that was said: $log"
  fi
  die "the build failed"
}
