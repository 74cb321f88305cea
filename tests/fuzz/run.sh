#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/fuzz/run.sh [SECONDS [FOLDER [FUZZER]]]: builds a fuzzer with Clang in FOLDER, runs it, and exits with an error
# if it found something; the input is left next to it. FUZZER: "capture" (default), the capture reader and the analysis, or
# "tensors", the readers of tensors, or "graph", those of graphs of models, or "operations", those of GOAL and Chakra with
# the simulation of what they read. Needs clang and its compiler-rt (Debian: clang-14 libclang-rt-14-dev).
set -euo pipefail
source="$(cd "$(dirname "$0")/../.." && pwd)"
seconds=${1:-600}
build=${2:-$source/build/fuzz}
fuzzer=${3:-capture}
clang=${CLANGXX:-$(command -v clang++-14 || command -v clang++)}
[[ " capture tensors graph operations " == *" $fuzzer "* ]] || { printf 'run.sh: no fuzzer "%s"\n' "$fuzzer" >&2; exit 2; }

cmake -S "$source" -B "$build" -G Ninja -DMR_FUZZ=ON -DMR_WITH_DESKTOP=OFF -DCMAKE_CXX_COMPILER="$clang" >/dev/null
ninja -C "$build" "fuzz_$fuzzer" "${fuzzer}_seeds"
kept=$build/$fuzzer
"$build/bin/${fuzzer}_seeds" "$kept/seeds"
mkdir -p "$kept/corpus" "$kept/found"
exec nice -n 19 "$build/bin/fuzz_$fuzzer" "$kept/corpus" "$kept/seeds" -max_total_time="$seconds" -timeout=60 \
  -rss_limit_mb=1024 -max_len=16384 -artifact_prefix="$kept/found/" -print_final_stats=1
