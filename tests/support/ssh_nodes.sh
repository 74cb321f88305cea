#!/bin/bash
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Remote machines to try things on, all on this one: COUNT machines n1, n2, …, each with namespaces of its own
# (network, mounts, host name, processes, IPC), an OpenSSH server and private disks. Needs root, iproute2, util-linux
# and openssh-server.
#
#   ssh_nodes.sh [options] COUNT FOLDER                   prints "ready", runs until its standard input ends
#   ssh_nodes.sh [options] COUNT FOLDER -- COMMAND…       runs the command on the controller, ends with it
#
#   --own         makes a network namespace of its own first. Without it the bridges "mgmt" and "exp" are made in the
#                 network namespace of the caller, which should be a fresh one (unshare --net --mount …)
#   --jump        one more machine "jump"; the machines are reachable through it only
#   --disk SIZE   size of each machine's disk (/root, /tmp and /var/tmp together), for example 32m; else 2g
#   --pam WORD    the servers ask for the password of root, which is WORD, by keyboard-interactive (keys hold as well)
#   --hide PATH   an empty folder in place of PATH on the machines; may be repeated
#   --root FOLDER the machines' root file system, as debootstrap makes it (see foreign_root.sh); what they change in it is
#                 lost with them. Without it they have this machine's
#   --user NAME   the login is not root but this user, made for it, who may use sudo without a password; needs --root
#
# To look around:  sudo tests/support/ssh_nodes.sh --own 4 /tmp/nodes -- bash     then:  ssh -F /tmp/nodes/ssh_config n1
#
# Machine nK: interface mgmt0 10.78.0.K/24 (ssh), interface eth1 10.79.0.K/24 (experiments). The caller's namespace has
# 10.78.0.254 and no address on the second network. With --jump it has 10.77.0.254 instead, and the machine "jump" has
# 10.77.0.253 and 10.78.0.253. The other ends of the cables are m-nK and e-nK in the caller's namespace:
# `ip link set m-n1 down` pulls one out.
#
# FOLDER gets: id_ed25519 (the key that opens all machines), id_wrong (one that does not), ssh_config with the hosts
# n1, n2, …, known_hosts, host keys hostkey.nK, logs sshd.nK.log, and pid.nK: the first process of the machine, in the
# caller's numbering. `kill -9 $(cat FOLDER/pid.n1)` switches a machine off; `nsenter -t $(cat FOLDER/pid.n1) -a COMMAND`
# runs something on it without ssh; `nsenter -t … -a /usr/sbin/sshd -f /run/sshd_config` starts its server again.
#
# Everything ends with this script, however it ends, kill -9 included.
set -eu
own_locale=${LC_ALL-}
export LC_ALL=C

script=$(readlink -f "$0")

fail() { echo "ssh_nodes.sh: $*" >&2; exit 2; }

# --- inside a machine: its first process ---------------------------------------------------------------------------
# Another system as root, with a layer of its own above it that is lost with the machine.
enter_root() {
  local root=$1 keys=$2 over=/run/millrace-root
  mkdir -p "$over"
  mount -t tmpfs -o mode=755 tmpfs "$over"
  mkdir "$over/upper" "$over/work" "$over/root"
  mount -t overlay overlay -o "lowerdir=$root,upperdir=$over/upper,workdir=$over/work" "$over/root"
  cd "$over/root"
  mkdir -p ".$keys" .before
  mount --bind "$keys" ".$keys"
  mount -t proc proc proc
  mount --rbind /dev dev
  pivot_root . .before
  cd /
  umount -l /.before
  touch /etc/hosts
}

