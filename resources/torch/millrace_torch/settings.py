# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of the backend: environment variables, which must be the same on all ranks except for the address."""

import fcntl
import os
import re
import socket
import struct

# Name of the variable: (key, default, description)
VARIABLES = {
    "MILLRACE_STRATEGY": ("strategy", "RING_ALLREDUCE", "all-reduce strategy; see the manual, \"Collectives\""),
    "MILLRACE_CHUNK_HASH": ("chunk_hash", "BALANCED", "assignment of chunks to graphs: BALANCED, or"
                                                      " KungFu's NAME or SIMPLE"),
    "MILLRACE_SEGMENT_BYTES": ("segment_bytes", "0", "largest piece of RING_ALLREDUCE, HALVING_DOUBLING and PAIRWISE; "
                                                     "0: chosen by size"),
    "MILLRACE_DEADLINE": ("deadline", "10", "seconds after which a rank that does not answer has failed"),
    "MILLRACE_SHARED_MEMORY": ("shared_memory", "1", "1: ranks of one node reduce through its memory, and one of them"
                                                     " uses the network; 0: all use the network"),
    "MILLRACE_CONGESTION_CONTROL": ("congestion_control", "", "of the data connections; empty: the system's"),
    "MILLRACE_INTERFACE": ("interface", "", "network interface of this node; empty: GLOO_SOCKET_IFNAME, or the one "
                                            "that reaches MASTER_ADDR"),
    "MILLRACE_ADDRESS": ("address", "", "IPv4 address of this node; empty: that of the interface"),
}

SIOCGIFADDR = 0x8915


class SettingsError(ValueError):
    """A variable has a value that cannot be used."""


def address_of(interface):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            reply = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        except OSError:
            names = ", ".join(sorted(name for _, name in socket.if_nameindex()))
            raise SettingsError(f"the interface \"{interface}\" has no IPv4 address; interfaces: {names}") from None
    return socket.inet_ntoa(reply[20:24])


def route_to(host):
    """The address from which this machine reaches the host; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((host, 9))
            return probe.getsockname()[0]
        except OSError:
            return None


def own_address(interface):
    interface = interface or os.environ.get("GLOO_SOCKET_IFNAME", "").split(",")[0]
    if interface:
        return address_of(interface)
    master = os.environ.get("MASTER_ADDR")
    return (master and route_to(master)) or route_to(socket.gethostname()) or "127.0.0.1"


def number(name, text, least):
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= 1e9:
        raise SettingsError(f"{name} is \"{text}\"; expected a number from {least:g}")
    return value


def read(strategies):
    values = {key: os.environ.get(name, default).strip() or default
              for name, (key, default, _) in VARIABLES.items()}
    values["strategy"] = values["strategy"].upper()
    if values["strategy"] not in strategies:
        raise SettingsError(f"MILLRACE_STRATEGY is \"{values['strategy']}\"; available: {', '.join(strategies)}")
    values["deadline"] = number("MILLRACE_DEADLINE", values["deadline"], 0.01)
    values["segment_bytes"] = int(number("MILLRACE_SEGMENT_BYTES", values["segment_bytes"], 0))
    if values["shared_memory"] not in ("0", "1"):
        raise SettingsError(f"MILLRACE_SHARED_MEMORY is \"{values['shared_memory']}\"; expected 0 or 1")
    values["shared_memory"] = values["shared_memory"] == "1"
    interface = values.pop("interface")
    values["address"] = values["address"] or own_address(interface)
    if not re.fullmatch(r"\d+(\.\d+){3}", values["address"]):
        raise SettingsError(f"MILLRACE_ADDRESS is \"{values['address']}\"; expected an IPv4 address")
    return values
