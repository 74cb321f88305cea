// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Python module _millrace_torch: makes groups, and reads their numbers. The PyTorch-independent parts of Millrace
// are compiled into it.

#include "policies.h"
#include "process_group.h"

#include <torch/csrc/utils/pybind.h>

#include <pybind11/chrono.h>

namespace {

namespace py = pybind11;
namespace mc = millrace::collective;
using millrace_torch::ProcessGroup;

template <typename Value>
Value orRaise(millrace::Result<Value> result)
{
    if (!result)
        throw std::invalid_argument("millrace: " + result.error().text());
    return *std::move(result);
}

/// Callbacks in the thread of the group may need the interpreter.
void closeGroup(ProcessGroup& group)
{
    const py::gil_scoped_release release;
    group.close();
}

c10::intrusive_ptr<ProcessGroup> makeGroup(const c10::intrusive_ptr<c10d::Store>& store, int rank, int size,
                                           const std::chrono::milliseconds& timeout, const py::dict& settings)
{
    millrace_torch::GroupOptions options;
    options.timeout = timeout;
    const auto text = [&](const char* name) { return py::cast<std::string>(settings[name]); };
    options.address = text("address");
    options.session.strategy = orRaise(mc::parseStrategy(text("strategy")));
    options.session.hash = orRaise(mc::parseChunkHash(text("chunk_hash")));
    options.session.congestionControl = text("congestion_control");
    options.session.deadline = std::chrono::duration_cast<millrace::Nanoseconds>(
        std::chrono::duration<double>(py::cast<double>(settings["deadline"])));
    options.session.sharedMemory = py::cast<bool>(settings["shared_memory"]);
    options.session.segmentBytes = py::cast<std::size_t>(settings["segment_bytes"]);
    const py::gil_scoped_release release;
    return c10::make_intrusive<ProcessGroup>(store, rank, size, std::move(options));
}

void useStrategy(ProcessGroup& group, const std::string& name, int root)
{
    const mc::Strategy strategy = orRaise(mc::parseStrategy(name));
    const py::gil_scoped_release release;
    group.useStrategy(strategy, root);
}

py::dict statisticsOf(const ProcessGroup& group)
{
    const auto numbers = group.statistics();
    py::dict result;
    result["operations"] = numbers.operations;
    result["bytes"] = numbers.bytes;
    result["seconds"] = numbers.seconds;
    result["sent_bytes"] = numbers.sentBytes;
    result["received_bytes"] = numbers.receivedBytes;
    result["waited_ns"] = numbers.waitedNanoseconds;
    result["pair_bytes"] = numbers.pairBytes;
    result["pair_ns"] = numbers.pairNanoseconds;
    result["shared_bytes"] = numbers.sharedBytes;
    result["shared_memory"] = group.session().sharesMemory();
    result["strategy"] = std::string(mc::strategyName(group.session().strategy()));
    result["congestion_control"] = group.session().congestionControl();
    return result;
}

std::vector<std::string> strategyNames()
{
    std::vector<std::string> names;
    for (const mc::Strategy strategy : mc::allStrategies())
        names.emplace_back(mc::strategyName(strategy));
    return names;
}

} // namespace

PYBIND11_MODULE(TORCH_EXTENSION_NAME, module)
{
    py::class_<ProcessGroup, millrace_torch::Base, c10::intrusive_ptr<ProcessGroup>>(module, "ProcessGroup")
        .def("statistics", &statisticsOf)
        .def("publish", &ProcessGroup::publish, py::call_guard<py::gil_scoped_release>())
        .def("pull", &ProcessGroup::pull, py::call_guard<py::gil_scoped_release>())
        .def("use_strategy", &useStrategy, py::arg("strategy"), py::arg("root") = 0)
        .def("close", &closeGroup);
    module.def("make_group", &makeGroup);
    module.def("strategies", &strategyNames);
    millrace_torch::definePolicies(module);
}