# machine NAME KEYS DISK PASSWORD ROOT USER HIDDEN…; KEYS is the folder; standard error goes to the log.
machine() {
  local name=$1 keys=$2 disk=$3 password=$4 root=$5 user=$6
  shift 6
  hostname "$name"
  mount --make-rprivate /
  [ -n "$root" ] && enter_root "$root" "$keys"
  mount -t sysfs sysfs /sys
  mount -t tmpfs -o mode=755 tmpfs /run
  mkdir -p /run/sshd /run/disk
  cp "$keys/hostkey.$name" /run/hostkey
  cp "$keys/id_ed25519.pub" /run/authorized_keys
  cp "$keys/hosts" /run/hosts
  mount --bind /run/hosts /etc/hosts
  mount -t tmpfs -o "size=$disk,mode=755" tmpfs /run/disk
  mkdir -m 1777 /run/disk/tmp /run/disk/var
  mkdir -m 700 /run/disk/root
  mount --bind /run/disk/tmp /tmp
  mount --bind /run/disk/var /var/tmp
  mount --bind /run/disk/root "$(getent passwd root | cut -d: -f6)"
  if [ -n "$user" ]; then
    useradd -m -d "/run/disk/$user" -s /bin/sh -p '*' "$user"
    printf '%s ALL=(ALL) NOPASSWD: ALL\n' "$user" >/etc/sudoers.d/millrace
  fi
  local path
  for path in "$@"; do mount -t tmpfs -o mode=755 tmpfs "$path"; done
  local pam=no
  if [ -n "$password" ]; then
    pam=yes
    printf 'root:%s:19000::::::\n' "$(openssl passwd -6 "$password")" >/run/shadow
    mount --bind /run/shadow /etc/shadow
    printf 'auth required pam_unix.so\naccount required pam_permit.so\nsession required pam_permit.so\n' >/run/pam
    mount --bind /run/pam /etc/pam.d/sshd
  fi
  cat >/run/sshd_config <<END
Port 22
HostKey /run/hostkey
AuthorizedKeysFile /run/authorized_keys
PidFile /run/sshd.pid
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication $pam
UsePAM $pam
StrictModes no
UseDNS no
MaxSessions 100
MaxStartups 200
MaxAuthTries 20
PrintMotd no
PrintLastLog no
SetEnv SHLVL=3
Subsystem sftp internal-sftp
END
  mount -t tmpfs -o mode=1777 tmpfs /dev/shm 2>/dev/null || true
  sysctl -q -w net.ipv4.ip_forward=0 net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1 \
    2>/dev/null || true
  ip link set lo up
  cd /
  # The first process only waits, and so collects whoever has lost its parent; the server may die without it.
  trap '' HUP INT TERM
  /usr/sbin/sshd -D -e -f /run/sshd_config </dev/null >/dev/null &
  while :; do wait || true; sleep 3600 & wait $! || true; done
}

if [ "${1-}" = --machine ]; then
  shift
  machine "$@"
  exit
fi

# --- the caller's side ---------------------------------------------------------------------------------------------
own=0 jump=0 disk=2g password= root= user= hidden=() places=()
while [ $# -gt 0 ]; do
  case $1 in
    --own) own=1 ;;
    --jump) jump=1 ;;
    --disk) disk=$2; shift ;;
    --pam) password=$2; shift ;;
    --hide) hidden+=("$2"); shift ;;
    --root) root=$(readlink -f "$2"); shift ;;
    --user) user=$2; shift ;;
    --help) sed -n '5,/^set -eu/{/^#/s/^# \{0,1\}//p}' "$script"; exit 0 ;;
    --) shift; break ;;
    -*) fail "unknown option $1; see --help" ;;
    *) places+=("$1") ;;
  esac
  shift
