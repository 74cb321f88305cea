// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/training_log.h"

#include "core/base/json_fields.h"
#include "core/base/seconds.h"
#include "core/collective/session.h"
#include "core/trainer/synthetic_gradient.h"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace millrace::trainer {
namespace {

constexpr const char* device = "/gpu:0";
constexpr double spreadFactor = 1.96;

std::string hostName()
{
    char name[256] = {};
    return gethostname(name, sizeof name - 1) == 0 ? std::string(name) : std::string("?");
}

/// Duration of a resize as KungFu prints it.
std::string resizeText(Nanoseconds duration)
{
    const double time = seconds(duration);
    if (time < 1)
        return fmt::format("{:.2f}ms", time * 1e3);
    return time < 60 ? fmt::format("{:.2f}s", time)
                     : fmt::format("{}m{}s", static_cast<long>(time) / 60, static_cast<long>(time) % 60);
}

const char* causeOf(const ResizeReport& report)
{
    if (report.failed)
        return "failure";
    if (report.from == 0)
        return "start";
    return report.to > report.from ? "join" : report.to < report.from ? "leave" : "replace";
}

std::string stepText(const StepReport& step)
{
    const double rate = step.samples / seconds(std::max(step.total, Nanoseconds(1)));
    if (step.warmup)
        return fmt::format("Warmup Step #{}: {:.1f} img/sec per {}, took {:.3f}s\n", step.step, rate, device,
                           seconds(step.total));
    return fmt::format("Iter #{}: {:.1f} img/sec per {}\n", step.step, rate, device);
}

} // namespace

Result<void> TrainingLog::start(const TrainSpec& spec, Nanoseconds nominalCompute)
{
    Json line = event("start");
    line["size"] = spec.peers.size();
    line["model"] = spec.model.name;
    line["tensors"] = spec.model.tensors.size();
    line["elements"] = spec.model.elements();
    line["bytes"] = spec.model.bytes();
    line["batch"] = spec.batch;
    line["strategy"] = collective::strategyName(spec.session.strategy);
    line["steps"] = spec.steps;
    line["warmup_steps"] = spec.warmupSteps;
    line["verify_every"] = spec.verifyEvery;
    line["seed"] = spec.seed;
    line["fuse"] = spec.fuse;
    if (!spec.averaging.isSynchronous()) {
        line["local_steps"] = spec.averaging.localSteps;
        line["fragments"] = spec.averaging.fragments;
        line["overlap_steps"] = spec.averaging.overlapSteps;
    }
    if (spec.compression != collective::Compression::None)
        line["compression"] = collective::compressionName(spec.compression);
    line["compute_ns"] = nominalCompute.count();
    if (spec.noiseScale > 0)
        line["noise_scale"] =
            SyntheticGradient(spec.seed, spec.noiseScale, spec.batch).noiseScale(spec.model.elements());
    line["host"] = hostName();
    line["pid"] = getpid();
    return write(line, fmt::format("Model: {}\nBatch size: {}\n", spec.model.name, spec.batch));
}

Result<void> TrainingLog::connected(const collective::Session& session, Nanoseconds took)
{
    if (m_gauges != nullptr)
        m_gauges->setMembers(session.size());
    Json line = event("connected");
    line["strategy"] = collective::strategyName(session.strategy());
    line["congestion_control"] = session.congestionControl();
    line["connect_ns"] = took.count();
    return write(line, fmt::format("init took {:.3f}s\n", seconds(took)));
}

Result<void> TrainingLog::phase(bool warmup)
{
    Json line = event("phase");
    line["phase"] = warmup ? "warmup" : "benchmark";
    return write(line, warmup ? "Running warmup...\n" : "Running benchmark...\n");
}

Result<void> TrainingLog::step(const StepReport& step)
{
    if (m_gauges != nullptr)
        m_gauges->take(step);
    const std::string line = fmt::format(
        R"({{"event":"step","rank":{},"mono_ns":{},"wall_ns":{},"step":{},"warmup":{},"compute_ns":{},"comm_ns":{},)"
        R"("step_ns":{},"sent_bytes":{},"received_bytes":{},"samples":{}{}}})",
        m_rank, m_clock->monotonic().count(), m_clock->wall().count(), step.step, step.warmup, step.compute.count(),
        step.communication.count(), step.total.count(), step.sentBytes, step.receivedBytes, step.samples,
        step.workers > 0 ? fmt::format(R"(,"workers":{},"position":{})", step.workers, step.position) : std::string());
    return m_sink(m_leads ? line + "\n" + stepText(step) : line + "\n");
}

Result<void> TrainingLog::metric(std::string_view name, double value, std::int64_t step)
{
    if (m_gauges != nullptr)
        m_gauges->take(name, value);
    Json line = event("metric");
    line["name"] = name;
    line["value"] = value;
    line["step"] = step;
    return write(line);
}

