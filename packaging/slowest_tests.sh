#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# packaging/slowest_tests.sh REPORT: the ten slowest tests of a JUnit report that ctest wrote, in seconds.
set -euo pipefail
report=${1:-build/Testing/tests.xml}
[[ -f $report ]] || { echo "no $report; run packaging/test.sh first" >&2; exit 1; }
sed -nE 's/.*<testcase name="([^"]+)".* time="([0-9.]+)".*/\2 \1/p' "$report" | sort -rn \
  | awk 'NR <= 10 { printf "%7.1f s  %s\n", $1, $2 }'
