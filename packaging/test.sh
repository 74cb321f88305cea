#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sets up, builds and runs all tests. Arguments go to ctest: packaging/test.sh -L unit. The last line is
# "N passed, N failed"; above it, the ten slowest tests and the reason of each skip. Up to eight failed tests are run once
# more, one at a time: some check times and share the processors with others. Those that pass then are named and count
# as passed.
set -euo pipefail
cd "$(dirname "$0")/.."

packaging/setup.sh --tests

report=build/Testing/tests.xml
again=build/Testing/again.xml
log=build/Testing/Temporary/LastTest.log
status=0
rm -f "$report" "$again" "$log"
ctest --test-dir build --no-tests=error --output-on-failure --output-junit Testing/tests.xml -j6 "$@" </dev/null || status=$?
if [[ ! -f $report ]]; then
  echo '0 passed, 1 failed'
  exit 1
fi

tests_with() { sed -nE 's/.*<testcase name="([^"]+)".* status="'"$1"'".*/\1/p' "$2"; }
alone=()
failed_count=$(tests_with fail "$report" | wc -l)
if ((failed_count > 0 && failed_count <= 8)); then
  cp "$log" "$log.first"
  echo 'running the failed tests once more, one at a time:'
  ctest --test-dir build --rerun-failed --output-on-failure --output-junit Testing/again.xml -j1 </dev/null || true
  cp "$log.first" "$log"
  if [[ -f $again ]]; then
    mapfile -t alone < <(tests_with run "$again")
  fi
  for name in "${alone[@]}"; do
    echo "failed in parallel, passed alone: $name"
    sed -i "/<testcase name=\"$name\"/s/ status=\"fail\"/ status=\"run\"/" "$report"
  done
  if ((${#alone[@]} == failed_count)); then status=0; fi
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
