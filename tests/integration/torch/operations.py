# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every operation of torch.distributed on small tensors of every type; the results of one backend as a list."""

import time

import torch
import torch.distributed as dist

TYPES = [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.uint8, torch.int16, torch.int32,
         torch.int64, torch.bool]
REDUCTIONS = ["SUM", "MIN", "MAX", "PRODUCT"]
SIZES = [1, 5, 1000, 70001]


def made(dtype, size, rank, salt=0):
    """Small whole numbers: their sums and products of four are exact in every type but for int8, which wraps alike."""
    generator = torch.Generator().manual_seed(1000 * salt + rank)
    values = torch.randint(0, 2 if dtype == torch.bool else 4, (size,), generator=generator)
    return values.to(dtype)


def results(backend):
    if backend == "millrace":
        import millrace_torch  # noqa: F401
    dist.init_process_group(backend)
    rank, size = dist.get_rank(), dist.get_world_size()
    found = {}

    def keep(name, *tensors):
        found[name] = [each.clone() for each in tensors]

    for dtype in TYPES:
        for length in SIZES:
            label = f"{dtype} {length}"
            for reduction in REDUCTIONS:
                tensor = made(dtype, length, rank)
                try:
                    dist.all_reduce(tensor, getattr(dist.ReduceOp, reduction))
                    keep(f"all_reduce {reduction} {label}", tensor)
                    tensor = made(dtype, length, rank, 1)
                    dist.reduce(tensor, size - 1, getattr(dist.ReduceOp, reduction))
                    if rank == size - 1:
                        keep(f"reduce {reduction} {label}", tensor)
                except RuntimeError:
                    pass  # a type that this backend does not reduce
            moving(rank, size, dtype, length, label, keep)
    strided(rank, size, keep)
    leave(backend)
    return found


def leave(backend):
    """With gloo, a rank that leaves can break the last call of a slower one, its barrier included."""
    if backend == "gloo":
        time.sleep(1)
    else:
        dist.barrier()
        dist.destroy_process_group()


def moving(rank, size, dtype, length, label, keep):
    try:
        tensor = made(dtype, length, rank, 2)
        dist.broadcast(tensor, 1 % size)
        keep(f"broadcast {label}", tensor)
        parts = [torch.zeros(length, dtype=dtype) for _ in range(size)]
        dist.all_gather(parts, made(dtype, length, rank, 3))
        keep(f"all_gather {label}", *parts)
        parts = [torch.zeros(length, dtype=dtype) for _ in range(size)] if rank == 0 else None
        dist.gather(made(dtype, length, rank, 4), parts, 0)
        keep(f"gather {label}", *(parts or []))
        tensor = torch.zeros(length, dtype=dtype)
        dist.scatter(tensor, [made(dtype, length, each, 5) for each in range(size)] if rank == 0 else None, 0)
        keep(f"scatter {label}", tensor)
        right, left = (rank + 1) % size, (rank - 1) % size
        tensor = torch.zeros(length, dtype=dtype)
        works = [dist.isend(made(dtype, length, rank, 6), right), dist.irecv(tensor, left)]
        for work in works:
            work.wait()
        keep(f"ring {label}", tensor)
    except RuntimeError as error:
        if "type" not in str(error).lower():
            raise


def strided(rank, size, keep):
    tensor = made(torch.float32, 600, rank, 7).view(20, 30).t()
    dist.all_reduce(tensor)
    keep("all_reduce transposed", tensor)


