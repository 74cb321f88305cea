// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/matrix_measurement.h"

#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds answerTime = 10s;
constexpr Nanoseconds connectingTime = 60s; ///< connecting, opening windows over a long way, and the answer
constexpr std::size_t dayLength = 10; ///< "2026-11-29"

class PairMeasurement
{
public:
    PairMeasurement(std::span<const NodeToCheck> nodes, const MatrixMeasurement& how, const JobContext& job)
        : m_nodes(nodes), m_how(how), m_job(job)
    {
    }

    Result<cluster::MeasuredPairs> run()
    {
        std::vector<const NodeToCheck*> usable;
        for (const NodeToCheck& node : m_nodes)
            if (node.agent == nullptr)
                m_pairs.problems.push_back(fmt::format(
                    "{}: {}", node.name, node.unreachable ? node.unreachable->text() : "there is no agent"));
            else
                usable.push_back(&node);
        m_total = std::ssize(usable) * std::max<std::ptrdiff_t>(std::ssize(usable) - 1, 0);
        for (const NodeToCheck* to : usable)
            MR_CHECK(measureInto(usable, *to));
        if (m_pairs.matrix.empty())
            return fail(ErrorCode::NotFound,
                        "no pair of nodes could be measured"
                            + (m_pairs.problems.empty() ? std::string() : ": " + m_pairs.problems.front()));
        return std::move(m_pairs);
    }

private:
    /// From all others to one node.
    Result<void> measureInto(const std::vector<const NodeToCheck*>& usable, const NodeToCheck& to)
    {
        const auto drain = to.agent->startDrain({to.nic.address, 0}, deadlineIn(answerTime));
        for (const NodeToCheck* from : usable) {
            if (from == &to)
                continue;
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "the measurement was cancelled");
            m_job.progress(m_done, m_total, fmt::format("{} → {}, {} of {}", from->name, to.name, m_done + 1, m_total));
            ++m_done;
            auto entry = drain ? measurePair(*from, to, *drain) : Result<cluster::PairEntry>(drain.error());
            if (entry)
                m_pairs.matrix.push_back(*std::move(entry));
            else if (entry.error().code == ErrorCode::Cancelled || entry.error().code == ErrorCode::InvalidInput)
                return std::move(entry).error();
            else
                m_pairs.problems.push_back(fmt::format("{} → {}: {}", from->name, to.name, entry.error().text()));
        }
        if (drain)
            (void)to.agent->stopDrain(*drain, deadlineIn(answerTime)); // it ends with the agent at the latest
        return {};
    }

    Result<cluster::PairEntry> measurePair(const NodeToCheck& from, const NodeToCheck& to, const Endpoint& drain) const
    {
        probe::TcpRateSpec spec;
        spec.drain = drain;
        spec.streams = m_how.streams;
        spec.duration = m_how.duration;
        MR_TRY(report, from.agent->probeTcpRate(spec, deadlineIn(spec.duration + connectingTime), m_job));
        cluster::PairEntry entry;
        entry.from = from.name;
        entry.to = to.name;
        entry.bitsPerSecond = std::round(report.bitsPerSecond);
        entry.roundTrip = report.roundTrip;
        entry.streams = m_how.streams;
        entry.source = fmt::format("measured {} for {}, {}", toRfc3339(wallNow()).substr(0, dayLength),
                                   durationText(m_how.duration), report.congestionControl);
        return entry;
    }

    std::span<const NodeToCheck> m_nodes;
    const MatrixMeasurement& m_how;
    const JobContext& m_job;
    cluster::MeasuredPairs m_pairs;
    long long m_done = 0;
    long long m_total = 0;
};

} // namespace

Result<cluster::MeasuredPairs> measureMatrix(std::span<const NodeToCheck> nodes, const MatrixMeasurement& how,
                                             const JobContext& job)
{
    return PairMeasurement(nodes, how, job).run();
}

} // namespace millrace::run
