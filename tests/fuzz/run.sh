#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/fuzz/run.sh [SECONDS [FOLDER]]: builds the fuzzer of the capture reader and the analysis with Clang in FOLDER,
# runs it, and exits with an error if it found something; the input is left next to it. Needs clang and its
# compiler-rt (Debian: clang-14 libclang-rt-14-dev).
set -euo pipefail
source="$(cd "$(dirname "$0")/../.." && pwd)"
seconds=${1:-600}
build=${2:-$source/build/fuzz}
clang=${CLANGXX:-$(command -v clang++-14 || command -v clang++)}

cmake -S "$source" -B "$build" -G Ninja -DMR_FUZZ=ON -DMR_WITH_DESKTOP=OFF -DCMAKE_CXX_COMPILER="$clang" >/dev/null
ninja -C "$build" fuzz_capture capture_seeds
"$build/bin/capture_seeds" "$build/seeds"
mkdir -p "$build/corpus" "$build/found"
exec nice -n 19 "$build/bin/fuzz_capture" "$build/corpus" "$build/seeds" -max_total_time="$seconds" -timeout=60 \
  -rss_limit_mb=1024 -max_len=16384 -artifact_prefix="$build/found/" -print_final_stats=1
