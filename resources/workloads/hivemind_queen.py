# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The first node of a Hivemind run, by which all others find each other. Serves until it is stopped."""

import argparse
import time

from millrace_workload import Log, run, write_lines


def train():
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--run-name", default="millrace")
    parser.add_argument("--address", required=True)
    parser.add_argument("--port", type=int, default=45553)
    parser.add_argument("--tell-port", type=int, default=45554)
    values = parser.parse_args()
    import hivemind_dht
    dht = hivemind_dht.start(values.address, values.port)
    hivemind_dht.tell(dht, values.address, values.tell_port)
    for address in dht.get_visible_maddrs():
        write_lines(f"address: {address}\n")
    write_lines("queen is ready\n")
    while True:
        time.sleep(3600)


run(train, Log(-1))
