# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Registers the backend with torch.distributed; imports nothing of PyTorch, which may be half imported at that time."""

import atexit
import weakref

_groups = []


def create(store, rank, size, timeout):
    from . import native, settings
    module = native.load()
    group = module.make_group(store, rank, size, timeout, settings.read(module.strategies()))
    _groups.append(weakref.ref(group))
    return group


def groups():
    """The open groups of this process, in the order in which they were made: the default group is the first."""
    found = [reference() for reference in _groups]
    return [group for group in found if group is not None]


@atexit.register
def _close():
    """Reports to the other ranks that this one ends as intended."""
    for group in groups():
        group.close()


def register(distributed):
    """`distributed`: the module torch.distributed."""
    backend = distributed.Backend
    if hasattr(backend, "MILLRACE"):
        return
    try:
        backend.register_backend("millrace", create, devices=["cpu"])
    except TypeError:  # before PyTorch 2 there were no devices
        backend.register_backend("millrace", create)
