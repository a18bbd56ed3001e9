#!/bin/bash
# Proves that code for a wide machine stays in its own file: kernels_apart.sh ARCHIVE...
# An inline function that several of the kernels' objects define is kept once for all of them by the linker, maybe the
# one that this machine cannot run. So what an object defines for others has to be in its own Eigen's namespace.
set -euo pipefail

status=0
for archive in "$@"; do
  shared=$(nm --demangle --defined-only "$archive" | grep -E '^[0-9a-f]+ [WVu] ' |
    grep -vE ' (eigen_[a-z0-9]+::|.*[ (<&]eigen_[a-z0-9]+::|DW\.ref\.)' || true)
  if [[ -n $shared ]]; then
    printf '%s shares with other objects:\n%s\n' "$archive" "$shared"
    status=1
  fi
  if ! nm --demangle --defined-only "$archive" | grep -q 'kit::internal::kernels_'; then
    printf '%s holds no kernels\n' "$archive"
    status=1
  fi
done
exit $status
