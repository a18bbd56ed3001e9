#!/usr/bin/env bash
# clang-tidy over the project's own sources: lint.sh BUILD_DIR. A file that passed is looked at again only when it, a
# header of the project or the configuration changed.
set -euo pipefail

ROOT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=$(readlink -f -- "$1")
SEEN="$BUILD/lint"
mkdir -p "$SEEN"
cd "$ROOT"

common=$(git ls-files --cached --others --exclude-standard -- '*.h' .clang-tidy | grep -v '^solution/' | xargs -d '\n' cat | sha256sum)

lint_one() {
  local file=$1 stamp said
  stamp="$SEEN/$(printf '%s%s' "$COMMON" "$(sha256sum "$file")" | sha256sum | cut -c1-64)"
  [[ -f $stamp ]] && return 0
  if said=$(clang-tidy -p "$BUILD" --quiet "$file" 2>&1); then
    touch "$stamp"
  else
    printf '%s\n' "$said"
    return 1
  fi
}
export -f lint_one
export COMMON=$common SEEN BUILD

# Only what the build compiles: the compilation database names it.
# shellcheck disable=SC2016
sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$BUILD/compile_commands.json" | grep "^$ROOT/" | sort -u |
  xargs -d '\n' -P "$(nproc)" -I{} bash -c 'lint_one "$1"' _ {}