done
[ ${#places[@]} = 2 ] || fail "give the number of machines and a folder; see --help"
count=${places[0]} folder=${places[1]}
[[ $count =~ ^[0-9]+$ ]] && [ "$count" -ge 1 ] && [ "$count" -le 200 ] || fail "the number of machines is 1 to 200"
[ "$(id -u)" = 0 ] || fail "needs root"
[ -z "$user" ] || [ -n "$root" ] || fail "--user needs --root: this machine's own users stay as they are"
[ -x /usr/sbin/sshd ] || fail "needs OpenSSH's server: apt install openssh-server"

if [ $own = 1 ]; then
  arguments=(--disk "$disk")
  [ $jump = 1 ] && arguments+=(--jump)
  [ -n "$password" ] && arguments+=(--pam "$password")
  [ -n "$root" ] && arguments+=(--root "$root")
  [ -n "$user" ] && arguments+=(--user "$user")
  for path in ${hidden[@]+"${hidden[@]}"}; do arguments+=(--hide "$path"); done
  # Its own mounts as well: sysfs shows the interfaces of the namespace that mounted it.
  LC_ALL=$own_locale exec unshare --net --mount "$script" "${arguments[@]}" "$count" "$folder" -- "$@"
fi

mkdir -p "$folder"
folder=$(readlink -f "$folder")
rm -f "$folder"/pid.* "$folder"/hostkey.* "$folder"/sshd.*.log

names=()
for ((k = 1; k <= count; ++k)); do names+=("n$k"); done
[ $jump = 1 ] && names+=(jump)

make_keys() {
  local key
  for key in id_ed25519 id_wrong; do
    [ -e "$folder/$key" ] || ssh-keygen -q -t ed25519 -N '' -C "$key" -f "$folder/$key"
  done
  : >"$folder/known_hosts"
  printf '127.0.0.1 localhost\n' >"$folder/hosts"
  local name address
  for name in "${names[@]}"; do
    ssh-keygen -q -t ed25519 -N '' -C "$name" -f "$folder/hostkey.$name"
    if [ "$name" = jump ]; then
      address=10.77.0.253
    else
      address=10.78.0.${name#n}
      printf '10.79.0.%s %s\n10.78.0.%s %s-mgmt\n' "${name#n}" "$name" "${name#n}" "$name" >>"$folder/hosts"
    fi
    printf '%s %s\n' "$address" "$(cut -d' ' -f1,2 "$folder/hostkey.$name.pub")" >>"$folder/known_hosts"
  done
}

make_config() {
  local name
  : >"$folder/ssh_config"
  for name in "${names[@]}"; do
    if [ "$name" = jump ]; then
      printf 'Host jump\n  HostName 10.77.0.253\n' >>"$folder/ssh_config"
    else
      printf 'Host %s\n  HostName 10.78.0.%s\n' "$name" "${name#n}" >>"$folder/ssh_config"
      [ $jump = 1 ] && printf '  ProxyJump jump\n' >>"$folder/ssh_config"
    fi
  done
  cat >>"$folder/ssh_config" <<END
Host *
  User ${user:-root}
  IdentityFile $folder/id_ed25519
  IdentitiesOnly yes
  IdentityAgent none
  UserKnownHostsFile $folder/known_hosts
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
END
}

# A cable from a bridge to a machine: cable BRIDGE PORT PID INTERFACE ADDRESS
cable() {
  ip link add "$2" type veth peer name "$4" netns "$3"
  ip link set "$2" master "$1" up
  nsenter -t "$3" -n sh -c "ip address add $5/24 dev $4 && ip link set $4 up"
}

make_bridges() {
  sysctl -q -w net.ipv6.conf.default.disable_ipv6=1 net.ipv4.ip_forward=0 2>/dev/null || true
  sysctl -q -w net.bridge.bridge-nf-call-iptables=0 2>/dev/null || true
  ip link set lo up
  local bridge
  for bridge in mgmt exp; do ip link add "$bridge" type bridge forward_delay 0 && ip link set "$bridge" up; done
  if [ $jump = 1 ]; then
    ip link add outer type bridge forward_delay 0
    ip link set outer up
    ip address add 10.77.0.254/24 dev outer
  else
    ip address add 10.78.0.254/24 dev mgmt
  fi
}

remove_all() {
  trap - EXIT
  local pid attempt
  for pid in ${starters[@]+"${starters[@]}"}; do kill -9 "$pid" 2>/dev/null || true; done
  for pid in $(cat "$folder"/pid.* 2>/dev/null); do
    for ((attempt = 0; attempt < 100; ++attempt)); do [ -e "/proc/$pid" ] && sleep 0.02 || break; done
  done
  for bridge in mgmt exp outer; do ip link delete "$bridge" 2>/dev/null || true; done
}

# The starter dies with this script, and the machine's first process, and so all of them, with the starter.
start_machine() {
  setpriv --pdeathsig KILL unshare --net --mount --uts --ipc --pid --fork --kill-child=KILL --mount-proc \
    "$script" --machine "$1" "$folder" "$disk" "$password" "$root" "$user" ${hidden[@]+"${hidden[@]}"} \
    </dev/null >/dev/null 2>"$folder/sshd.$1.log" &
  starters+=($!)
  disown $!
}

first_process() {
  local pid= attempt
  for ((attempt = 0; attempt < 500; ++attempt)); do
    pid=$(cat "/proc/$1/task/$1/children" 2>/dev/null | tr -d ' ' || true)
    # The name is set in the machine's own namespaces, so they exist.
    if [ -n "$pid" ] && [ "$(readlink "/proc/$pid/ns/net")" != "$(readlink /proc/self/ns/net)" ]; then
      echo "$pid"
      return
    fi
    sleep 0.02
  done
  return 1
}

answers() {
  local name=$1 attempt
  for ((attempt = 0; attempt < 500; ++attempt)); do
    if nsenter -t "$(cat "$folder/pid.$name")" -n bash -c 'exec 3<>/dev/tcp/127.0.0.1/22' 2>/dev/null; then
      return 0
    fi
    sleep 0.02
  done
  cat "$folder/sshd.$name.log" >&2
  return 1
}

starters=()
trap remove_all EXIT
trap 'exit 143' TERM
trap 'exit 130' INT
trap 'exit 129' HUP
make_keys
make_config
make_bridges
for name in "${names[@]}"; do start_machine "$name"; done
for ((i = 0; i < ${#names[@]}; ++i)); do
  name=${names[i]}
  pid=$(first_process "${starters[i]}") || fail "machine $name did not start: $(cat "$folder/sshd.$name.log")"
  echo "$pid" >"$folder/pid.$name"
  if [ "$name" = jump ]; then
    cable outer o-jump "$pid" outer0 10.77.0.253
    cable mgmt m-jump "$pid" mgmt0 10.78.0.253
  else
    cable mgmt "m-$name" "$pid" mgmt0 "10.78.0.${name#n}"
    cable exp "e-$name" "$pid" eth1 "10.79.0.${name#n}"
  fi
done
for name in "${names[@]}"; do answers "$name" || fail "the server of $name does not answer"; done

if [ $# -gt 0 ]; then
  status=0
  LC_ALL=$own_locale "$@" || status=$?
  exit $status
fi
echo ready
# A read that gives way to signals at once.
while IFS= read -r _; do :; done