def own(rank=None):
    """Operations that gloo lacks, against their definition; returns the number of comparisons."""
    import millrace_torch
    dist.init_process_group("millrace")
    rank, size = dist.get_rank(), dist.get_world_size()
    count = 0

    def equal(found, expected, what):
        nonlocal count
        count += 1
        if not torch.equal(found, expected):
            raise AssertionError(f"{what}: {found} != {expected}")

    for dtype in TYPES:
        for length in SIZES:
            inputs = [[made(dtype, length, source, 10 + target) for target in range(size)] for source in range(size)]
            output = torch.zeros(length, dtype=dtype)
            dist.reduce_scatter(output, [each.clone() for each in inputs[rank]])
            total = sum(inputs[source][rank].to(torch.int64) for source in range(size))
            equal(output, (total > 0) if dtype == torch.bool else total.to(dtype), f"reduce_scatter {dtype}")
            outputs = [torch.zeros(length, dtype=dtype) for _ in range(size)]
            dist.all_to_all(outputs, inputs[rank])
            for source in range(size):
                equal(outputs[source], inputs[source][rank], f"all_to_all {dtype}")
            whole = torch.zeros(size * length, dtype=dtype)
            dist.all_to_all_single(whole, torch.cat(inputs[rank]))
            equal(whole, torch.cat([inputs[source][rank] for source in range(size)]), f"all_to_all_single {dtype}")
    split = [each + 1 for each in range(size)]  # rank r sends each + 1 rows to rank each, and gets r + 1 from all
    rows = torch.arange(sum(split) * 3, dtype=torch.float32).view(-1, 3) + 100 * rank
    got = torch.zeros((rank + 1) * size, 3)
    dist.all_to_all_single(got, rows, [rank + 1] * size, split)
    begin = sum(split[:rank])
    expected = torch.cat([torch.arange(begin * 3, (begin + rank + 1) * 3, dtype=torch.float32).view(-1, 3) + 100 * each
                          for each in range(size)])
    equal(got, expected, "all_to_all_single with splits")
    average = torch.full((7,), float(rank))
    dist.all_reduce(average, dist.ReduceOp.AVG)
    equal(average, torch.full((7,), (size - 1) / 2), "average")
    columns = made(torch.float32, 600, rank, 8).view(20, 30)[:, ::3]  # not in one piece; gloo sends other elements
    dist.broadcast(columns, 0)
    equal(columns, made(torch.float32, 600, 0, 8).view(20, 30)[:, ::3], "broadcast of columns")
    # A flat gather, and one from any source.
    gather = getattr(dist, "all_gather_into_tensor", None) or dist._all_gather_base
    whole = torch.zeros(size * 5)
    gather(whole, torch.full((5,), float(rank)))
    equal(whole, torch.arange(size, dtype=torch.float32).repeat_interleave(5), "all_gather into one tensor")
    scatter = getattr(dist, "reduce_scatter_tensor", None) or dist._reduce_scatter_base
    part = torch.zeros(5)
    scatter(part, torch.arange(size, dtype=torch.float32).repeat_interleave(5))
    equal(part, torch.full((5,), float(rank * size)), "reduce_scatter of one tensor")
    if rank == 0:
        sources = set()
        for _ in range(size - 1):
            tensor = torch.zeros(3)
            source = dist.recv(tensor)
            equal(tensor, torch.full((3,), float(source)), "message from any rank")
            sources.add(source)
        equal(torch.tensor(sorted(sources)), torch.arange(1, size), "sources")
    else:
        dist.send(torch.full((3,), float(rank)), 0)
    if size > 1:
        groups(rank, size, equal)
    asynchronous(rank, size, equal)
    dist.barrier()
    dist.destroy_process_group()
    return count


def groups(rank, size, equal):
    """Two halves at the same time, then all again."""
    halves = [list(range(size // 2)), list(range(size // 2, size))]
    made_groups = [dist.new_group(half) for half in halves]
    for half, group in zip(halves, made_groups):
        if rank in half:
            tensor = torch.tensor([rank])
            dist.all_reduce(tensor, group=group)
            equal(tensor, torch.tensor([sum(half)]), "all_reduce of a half")
    tensor = torch.tensor([rank])
    dist.all_reduce(tensor)
    equal(tensor, torch.tensor([sum(range(size))]), "all_reduce after the halves")


def asynchronous(rank, size, equal):
    tensors = [torch.full((1000 * (index + 1),), float(rank + index)) for index in range(20)]
    works = [dist.all_reduce(tensor, async_op=True) for tensor in tensors]
    futures = [work.get_future().then(lambda done: done.value()[0] * 2) for work in works]
    for index, (work, future, tensor) in enumerate(zip(works, futures, tensors)):
        work.wait()
        expected = torch.full_like(tensor, float(sum(range(size)) + size * index))
        equal(tensor, expected, "asynchronous all_reduce")
        equal(future.wait(), expected * 2, "future")
