#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# under_xvfb.sh COMMAND…: runs a command on an X server of its own, 1280 × 800, with a window manager, so that windows
# become active as on a desktop. SCREEN in the environment is another size.
set -euo pipefail

for tool in Xvfb openbox; do
  command -v "$tool" >/dev/null || { echo "SKIP: $tool is not installed"; exit 0; }
done
folder=$(mktemp -d)
x_server='' window_manager=''
clean_up() {
  [[ -n $window_manager ]] && kill "$window_manager" 2>/dev/null || true
  [[ -n $x_server ]] && kill "$x_server" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap clean_up EXIT

exec 9>"$folder/display"
Xvfb -displayfd 9 -screen 0 "${SCREEN:-1280x800}x24" -nolisten tcp >"$folder/xvfb.log" 2>&1 &
x_server=$!
for _ in {1..100}; do
  [[ -s $folder/display ]] && break
  kill -0 "$x_server" 2>/dev/null || { cat "$folder/xvfb.log"; exit 1; }
  sleep 0.1
done
[[ -s $folder/display ]] || { echo "Xvfb did not start within 10 s"; exit 1; }
DISPLAY=:$(<"$folder/display")
export DISPLAY QT_QPA_PLATFORM=xcb
# A window that is mapped before the window manager is there does not become active when it comes.
openbox --sm-disable --startup "touch $folder/managed" >"$folder/openbox.log" 2>&1 9>&- &
window_manager=$!
for _ in {1..300}; do
  [[ -e $folder/managed ]] && break
  kill -0 "$window_manager" 2>/dev/null || { cat "$folder/openbox.log"; echo "openbox ended at once"; exit 1; }
  sleep 0.1
done
[[ -e $folder/managed ]] || { cat "$folder/openbox.log"; echo "openbox did not start within 30 s"; exit 1; }
"$@" 9>&-
