#!/bin/sh
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# foreign_root.sh FOLDER: the root file system of another distribution's release, Debian 11 with an older C library than
# this machine's, for machines of ssh_nodes.sh (--root). Needs root, debootstrap and Debian's archive. A folder that has
# one stays as it is. Prints one sentence and ends with 3 where it cannot be had.
set -eu
folder=$1
[ -x "$folder/usr/sbin/sshd" ] && [ -x "$folder/usr/bin/sudo" ] && exit 0
command -v debootstrap >/dev/null 2>&1 || { echo "the root of Debian 11 needs the program debootstrap"; exit 3; }
new=$folder.new
rm -rf "$new"
mkdir -p "$new"
timeout 300 debootstrap --variant=minbase \
  --include=openssh-server,sudo,iproute2,nftables,procps,iputils-ping,ethtool,tcpdump \
  bullseye "$new" "${MILLRACE_DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$new.log" 2>&1 || {
  echo "Debian 11 cannot be had from the archive: $(tail -n 1 "$new.log")"
  rm -rf "$new"
  exit 3
}
rm -f "$new.log"
mv "$new" "$folder"
