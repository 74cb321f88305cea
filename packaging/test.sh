#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sets up, builds and runs all tests. Arguments go to ctest: packaging/test.sh -L unit. The last line is
# "N passed, N failed"; above it, the ten slowest tests and the reason of each skip. What failed in up to eight tests is run
# once more, one test at a time: some check times and share the processors with others. Those that pass then are named and
# count as passed.
set -euo pipefail
cd "$(dirname "$0")/.."

packaging/setup.sh --tests

report=build/Testing/tests.xml
log=build/Testing/Temporary/LastTest.log
status=0
rm -f "$report" "$log"
ctest --test-dir build --no-tests=error --output-on-failure --output-junit Testing/tests.xml -j6 "$@" </dev/null || status=$?
if [[ ! -f $report ]]; then
  echo '0 passed, 1 failed'
  exit 1
fi

tests_with() { sed -nE 's/.*<testcase name="([^"]+)".* status="'"$1"'".*/\1/p' "$report"; }

# failed_functions TEST: the test functions that failed; none if the program did not come to its end.
failed_functions() {
  awk -v test="$1" '
    / Testing: / { mine = $NF == test }
    mine && /^FAIL!  : / { name = $3; sub(/.*::/, "", name); sub(/\(.*/, "", name); names = names " " name }
    mine && /^Totals: / { ended = 1 }
    END { if (ended && names !~ /TestCase/) print names }
  ' "$log.first"
}

mapfile -t failed < <(tests_with fail)
if ((${#failed[@]} > 0 && ${#failed[@]} <= 8)); then
  cp "$log" "$log.first"
  left=${#failed[@]}
  echo 'running what failed once more, one test at a time:'
  run_alone() { ctest --test-dir build -R "^$1\$" --fixture-exclude-any '.*' --output-on-failure </dev/null; }
  for name in "${failed[@]}"; do
    functions=$(failed_functions "$name")
    # Some functions need what those before them left.
    { [[ -n $functions ]] && MILLRACE_TEST_FUNCTIONS=$functions run_alone "$name"; } || run_alone "$name" || continue
    echo "failed in parallel, passed alone: $name"
    sed -i "/<testcase name=\"$name\"/s/ status=\"fail\"/ status=\"run\"/" "$report"
    left=$((left - 1))
  done
  cp "$log.first" "$log"
  if ((left == 0)); then status=0; fi
fi

# Test functions that a program left out, and checks that could not run, with their reasons.
awk '
  / Testing: / { name = $0; sub(/.* Testing: /, "", name) }
  /^SKIP  *: / { text = $0; sub(/^SKIP  *: /, "", text); print "skipped: " name ": " text }
  /^(-- )?SKIP: / { text = $0; sub(/^(-- )?SKIP: /, "", text); print "skipped: " name ": " text }
' "$log"

echo 'slowest tests:'
packaging/slowest_tests.sh "$report"

# A program that ran nothing but its set-up counts as skipped; a test that could not be started counts as failed.
empty=$(awk '/^Totals: [012] passed, 0 failed, [1-9][0-9]* skipped/ { n++ } END { print n + 0 }' "$log")
awk -v empty="$empty" -v status="$status" '
  /<testcase .*status="run"/ { passed++ }
  /<testcase .*status="fail"/ { failed++ }
  /<testcase .*status="disabled"/ { skipped++ }
  /<skipped message="SKIP_/ { skipped++; next }
  /<skipped message=/ { failed++ }
  END {
    if (status != 0 && failed == 0) failed = 1
    printf "%d skipped\n%d passed, %d failed\n", skipped + empty, passed - empty, failed
    exit failed > 0
  }
' "$report"
