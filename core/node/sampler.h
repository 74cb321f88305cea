// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/node/process_table.h"

namespace millrace::node {

class CounterSource;

/// Takes a sample at its start, at fixed instants from then on, and when it is stopped. Sends them in batches of up to
/// 100 ms, from a separate thread.
class Sampler
{
public:
    [[nodiscard]] static Result<std::unique_ptr<Sampler>> start(agent::AgentServer& server, agent::SamplingId id,
                                                                const agent::SamplingSpec& spec,
                                                                std::shared_ptr<ProcessTable> processes);
    ~Sampler();
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

    /// Sends the last batch and ends.
    agent::SamplingEnd stop();

private:
    Sampler(agent::AgentServer& server, agent::SamplingId id, const agent::SamplingSpec& spec,
            std::unique_ptr<CounterSource> source);
    void run(const std::stop_token& stop);
    [[nodiscard]] bool sleepUntil(Deadline instant, const std::stop_token& stop) const;
    void take();
    void flush();

    agent::AgentServer& m_server;
    const agent::SamplingSpec m_spec;
    std::unique_ptr<CounterSource> m_source;
    const Deadline m_start;
    agent::SampleBatch m_batch;
    agent::SamplingEnd m_end;
    WakeUp m_wake;
    std::jthread m_thread;
};

} // namespace millrace::node
