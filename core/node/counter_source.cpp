// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/counter_source.h"

#include <algorithm>

namespace millrace::node {

namespace {

constexpr auto machineInterval = std::chrono::milliseconds(100);

} // namespace

Result<std::unique_ptr<CounterSource>> CounterSource::open(const agent::SamplingSpec& spec,
                                                           std::shared_ptr<ProcessTable> processes)
{
    std::unique_ptr<CounterSource> source(new CounterSource);
    source->m_spec = spec;
    source->m_processes = std::move(processes);
    if (spec.interfaces) {
        // "self" would be the thread that opens it, which ends with its request.
        MR_TRY(file, counters::ProcFile::open("/proc/self/net/dev"));
        source->m_interfaces = std::move(file);
    }
    if (spec.machine) {
        MR_TRY(machine, counters::ProcFile::open("/proc/stat"));
        MR_TRY(memory, counters::ProcFile::open("/proc/meminfo"));
        source->m_machine = std::move(machine);
        source->m_memory = std::move(memory);
        if (auto pressure = counters::ProcFile::open("/proc/pressure/cpu")) // kernels with CONFIG_PSI
            source->m_pressure = *std::move(pressure);
    }
    if (spec.tcp) {
        MR_TRY(tcp, counters::TcpSocketReader::open());
        source->m_tcp = std::move(tcp);
    }
    return source;
}

agent::Sample CounterSource::read()
{
    agent::Sample sample;
    sample.monotonic = monotonicNow();
    sample.wall = wallNow();
    if (m_interfaces)
        if (const auto text = m_interfaces->read(); !text || !counters::parseInterfaces(*text, sample.interfaces))
            sample.interfaces.clear();
    if (m_tcp && !m_tcp->read(m_spec.ports, sample.peers, deadlineIn(std::chrono::milliseconds(100))))
        sample.peers.clear();
    if (m_spec.processes)
        readProcesses(sample);
    if (m_machine && timeLeft(m_nextMachine) == Nanoseconds(0))
        readMachine(sample);
    return sample;
}

void CounterSource::readMachine(agent::Sample& sample)
{
    m_nextMachine = deadlineIn(machineInterval - std::chrono::milliseconds(5));
    if (const auto text = m_machine->read())
        if (const auto cpu = counters::parseMachineCpu(*text))
            sample.machine = *cpu;
    if (sample.machine && m_pressure)
        if (const auto text = m_pressure->read())
            sample.machine->pressure = counters::parsePressure(*text).value_or(Nanoseconds(0));
    if (const auto text = m_memory->read())
        sample.availableMemory = counters::parseAvailableMemory(*text).value_or(0);
}

void CounterSource::readProcesses(agent::Sample& sample)
{
    const auto running = m_processes->running();
    std::erase_if(m_trees, [&](const auto& tree) {
        return std::ranges::none_of(running, [&](const auto& process) { return process.first == tree.first; });
    });
    for (const auto& [id, pid] : running) {
        auto tree = m_trees.try_emplace(id, pid).first;
        sample.processes.push_back({id, tree->second.read()});
    }
}

} // namespace millrace::node
