#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands and files over ssh compared with Ansible, ssh and scp, in one session.

Starts eight OpenSSH servers by tests/support/ssh_nodes.sh, each in a namespace of its own, and measures by turns, several
rounds, medians at the end:
  10 commands (true) on each of 8 hosts, connecting included: ours one after another and together, Ansible with
  pipelining, ssh with one connection for each command (one after another on a host, hosts side by side; and all one
  after another), ssh with a shared connection (ControlMaster)
  fetching a file of 106 MB: ours with and without checksum, scp, ssh cat
Needs root, ansible and openssh-client.

  compare_ssh.py BIN [--rounds 5] [--slow] [--json FILE]     BIN is the folder of bench_remote
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BED = os.path.join(HERE, "..", "support", "ssh_nodes.sh")
HOSTS = [f"n{i}" for i in range(1, 9)]
COMMANDS = 10
BYTES = 106_000_000

PLAYBOOK = """- hosts: all
  gather_facts: false
  tasks:
""" + "".join(f"    - command: 'true'\n" for _ in range(COMMANDS))


def timed(argv, env=None):
    start = time.monotonic()
    done = subprocess.run(argv, env=env, capture_output=True, text=True)
    took = time.monotonic() - start
    if done.returncode != 0:
        sys.exit(f"{' '.join(argv[:3])} … ended with {done.returncode}: {done.stderr[-500:]}{done.stdout[-500:]}")
    return took


def side_by_side(lines):
    script = "\n".join(f"( {line} ) &" for line in lines) + "\nwait\n"
    return timed(["bash", "-ec", script])


def ansible(folder):
    config = f"{folder}/ssh_config"
    inventory, playbook = f"{folder}/inventory", f"{folder}/play.yml"
    with open(inventory, "w") as out:
        out.write("\n".join(HOSTS) + "\n")
    with open(playbook, "w") as out:
        out.write(PLAYBOOK)
    env = dict(os.environ, ANSIBLE_PIPELINING="True", ANSIBLE_SSH_ARGS=f"-F {config} -o ControlMaster=auto -o ControlPersist=60s",
               ANSIBLE_FORKS="8", ANSIBLE_HOST_KEY_CHECKING="True", ANSIBLE_PYTHON_INTERPRETER="/usr/bin/python3",
               ANSIBLE_NOCOWS="1", LC_ALL="C.UTF-8", ANSIBLE_SSH_CONTROL_PATH_DIR=f"{folder}/cp", ANSIBLE_LOCAL_TEMP=f"{folder}/at", HOME=folder)
    took = timed(["ansible-playbook", "-i", inventory, playbook], env)
    for name in os.listdir(f"{folder}/cp"):
        subprocess.run(["ssh", "-O", "exit", "-o", f"ControlPath={folder}/cp/{name}", "x"], capture_output=True)
    return took


def shared_connection(folder):
    config = f"{folder}/ssh_config"
    mux = f"-F {config} -o ControlMaster=auto -o ControlPath={folder}/mux-%h -o ControlPersist=30s"
    took = side_by_side([f"for i in $(seq {COMMANDS}); do ssh {mux} {host} true; done" for host in HOSTS])
    for host in HOSTS:
        subprocess.run(["ssh", *mux.split(), "-O", "exit", host], capture_output=True)
    return took


def measures(bench, folder, slow):
    config = f"{folder}/ssh_config"
    commands = {
        "ours, one after another on each host": lambda: timed([bench, "-F", config, "exec", *HOSTS]),
        "ours, ten at once on each host": lambda: timed([bench, "-F", config, "exec", "--together", *HOSTS]),
        "ssh, one shared connection for each host": lambda: shared_connection(folder),
        "ssh, a connection for each command, hosts side by side": lambda: side_by_side(
            [f"for i in $(seq {COMMANDS}); do ssh -F {config} {host} true; done" for host in HOSTS]),
        "ansible-playbook with pipelining, 8 forks": lambda: ansible(folder),
    }
    if slow:
        commands["ssh, a connection for each command, all one after another"] = lambda: timed(
            ["bash", "-ec", f"for h in {' '.join(HOSTS)}; do for i in $(seq {COMMANDS}); do ssh -F {config} $h true; done; done"])
    got = f"{folder}/got"
    files = {
        "ours": lambda: timed([bench, "-F", config, "fetch", "--no-checksum", "n1", "/tmp/file", got]),
        "ours, with checksum": lambda: timed([bench, "-F", config, "fetch", "n1", "/tmp/file", got]),
        "scp": lambda: timed(["scp", "-q", "-F", config, "n1:/tmp/file", got]),
        "ssh cat": lambda: timed(["bash", "-c", f"ssh -F {config} n1 cat /tmp/file > {got}"]),
    }
    return {"commands": commands, "file": files}


def inside(options):
    folder = options.folder
    bench = os.path.join(options.bin, "bench_remote")
    subprocess.run(["ssh", "-F", f"{folder}/ssh_config", "n1", f"head -c {BYTES} /dev/urandom > /tmp/file"], check=True)
    results = {}
    for kind, rows in measures(bench, folder, options.slow).items():
        times = {name: [] for name in rows}
        for round_number in range(options.rounds):
            # By turns, so that a slow minute of this machine hits all alike.
            for name, measure in rows.items():
                times[name].append(measure())
        results[kind] = {name: {"median": statistics.median(t), "least": min(t), "most": max(t)} for name, t in times.items()}
    results["load"] = os.getloadavg()[0]
    for kind, title in (("commands", f"{COMMANDS} commands on each of {len(HOSTS)} hosts"), ("file", f"fetching {BYTES // 10**6} MB")):
        first = next(iter(results[kind].values()))["median"]
        print(f"\n{title}, seconds, median of {options.rounds} (least to most), and as a multiple of the first row")
        for name, row in results[kind].items():
            print(f"  {row['median']:8.3f}  ({row['least']:.3f} to {row['most']:.3f})  {row['median'] / first:6.2f}  {name}")
    if options.json:
        with open(options.json, "w") as out:
            json.dump(results, out, indent=2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slow", action="store_true", help="also 80 connections one after another")
    parser.add_argument("--json")
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.folder:
        return inside(options)
    with tempfile.TemporaryDirectory(prefix="compare-ssh") as folder:
        argv = [BED, "--own", "8", folder, "--", sys.executable, os.path.abspath(__file__), *sys.argv[1:], "--folder", folder]
        sys.exit(subprocess.run(argv).returncode)


if __name__ == "__main__":
    main()
