#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Verifies the README: builds a bare Debian 12 folder, clones this repository into it, and runs the first two commands of
# the README inside, as a new user would. Needs root, debootstrap and git. The Debian mirror and the proxy are those
# of this machine's apt. All mounts and processes are in separate namespaces and end with this script.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: packaging/try_clean.sh [--folder DIR] [--reuse] [--command TEXT]…
  --folder DIR    where the system and the logs go; must be empty or new (default: a new folder under /var/tmp)
  --reuse         take the Debian folder that an earlier run left in DIR, packages and all
  --command TEXT  run this instead of the README's commands; may be given several times
Logs: DIR/debootstrap.log, DIR/1.log, DIR/2.log, … The folder stays for inspection; remove it when done.
TEXT
}

stop() {
  printf 'try_clean: %s\n' "$1" >&2
  exit 1
}

say() { printf 'try_clean: %s\n' "$*"; }

repository=$(cd "$(dirname "$0")/.." && pwd)
folder=
reuse=false
commands=()
inside=false
while (($#)); do
  case $1 in
    --folder) folder=${2:?--folder needs a name}; shift ;;
    --command) commands+=("${2:?--command needs a text}"); shift ;;
    --reuse) reuse=true ;;
    --inside) inside=true ;; # set by this script for its second half
    -h | --help) usage; exit 0 ;;
    *) usage >&2; stop "unknown option $1." ;;
  esac
  shift
done

# The lines of the first two fenced blocks of the README: the first two commands of a new user.
readme_commands() {
  awk '/^```/ { fenced = !fenced; if (fenced) block++; next } fenced && block <= 2 && NF { print }' "$repository/README.md"
}

# "URI suite component" of the Debian archives that this machine uses, the main one first.
debian_sources() {
  apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' \
    | awk '$3 == "main" && $2 ~ /^bookworm(-updates|-security)?$/ { print length($2), $0 }' | sort -n | cut -d' ' -f2- | uniq
}

proxy_settings() { apt-config dump | grep -E '^Acquire::(http|https)(::[^ ]*)?::Proxy ' || true; }

make_system() {
  local mirror suite component
  read -r mirror suite component < <(debian_sources) || stop 'the apt sources of this machine name no Debian 12 archive.'
  [[ $suite == bookworm ]] || stop 'the apt sources of this machine name no Debian 12 archive.'
  say "making a bare Debian 12 in $folder/root from $mirror"
  local proxy
  proxy=$(proxy_settings | sed -n 's/^Acquire::http::Proxy "\(.*\)";/\1/p')
  http_proxy=${proxy:-${http_proxy:-}} debootstrap --variant=minbase "$suite" "$folder/root" "$mirror" \
    >"$folder/debootstrap.log" 2>&1 || stop "debootstrap failed; see $folder/debootstrap.log."
  debian_sources | sed 's/^/deb /' >"$folder/root/etc/apt/sources.list"
  proxy_settings >"$folder/root/etc/apt/apt.conf.d/90proxy"
  printf '#!/bin/sh\nexit 101\n' >"$folder/root/usr/sbin/policy-rc.d"
  chmod +x "$folder/root/usr/sbin/policy-rc.d"
}

# In the namespaces: what a booted system would have under /dev, /proc, /sys and /run.
mount_system() {
  local root=$folder/root device
  # The root of the system must be a mount point, as on a machine: namespaces set its propagation.
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount -t tmpfs -o mode=755,size=1m tmpfs "$root/dev"
  for device in null zero full random urandom tty net/tun; do
    [[ -e /dev/$device ]] || continue
    mkdir -p "$(dirname "$root/dev/$device")"
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  mount -t tmpfs -o mode=755 tmpfs "$root/run"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  cp /etc/hosts "$root/etc/hosts"
}

in_system() {
  chroot "$folder/root" env -i HOME=/root LANG=C.UTF-8 TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    bash -c "cd /opt/millrace && $1" </dev/null
}

# Remains of the commands: processes (this namespace has no others) and network interfaces.
left_behind() {
  local process interface name
  for process in /proc/[0-9]*; do
    [[ ${process#/proc/} == "$$" ]] && continue
    name=
    { name=$(tr '\0' ' ' <"$process/cmdline"); } 2>/dev/null || true
    [[ -z $name ]] || left+=("process $name")
  done
  for interface in /sys/class/net/*; do
    [[ " $1 " == *" $interface "* ]] || left+=("interface ${interface##*/}")
  done
}

run_commands() {
  local command number=0 started status failed=0 interfaces
  local -a left=()
  mount_system
  interfaces=$(echo /sys/class/net/*)
  for command in "${commands[@]}"; do
    number=$((number + 1))
    say "command $number: $command"
    started=$SECONDS
    status=0
    in_system "$command" >"$folder/$number.log" 2>&1 || status=$?
    tail -n 25 "$folder/$number.log" | sed 's/^/    /'
    say "command $number ended with $status after $((SECONDS - started)) s; all it said is in $folder/$number.log"
    ((status == 0)) || failed=1
  done
  left_behind "$interfaces"
  if ((${#left[@]})); then
    printf 'try_clean: left behind: %s\n' "${left[@]}"
    failed=1
  fi
  return $failed
}

if $inside; then
  run_commands
  exit
fi

((EUID == 0)) || stop 'mounting and chroot need root; run it as root.'
for program in debootstrap git unshare apt-get; do
  command -v "$program" >/dev/null || stop "$program is missing; install the Debian package that has it."
done
folder=$(realpath -m "${folder:-$(mktemp -d /var/tmp/millrace-clean.XXXXXX)}")
mkdir -p "$folder"
if $reuse; then
  [[ -x $folder/root/usr/bin/apt-get ]] || stop "--reuse: $folder/root holds no Debian system."
else
  [[ -z $(ls -A "$folder") ]] || stop "$folder is not empty; name another folder, or give --reuse."
  make_system
fi
((${#commands[@]})) || mapfile -t commands < <(readme_commands)
((${#commands[@]} >= 1)) || stop 'README.md has no fenced commands.'
rm -rf "$folder/root/opt/millrace"
git clone -q --no-hardlinks "$repository" "$folder/root/opt/millrace"
say "cloned $(git -C "$folder/root/opt/millrace" log -1 --format='%h %s')"

arguments=(--inside --folder "$folder")
for command in "${commands[@]}"; do
  arguments+=(--command "$command")
done
status=0
unshare --mount --propagation private --pid --fork --kill-child --ipc --mount-proc bash "$repository/packaging/try_clean.sh" "${arguments[@]}" || status=$?
((status == 0)) && say 'all commands succeeded and left nothing behind.'
exit "$status"
