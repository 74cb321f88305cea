// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/agent/process_table.h"
#include "core/agent/node_values.h"

#include <map>
#include <memory>
#include <optional>

namespace millrace {

/// Reads the counters that a SamplingSpec names. Not thread-safe.
class CounterSource
{
public:
    /// Fails where one of them cannot be read on this machine.
    [[nodiscard]] static Result<std::unique_ptr<CounterSource>> open(const agent::SamplingSpec& spec,
                                                                     std::shared_ptr<ProcessTable> processes);
    /// A counter that cannot be read this time is left out. Those of the machine are read every 100 ms at most, as they
    /// move in steps of 10 ms and cost the kernel more.
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

} // namespace millrace
