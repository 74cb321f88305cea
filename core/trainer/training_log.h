// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/policy/decision.h"
#include "core/trainer/train_report.h"
#include "core/trainer/train_spec.h"
#include "core/trainer/training_gauges.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::trainer {

/// Log of a worker: on every rank one JSON object per line, {"event", "rank", "mono_ns", "wall_ns", …}, and on rank 0
/// also lines in the format of KungFu's benchmarks. `mono_ns` and `wall_ns` are the time of the event: for a step, its
/// end. Fields by event:
///  start      size, model, tensors, elements, bytes, batch, strategy, steps, warmup_steps, verify_every, seed, fuse,
///             local_steps, fragments, overlap_steps and compression (of trainings that have them),
///             compute_ns (nominal), noise_scale (of the synthetic gradients, if they have one), host, pid
///  connected  strategy (AUTO resolved), congestion_control, connect_ns
///  phase      phase: "warmup" or "benchmark"
///  step       step (counted from 0 in each phase), warmup, compute_ns, comm_ns, step_ns, sent_bytes, received_bytes
///             (payload of the all-reduces that ended in it), samples, workers and position (only where the members
///             change)
///  metric     name, value, step: a value during the training, such as "gradient-noise-scale"
///  peers      interval_ns, steps, payload and comm_ns of these steps, leads (first rank), strategy, root, and by
///  worker: peers, sent, received,
///             waited_ns; by graph pair of the strategy: pair_bytes, pair_ns; see PeerReport
///  verify     step, checksum (16 hex digits), ok, what (only if not ok)
///  resize     version, from, to, cause ("start", "join", "leave", "replace", "failure"), step, redone_steps,
///  detect_ns,
///             decide_ns, connect_ns, state_ns, first_step_ns, resize_ns: see ResizeReport; after its first step
///  decision   step (finished before it, of both phases together), policy, change ("strategy", "batch", "workers"),
///             value (root, samples per worker, or workers), strategy (of a change of it), reason; of the first rank
///  noticed    code, what, peer and peers as for error: a failure of others that the training survives
///  error      code, what, peer (the rank to blame, or the first that is missing) and peers (all of them)
///  sent       tcp_bytes, tcp_retransmitted_bytes: of the connections to other hosts, by the kernel's counters
///             (collective::TcpTotals)
///  end        steps, samples_per_second, rate_mean, rate_stddev, step_mean_ns, step_stddev_ns, compute_mean_ns,
///             comm_mean_ns, sent_bytes, received_bytes, verified
class TrainingLog
{
public:
    /// Receives one or more complete lines, each with its '\n'.
    using Sink = std::function<Result<void>(std::string_view lines)>;

    TrainingLog(int rank, Sink sink, const Clock& clock)
        : m_rank(rank), m_leads(rank == 0), m_sink(std::move(sink)), m_clock(&clock)
    {
    }

    [[nodiscard]] Result<void> start(const TrainSpec& spec, Nanoseconds nominalCompute);
    [[nodiscard]] Result<void> connected(const collective::Session& session, Nanoseconds took);
    [[nodiscard]] Result<void> phase(bool warmup);
    [[nodiscard]] Result<void> step(const StepReport& step);
    /// `name`: as in store::printedSeries.
    [[nodiscard]] Result<void> metric(std::string_view name, double value, std::int64_t step);
    [[nodiscard]] Result<void> peers(const PeerReport& report, const policy::Setting& setting);
    [[nodiscard]] Result<void> verified(const VerifyReport& report);
    [[nodiscard]] Result<void> resized(const ResizeReport& report);
    /// What a policy has changed after a step.
    [[nodiscard]] Result<void> decided(const policy::Decision& decision, std::int64_t step);
    /// A failure of others that the training survives.
    [[nodiscard]] Result<void> noticed(const Error& error, const collective::PeerList& peers,
                                       std::optional<int> culprit);
    /// `culprit`: the rank to blame, if the session knows it.
    [[nodiscard]] Result<void> error(const Error& error, const collective::PeerList& peers, std::optional<int> culprit);
    [[nodiscard]] Result<void> sent(const collective::TcpTotals& totals);
    [[nodiscard]] Result<void> end(const TrainReport& report, const TrainSpec& spec, collective::Strategy strategy);

    /// What is logged from here on is also shown there; it outlives the log.
    void show(TrainingGauges& gauges) noexcept { m_gauges = &gauges; }
    /// Whether this rank writes the text for people; at first rank 0 does.
    void setLeading(bool leading) noexcept { m_leads = leading; }

private:
    [[nodiscard]] nlohmann::ordered_json event(std::string_view name) const;
    [[nodiscard]] Result<void> failure(std::string_view name, const Error& error, const collective::PeerList& peers,
                                       std::optional<int> culprit);
    /// Writes the JSON line, and on rank 0 the human-readable text.
    [[nodiscard]] Result<void> write(const nlohmann::ordered_json& event, std::string_view human = {});

    int m_rank;
    bool m_leads;
    Sink m_sink;
    const Clock* m_clock;
    TrainingGauges* m_gauges = nullptr;
};

} // namespace millrace::trainer