Result<void> TrainingLog::peers(const PeerReport& report, const policy::Setting& setting)
{
    const auto counts = [](const std::vector<Nanoseconds>& times) {
        std::vector<std::int64_t> values;
        std::ranges::transform(times, std::back_inserter(values), &Nanoseconds::count);
        return values;
    };
    if (m_gauges != nullptr)
        m_gauges->take(report, setting);
    Json line = event("peers");
    line["interval_ns"] = report.interval.count();
    line["steps"] = report.steps;
    line["payload"] = report.payload;
    line["comm_ns"] = report.communication.count();
    line["leads"] = m_leads;
    line["strategy"] = collective::strategyName(setting.strategy);
    line["root"] = setting.root;
    line["peers"] = report.peers;
    line["sent"] = report.sent;
    line["received"] = report.received;
    line["waited_ns"] = counts(report.waited);
    line["pair_bytes"] = report.pairBytes;
    line["pair_ns"] = counts(report.pairTime);
    return write(line);
}

Result<void> TrainingLog::verified(const VerifyReport& report)
{
    Json line = event("verify");
    line["step"] = report.step;
    line["checksum"] = fmt::format("{:016x}", report.checksum);
    line["ok"] = report.ok;
    if (!report.ok)
        line["what"] = report.what;
    return write(line);
}

Result<void> TrainingLog::resized(const ResizeReport& report)
{
    if (m_gauges != nullptr)
        m_gauges->take(report);
    Json line = event("resize");
    line["version"] = report.version;
    line["from"] = report.from;
    line["to"] = report.to;
    line["cause"] = causeOf(report);
    line["step"] = report.step;
    line["redone_steps"] = report.redone;
    line["detect_ns"] = report.detect.count();
    line["decide_ns"] = report.decide.count();
    line["connect_ns"] = report.connect.count();
    line["state_ns"] = report.state.count();
    line["first_step_ns"] = report.firstStep.count();
    line["resize_ns"] = report.total.count();
    if (report.from == 0)
        return write(line);
    return write(line, fmt::format("resize {} -> {} took {}\n", report.from, report.to, resizeText(report.total)));
}

Result<void> TrainingLog::decided(const policy::Decision& decision, std::int64_t step)
{
    if (m_gauges != nullptr)
        m_gauges->take(decision);
    Json line = event("decision");
    line["step"] = step;
    line["policy"] = decision.policy;
    line["change"] = policy::changeName(decision.change);
    line["value"] = decision.value;
    if (decision.change == policy::Change::Strategy)
        line["strategy"] = collective::strategyName(decision.strategy);
    line["reason"] = decision.reason;
    return write(line);
}

Result<void> TrainingLog::noticed(const Error& error, const collective::PeerList& peers, std::optional<int> culprit)
{
    return failure("noticed", error, peers, culprit);
}

Result<void> TrainingLog::error(const Error& error, const collective::PeerList& peers, std::optional<int> culprit)
{
    return failure("error", error, peers, culprit);
}

Result<void> TrainingLog::failure(std::string_view name, const Error& error, const collective::PeerList& peers,
                                  std::optional<int> culprit)
{
    Json line = event(name);
    line["code"] = errorCodeName(error.code);
    std::vector<int> ranks = culprit ? std::vector(1, *culprit) : peers.describedIn(error.what);
    if (!culprit)
        std::erase(ranks, m_rank);
    if (!ranks.empty() && error.code != ErrorCode::Cancelled) {
        line["peer"] = ranks.front();
        line["peers"] = ranks;
    }
    line["what"] = error.text();
    return write(line);
}

Result<void> TrainingLog::sent(const collective::TcpTotals& totals)
{
    Json line = event("sent");
    line["tcp_bytes"] = totals.sentBytes;
    line["tcp_retransmitted_bytes"] = totals.retransmittedBytes;
    return write(line);
}

Result<void> TrainingLog::end(const TrainReport& report, const TrainSpec& spec, collective::Strategy strategy)
{
    Json line = event("end");
    line["steps"] = report.steps;
    line["samples_per_second"] = report.samplesPerSecond;
    line["rate_mean"] = report.rateMean;
    line["rate_stddev"] = report.rateDeviation;
    line["step_mean_ns"] = report.stepMean;
    line["step_stddev_ns"] = report.stepDeviation;
    line["compute_mean_ns"] = report.computeMean;
    line["comm_mean_ns"] = report.communicationMean;
    line["sent_bytes"] = report.sentBytes;
    line["received_bytes"] = report.receivedBytes;
    line["verified"] = report.verified;
    Json settings;
    settings["framework"] = "millrace";
    settings["np"] = spec.peers.size();
    settings["strategy"] = collective::strategyName(strategy);
    settings["bs"] = spec.batch;
    settings["model"] = spec.model.name;
    settings["kf-opt"] = "sync-sgd";
    settings["fuse"] = spec.fuse;
    const double spread = spreadFactor * report.rateDeviation;
    return write(line,
                 fmt::format("Img/sec per {}: {:.1f} +-{:.1f}\nRESULT: {:.6f} +-{:.6f} {}\n", device, report.rateMean,
                             spread, report.rateMean, spread, settings.dump()));
}

Json TrainingLog::event(std::string_view name) const
{
    Json line;
    line["event"] = name;
    line["rank"] = m_rank;
    line["mono_ns"] = m_clock->monotonic().count();
    line["wall_ns"] = m_clock->wall().count();
    return line;
}

Result<void> TrainingLog::write(const Json& event, std::string_view human)
{
    std::string lines = event.dump(-1, ' ', false, Json::error_handler_t::replace);
    lines += '\n';
    if (m_leads)
        lines += human;
    return m_sink(lines);
}

} // namespace millrace::trainer
