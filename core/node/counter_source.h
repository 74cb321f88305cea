// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/node/process_table.h"

#include <map>
#include <memory>
#include <optional>

namespace millrace::node {

/// Reads the counters of a SamplingSpec. Not thread-safe.
class CounterSource
{
public:
    /// Fails if one of them is not available on this machine.
    [[nodiscard]] static Result<std::unique_ptr<CounterSource>> open(const agent::SamplingSpec& spec,
                                                                     std::shared_ptr<ProcessTable> processes);
    /// Takes a sample; unreadable counters are left out. Those of the machine are read every 100 ms at most, as they
    /// have a resolution of 10 ms and cost the kernel more.
    [[nodiscard]] agent::Sample read();

private:
    CounterSource() = default;
    void readMachine(agent::Sample& sample);
    void readProcesses(agent::Sample& sample);

    agent::SamplingSpec m_spec;
    std::shared_ptr<ProcessTable> m_processes;
    std::optional<counters::ProcFile> m_interfaces;
    std::optional<counters::ProcFile> m_machine;
    std::optional<counters::ProcFile> m_memory;
    std::optional<counters::ProcFile> m_pressure;
    std::optional<counters::TcpSocketReader> m_tcp;
    std::map<agent::ProcessId, counters::ProcessTree> m_trees;
    Deadline m_nextMachine{};
};

} // namespace millrace::node
