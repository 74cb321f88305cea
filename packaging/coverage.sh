#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Counts which lines of the engine's modules their unit tests execute, by gcov, in a build folder of its own. Started by
# root, it runs the tests as nobody, without capabilities: what only root can reach counts as not tested.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
Usage: packaging/coverage.sh [--files] [MODULE...]
Builds the unit tests of core modules (default: run agentless remote node) in build-coverage/, runs them as an ordinary
user and prints how many lines of the module's .cpp files were executed; with --files, those of each file, too.
Exit code 1 when a test failed or a module is below its floor.
TEXT
}

declare -A floors=([run]=80 [agentless]=80 [remote]=80 [node]=80) # percent of lines
modules=()
files=0
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --files) files=1 ;;
    *) [[ -d core/$1 ]] || { usage >&2; exit 2; }; modules+=("$1") ;;
  esac
  shift
done
if ((${#modules[@]} == 0)); then
  for module in run agentless remote node; do
    if [[ -d core/$module ]]; then modules+=("$module"); fi
  done
fi

build=build-coverage
tests=()
for module in "${modules[@]}"; do
  for source in tests/core/"$module"/tst_*.cpp; do
    if [[ -e $source ]]; then tests+=("$(basename "$source" .cpp)"); fi
  done
done
cmake -S . -B "$build" -G Ninja -DMR_COVERAGE=ON "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O0" >/dev/null
cmake --build "$build" -j "${MR_JOBS:-$(nproc)}" --target "${tests[@]}" >"$build/build.log" || { tail -n 40 "$build/build.log"; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tmp" "$scratch/counts"
ordinary=()
if ((EUID == 0)); then
  chmod 755 "$scratch"
  chown nobody "$scratch/tmp" "$scratch/counts"
  ordinary=(setpriv --reuid nobody --regid nogroup --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs)
fi
"${ordinary[@]}" test -r "$PWD/CMakeLists.txt" || { echo "nobody cannot read $PWD; build in a folder open to all" >&2; exit 1; }

failed=0
find "$build" -name '*.gcda' -delete
for name in "${tests[@]}"; do
  if ! (cd "$scratch/tmp" && "${ordinary[@]}" env -i PATH="$PATH" HOME="$scratch/tmp" TMPDIR="$scratch/tmp" \
      XDG_DATA_HOME="$scratch/tmp/data" LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen MR_SOURCE="$OLDPWD" \
      MR_BIN="$OLDPWD/$build/bin" GCOV_PREFIX="$scratch/counts" \
      timeout 180 "$OLDPWD/$build/test-bin/$name" </dev/null >"$scratch/$name.log" 2>&1); then
    grep -A 3 -E '^(FAIL!|QFATAL)' "$scratch/$name.log" || tail -n 5 "$scratch/$name.log"
    echo "$name failed"
    failed=1
  fi
done
cp -r "$scratch/counts/$PWD/." .

# Lines "FILE LINES EXECUTED" of a module's own sources.
lines_of() {
  find "$build/core/$1" -name '*.gcno' -print0 | xargs -0 gcov -n -r -s "$PWD" \
    | awk -v own="core/$1/" '
      /^File / { file = $2; gsub("\047", "", file) }
      /^Lines executed:/ && index(file, own) == 1 && file ~ /\.cpp$/ {
        split($0, part, /[:%]|of /)
        printf "%s %d %d\n", file, part[4], part[2] * part[4] / 100 + 0.5
        file = "" # the sum of all follows
      }'
}

printf '%-10s %7s %9s %8s %6s\n' module lines executed covered floor
for module in "${modules[@]}"; do
  lines_of "$module" | sort >"$scratch/lines"
  awk -v module="$module" -v floor="${floors[$module]:-0}" '
    { lines += $2; executed += $3 }
    END {
      covered = lines ? 100 * executed / lines : 0
      printf "%-10s %7d %9d %6.1f %% %4d %%\n", module, lines, executed, covered, floor
      exit covered < floor
    }' "$scratch/lines" || failed=1
  if ((files)); then awk '{ printf "  %5.1f %%  %4d of %4d  %s\n", $2 ? 100 * $3 / $2 : 100, $3, $2, $1 }' "$scratch/lines" | sort -n; fi
done
exit "$failed"
