# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The store at which the launchers of torchrun's elastic mode meet. On its own, no failure of a worker takes it away."""

import argparse
import os
import sys
import threading

os.environ.setdefault("USE_LIBUV", "0")  # as in torch_launch.py

try:
    from torch.distributed import TCPStore
except ImportError as error:
    sys.exit(f"the Python package torch cannot be used by {sys.executable}: {error}; install it there, or name another "
             "interpreter by the option \"python\" of the workload")

parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
parser.add_argument("--listen", required=True, metavar="ADDRESS:PORT")
address, port = parser.parse_args().listen.rsplit(":", 1)
store = TCPStore(address, int(port), is_master=True, wait_for_workers=False)
print(f"rendezvous store listens on {address}:{port}", flush=True)
threading.Event().wait()
