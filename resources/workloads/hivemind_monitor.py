# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the progress that the bees of a Hivemind run publish. Serves until it is stopped."""

import argparse
import time

from millrace_workload import Log, run

log = Log(-1)


def report(response):
    states = [each.value for each in response.value.values() if isinstance(each.value, dict)]
    if not states:
        return
    epoch = max(int(each.get("epoch", 0)) for each in states)
    log.event("progress", epoch=epoch, peers=len(states),
              samples=sum(int(each.get("samples_accumulated", 0)) for each in states if each.get("epoch") == epoch),
              samples_per_second=sum(float(each.get("samples_per_second", 0)) for each in states))


def train():
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--run-name", default="millrace")
    parser.add_argument("--queen", required=True)
    parser.add_argument("--interval", type=float, default=1, help="seconds")
    values = parser.parse_args()
    import hivemind_dht
    dht = hivemind_dht.start("", 0, hivemind_dht.ask(values.queen, 60), client_mode=True)
    while True:
        response = dht.get(values.run_name + "_progress", latest=True)
        if response is not None and isinstance(response.value, dict):
            report(response)
        time.sleep(values.interval)


run(train, log)
