# Sourced: the name that an exercise asks students to give their file.
# shellcheck shell=bash

# submission_name PACKAGE: `solution.h` where its manifest says nothing that can be read
submission_name() {
  local name
  name=$(sed -n "s/^submission: *[\"']\{0,1\}\([^\"'# ]*\).*/\1/p" "$1/exercise/exercise.yaml" 2>/dev/null || true)
  printf '%s\n' "${name:-solution.h}"
}
