# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Millrace's collectives as a backend of torch.distributed, for CPU tensors.

    import millrace_torch
    torch.distributed.init_process_group("millrace")

The import registers the backend. Its settings are environment variables (see `settings.py`), the same for all ranks.
"""

import atexit
import weakref

import torch
import torch.distributed as dist

from . import native, settings

_groups = []


def _create(store, rank, size, timeout):
    module = native.load()
    values = settings.read(module.strategies())
    group = module.make_group(store, rank, size, timeout, values)
    _groups.append(weakref.ref(group))
    return group


def groups():
    """The open groups of this process, in the order in which they were made: the default group is the first."""
    found = [reference() for reference in _groups]
    return [group for group in found if group is not None]


def native_of(group=None):
    """The backend's object of a group of torch.distributed."""
    chosen = group if group is not None else dist.distributed_c10d._get_default_group()
    if hasattr(chosen, "_get_backend"):
        return chosen._get_backend(torch.device("cpu"))
    return chosen


def statistics(group=0):
    """Numbers of a group since it began: operations, bytes, seconds with an operation in progress, payload sent to and
    received from every rank, strategy, congestion_control."""
    return groups()[group].statistics()


@atexit.register
def _close():
    """Reports to the other ranks that this one ends as intended."""
    for group in groups():
        group.close()


def register():
    """Makes the backend known to torch.distributed; the import of this package does it."""
    if hasattr(dist.Backend, "MILLRACE"):
        return
    if int(torch.__version__.split(".")[0]) < 2:
        dist.Backend.register_backend("millrace", _create)
    else:
        dist.Backend.register_backend("millrace", _create, devices=["cpu"])


if not dist.is_available():
    raise ImportError(f"this PyTorch ({torch.__version__}) was built without torch.distributed")
register()
