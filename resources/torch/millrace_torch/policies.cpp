// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "policies.h"

#include "core/policy/policy.h"

#include <pybind11/stl.h>

#include <stdexcept>

namespace millrace_torch {
namespace {

namespace py = pybind11;
namespace mp = millrace::policy;
namespace mc = millrace::collective;

std::vector<mp::PolicySpec> parsed(const std::string& text)
{
    auto specs = mp::parsePolicies(text);
    if (!specs)
        throw std::invalid_argument(specs.error().text());
    for (const mp::PolicySpec& spec : *specs)
        if (spec.traits->change == mp::Change::Workers)
            throw std::invalid_argument(std::string(spec.traits->name)
                                        + " changes the number of workers, which this training cannot");
    return *std::move(specs);
}

std::vector<millrace::Nanoseconds> microseconds(const std::vector<std::int64_t>& counts)
{
    std::vector<millrace::Nanoseconds> times;
    for (const std::int64_t count : counts)
        times.emplace_back(std::chrono::microseconds(count));
    return times;
}

/// The policies of one rank, for steps that it is shown in order.
class Policies
{
public:
    Policies(const std::string& text, std::uint64_t payload) : m_set(parsed(text)), m_payload(payload) { }

    /// Dictionaries with change, value, strategy (of a change of it), policy and reason.
    py::list observe(std::int64_t step, bool warmup, const std::string& strategy, int root, int batch,
                     const std::vector<std::int64_t>& durations, const std::vector<std::int64_t>& communication,
                     std::optional<double> noiseScale)
    {
        const auto used = mc::parseStrategy(strategy);
        mp::Observation observation;
        observation.step = step;
        observation.warmup = warmup;
        observation.first = step == 0;
        observation.setting = {used ? *used : mc::Strategy::RingAllReduce, root, batch};
        observation.payload = m_payload;
        observation.duration = microseconds(durations);
        observation.communication = microseconds(communication);
        observation.noiseScale = noiseScale;
        py::list decisions;
        for (const mp::Decision& decision : m_set.observe(observation)) {
            py::dict entry;
            entry["change"] = std::string(mp::changeName(decision.change));
            entry["value"] = decision.value;
            if (decision.change == mp::Change::Strategy)
                entry["strategy"] = std::string(mc::strategyName(decision.strategy));
            entry["policy"] = decision.policy;
            entry["reason"] = decision.reason;
            decisions.append(entry);
        }
        return decisions;
    }

    [[nodiscard]] bool changes(const std::string& what) const
    {
        const auto change = mp::parseChange(what);
        return change && m_set.changes(*change);
    }

private:
    mp::PolicySet m_set;
    std::uint64_t m_payload;
};

} // namespace

void definePolicies(py::module_& module)
{
    py::class_<Policies>(module, "Policies")
        .def(py::init<const std::string&, std::uint64_t>(), py::arg("text"), py::arg("payload"))
        .def("observe", &Policies::observe, py::arg("step"), py::arg("warmup"), py::arg("strategy"), py::arg("root"),
             py::arg("batch"), py::arg("durations"), py::arg("communication"), py::arg("noise_scale"))
        .def("changes", &Policies::changes);
}

} // namespace millrace_torch
