#!/bin/sh
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# slurm_cluster.sh start FOLDER NODES | stop FOLDER
# A Slurm of its own, without systemd: munged, slurmctld, and a slurmd in a network namespace for each node (sn1, sn2, …),
# which all hang on a bridge. Prints SLURM_CONF to use. Everything is put into FOLDER; names carry the process number of the
# start, so that several can live side by side. Needs root; exit code 77 and a reason where it cannot be done.
set -u

skip() { echo "$1"; exit 77; }

start() {
    folder=$1
    nodes=$2
    for program in munged slurmctld slurmd salloc scontrol nsenter unshare ip; do
        command -v $program >/dev/null 2>&1 || skip "$program is not installed"
    done
    [ "$(id -u)" = 0 ] || skip "only root can start a Slurm of its own"
    mkdir -p "$folder/state" && chmod 755 "$folder"
    tag=$$
    net=10.79.$((tag % 250))
    port=$((20000 + tag % 10000 * 2))
    echo "$tag" >"$folder/tag"
    dd if=/dev/urandom of="$folder/munge.key" bs=1024 count=1 2>/dev/null
    chmod 400 "$folder/munge.key"
    munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munge.pid" \
        --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" >"$folder/munge.out" 2>&1 || skip "munged does not start"
    ip link add "mrsl$tag" type bridge 2>"$folder/ip.out" || skip "no bridge can be made here"
    ip addr add "$net.254/24" dev "mrsl$tag" && ip link set "mrsl$tag" up || skip "the bridge cannot be set up"
    {
        echo "ClusterName=test"
        echo "SlurmctldHost=$(hostname -s)($net.254)"
        echo "SlurmUser=root"
        echo "AuthType=auth/munge"
        echo "AuthInfo=socket=$folder/munge.socket"
        echo "StateSaveLocation=$folder/state"
        echo "SlurmdSpoolDir=$folder/spool.%n"
        echo "SlurmctldPidFile=$folder/slurmctld.pid"
        echo "SlurmdPidFile=$folder/slurmd.%n.pid"
        echo "SlurmctldPort=$port"
        echo "SlurmdPort=$((port + 1))"
        echo "SlurmctldLogFile=$folder/slurmctld.log"
        echo "SlurmdLogFile=$folder/slurmd.%n.log"
        echo "ProctrackType=proctrack/linuxproc"
        echo "TaskPlugin=task/none"
        echo "JobAcctGatherType=jobacct_gather/none"
        echo "AccountingStorageType=accounting_storage/none"
        echo "SelectType=select/cons_tres"
        echo "MpiDefault=none"
        echo "ReturnToService=2"
        echo "SchedulerParameters=sched_min_interval=100000,sched_interval=2,bf_interval=1"
        echo "KillWait=2"
        echo "NodeName=sn[1-$nodes] NodeAddr=$net.[1-$nodes] CPUs=2 State=UNKNOWN"
        echo "PartitionName=main Nodes=ALL Default=YES MaxTime=600 State=UP"
    } >"$folder/slurm.conf"
    SLURM_CONF=$folder/slurm.conf
    export SLURM_CONF
    i=1
    while [ $i -le "$nodes" ]; do
        ip netns add "mrsl$tag-$i" || skip "no network namespace can be made here"
        ip link add "mrs$tag-$i" type veth peer name eth0 netns "mrsl$tag-$i" || skip "no veth pair can be made here"
        ip link set "mrs$tag-$i" master "mrsl$tag" up
        ip -n "mrsl$tag-$i" link set lo up
        ip -n "mrsl$tag-$i" addr add "$net.$i/24" dev eth0
        ip -n "mrsl$tag-$i" link set eth0 up
        ip -n "mrsl$tag-$i" route add default via "$net.254"
        nsenter --net="/run/netns/mrsl$tag-$i" unshare -u sh -c \
            "hostname sn$i; exec setsid slurmd -D -N sn$i" >"$folder/slurmd.$i.out" 2>&1 </dev/null &
        echo $! >>"$folder/pids"
        i=$((i + 1))
    done
    setsid slurmctld -D >"$folder/slurmctld.out" 2>&1 </dev/null &
    echo $! >>"$folder/pids"
    i=0
    while [ $i -lt 150 ]; do
        idle=$(timeout 5 sinfo -h -t idle -o %D 2>/dev/null)
        [ "${idle:-0}" = "$nodes" ] && break
        sleep 0.2
        i=$((i + 1))
    done
    [ "${idle:-0}" = "$nodes" ] || skip "the nodes of Slurm do not come up: $(tail -n 2 "$folder/slurmctld.log" 2>/dev/null)"
    echo "$SLURM_CONF"
}

stop() {
    folder=$1
    tag=$(cat "$folder/tag" 2>/dev/null) || return 0
    for pid in $(cat "$folder/pids" 2>/dev/null); do
        pkill -TERM -s "$pid" 2>/dev/null
        kill -TERM "$pid" 2>/dev/null
    done
    for file in "$folder"/slurmctld.pid "$folder"/slurmd.*.pid "$folder"/munge.pid; do
        [ -f "$file" ] && kill -TERM "$(cat "$file")" 2>/dev/null
    done
    for namespace in $(ip netns list | awk '{print $1}' | grep "^mrsl$tag-"); do
        for pid in $(ip netns pids "$namespace"); do kill -KILL "$pid" 2>/dev/null; done
        ip netns del "$namespace"
    done
    ip link del "mrsl$tag" 2>/dev/null
    rm -rf "$folder"
}

case ${1:-} in
    start) start "$2" "$3" ;;
    stop) stop "$2" ;;
    *) echo "usage: $0 start FOLDER NODES | stop FOLDER" >&2; exit 2 ;;
esac
