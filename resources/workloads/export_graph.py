# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the graph of a model for millrace-cli predict --graph: operations, sizes and edges of the forward pass of one
sample, by torch.fx, as safetensors. A TorchScript archive becomes an ONNX file, which Millrace reads, too."""

import argparse
import json
import struct
import sys

import numpy

from millrace_workload import PIXELS, WorkloadError

# Names of ONNX for modules, functions and methods.
OPS = {"Conv2d": "Conv", "Linear": "Gemm", "BatchNorm2d": "BatchNormalization", "ReLU": "Relu", "relu": "Relu",
       "ReLU6": "Clip", "MaxPool2d": "MaxPool", "AvgPool2d": "AveragePool", "AdaptiveAvgPool2d": "GlobalAveragePool",
       "adaptive_avg_pool2d": "GlobalAveragePool", "Flatten": "Flatten", "flatten": "Flatten", "add": "Add", "iadd": "Add",
       "mul": "Mul", "cat": "Concat", "getitem": "Slice", "pad": "Pad", "_pad": "Pad", "avg_pool2d": "AveragePool",
       "SiLU": "Mul", "Sigmoid": "Sigmoid", "Softmax": "Softmax"}
WITHOUT_EFFECT = {"Dropout", "Identity", "dropout"}


def product(shape):
    elements = 1
    for side in shape:
        elements *= int(side)
    return elements


def elements_of(meta):
    """Elements of the first tensor that an operation makes, without the batch of one."""
    shape = getattr(meta, "shape", None)
    if shape is None and isinstance(meta, (tuple, list)) and meta:
        shape = getattr(meta[0], "shape", None)
    return 0 if shape is None else product(shape)


def name_of(node, modules):
    if node.op == "call_module":
        return type(modules[node.target]).__name__
    if node.op == "call_method":
        return str(node.target)
    return getattr(node.target, "__name__", str(node.target))


def multiply_adds(module, elements):
    """Of a convolution or a matrix: each output is a product of as many numbers as the weight has for it."""
    kind = type(module).__name__
    if kind.startswith("Conv") and "Transpose" not in kind:
        return elements * product(module.weight.shape[1:])
    return elements * product(module.weight.shape[1:]) if kind == "Linear" else 0


def graph_of(model, images):
    """Names of the operations, their numbers, and edges between them."""
    import torch.fx
    from torch.fx.passes.shape_prop import ShapeProp
    traced = torch.fx.symbolic_trace(model)
    ShapeProp(traced).propagate(images)
    modules = dict(traced.named_modules())
    made, ops, rows, edges = {}, [], [], set()
    for node in traced.graph.nodes:
        sources = [made[each] for each in node.all_input_nodes if each in made]
        name = name_of(node, modules) if node.op.startswith("call_") else ""
        if not name or node.target is getattr:
            continue
        if name in WITHOUT_EFFECT:
            if sources:
                made[node] = sources[0]
            continue
        module = modules[node.target] if node.op == "call_module" else None
        elements = elements_of(node.meta.get("tensor_meta"))
        parameters = sum(each.numel() for each in module.parameters()) if module is not None else 0
        made[node] = len(ops)
        edges.update((source, len(ops)) for source in sources)
        ops.append(OPS.get(name, name))
        rows.append((elements, multiply_adds(module, elements) if module is not None else 0, parameters))
    return ops, rows, sorted(edges)


def write(file, name, ops, rows, edges, parameters):
    names = sorted(set(ops))
    tensors = {"x": numpy.array(rows, "<f4").reshape(-1, 3), "edges": numpy.array(edges, "<u4").reshape(-1, 2),
               "op": numpy.array([names.index(each) for each in ops], "<u4")}
    header = {"__metadata__": {"format": "millrace graph 1", "name": name, "ops": ",".join(names),
                               "parameters": str(sum(each.numel() for each in parameters)),
                               "tensors": str(len(parameters))}}
    begin = 0
    for key, values in tensors.items():
        header[key] = {"dtype": "F32" if key == "x" else "U32", "shape": list(values.shape),
                       "data_offsets": [begin, begin + values.nbytes]}
        begin += values.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(file, "wb") as stream:
        stream.write(struct.pack("<Q", len(text)) + text)
        for values in tensors.values():
            stream.write(values.tobytes())


def own_model(place):
    """"file.py:function": what the function returns."""
    import importlib.util
    path, _, name = place.rpartition(":")
    spec = importlib.util.spec_from_file_location("own_model", path) if path.endswith(".py") else None
    if spec is None:
        raise WorkloadError(f"expected FILE.py:FUNCTION, found \"{place}\"")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        return getattr(module, name)()
    except (OSError, AttributeError) as error:
        raise WorkloadError(f"\"{place}\" makes no model: {error}", "not-found") from None


def export():
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--model", help="a model of Millrace's scripts, such as resnet18")
    source.add_argument("--function", metavar="FILE.py:FUNCTION", help="a function that returns a torch.nn.Module")
    source.add_argument("--torchscript", metavar="FILE", help="a TorchScript archive; the output is an ONNX file")
    parser.add_argument("--classes", type=int, default=1000)
    parser.add_argument("--image-size", type=int, help="pixels; by default those of a small model, else 224")
    parser.add_argument("--channels", type=int, help="of an image; by default those of the model, else 3")
    parser.add_argument("--output", required=True, metavar="FILE")
    values = parser.parse_args()
    values.image_size = values.image_size or PIXELS.get(values.model) or 224
    values.seed = 1
    import torch_workload as models
    torch = models.torch
    values.channels = values.channels or (models.channels_of(values) if values.model else 3)
    images = torch.zeros(1, values.channels, values.image_size, values.image_size)
    if values.torchscript:
        try:
            script = torch.jit.load(values.torchscript, map_location="cpu")
        except (RuntimeError, ValueError) as error:
            raise WorkloadError(f"\"{values.torchscript}\" is no TorchScript archive: {str(error).splitlines()[0]}") \
                from None
        # Without folding, so that the weights stay those that are trained.
        torch.onnx.export(script, images, values.output, training=torch.onnx.TrainingMode.PRESERVE,
                          do_constant_folding=False)
        return
    model = (models.make_model(values) if values.model else own_model(values.function)).eval()
    with torch.no_grad():
        ops, rows, edges = graph_of(model, images)
    parameters = [each for each in model.parameters() if each.requires_grad]
    write(values.output, values.model or values.function.rpartition(":")[2], ops, rows, edges, parameters)


if __name__ == "__main__":
    try:
        export()
    except WorkloadError as error:
        sys.stderr.write(f"export_graph.py: {error}\n")
        sys.exit(error.status)
