#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Regenerates the pictures of the README and the manual: runs the quickstart in the window on the emulated cluster, as root,
# and takes pictures of the pages. All pictures, in light and dark, stay in FOLDER; the chosen ones go into the manual.
#   packaging/screenshots.sh [FOLDER]
#   SCALE=2 packaging/screenshots.sh FOLDER    double resolution for inspection; keeps the manual's pictures
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-build/screenshots}
[[ -f build/build.ninja ]] || packaging/setup.sh --tests
cmake --build build --target millrace-cli millrace-agent millrace-worker millrace_screens
mkdir -p "$folder"
shoot() {
  QT_QPA_PLATFORM=offscreen QT_SCALE_FACTOR=${SCALE:-1} LC_ALL=C.UTF-8 build/test-bin/millrace_screens "$folder" "$@"
}
shoot --run
study=${MILLRACE_STUDY_DATA:-../shared/data}/multi-cloud # the data of a published study, where they are
if [[ -d $study ]]; then
  build/bin/millrace-cli import multi-cloud "$study" --store "$folder/multi-cloud.mrdb" --quiet
  shoot --only-studies --studies "$folder/multi-cloud.mrdb" --study "$study"
fi
[[ ${SCALE:-1} == 1 ]] || exit 0

images=resources/manual/images
declare -A chosen=(
  [running]=run-monitor-light
  [results]=results-figure-bars-light
  [cluster]=wan-cluster-light
  [traces]=trace-selection-light
)
[[ ! -d $study ]] || chosen[study]=study-a-scalability-nlp-light
for name in "${!chosen[@]}"; do
  cp "$folder/${chosen[$name]}.png" "$images/$name.png"
  echo "$images/$name.png"
done
