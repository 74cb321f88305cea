# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How queen, bees and monitor of a Hivemind run find each other.

The queen's address contains a key that exists only once it runs. It sends the address to everyone who connects to one
of its TCP ports: one line, a JSON list of multiaddresses.
"""

import json
import socket
import threading
import time

from millrace_workload import WorkloadError, missing_package

try:
    import hivemind
except ImportError as error:
    raise missing_package("hivemind", error) from None


def start(address, port, initial_peers=None, client_mode=False):
    """A node of the distributed hash table, seen by others under this address."""
    if client_mode:
        return hivemind.DHT(initial_peers=initial_peers, client_mode=True, start=True)
    return hivemind.DHT(initial_peers=initial_peers, host_maddrs=[f"/ip4/{address}/tcp/{port}"],
                        announce_maddrs=[f"/ip4/{address}/tcp/{port}"], start=True)


def tell(dht, address, port):
    """Answers connections for the life of the process."""
    line = (json.dumps([str(each) for each in dht.get_visible_maddrs()]) + "\n").encode()
    listener = socket.create_server((address, port))

    def serve():
        while True:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(line)

    threading.Thread(target=serve, daemon=True).start()


def ask(queen, seconds):
    """The queen's addresses; `queen` is "10.0.0.1:45554"."""
    host, _, port = queen.rpartition(":")
    until = time.monotonic() + seconds
    while True:
        try:
            with socket.create_connection((host, int(port)), timeout=5) as connection:
                return json.loads(connection.makefile().readline())
        except (OSError, ValueError) as error:
            if time.monotonic() > until:
                raise WorkloadError(f"the queen at {queen} does not tell her address: {error}", "unreachable", 1) \
                    from None
            time.sleep(0.2)
