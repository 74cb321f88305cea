// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/slurm_allocation.h"

#include "core/base/text.h"
#include "core/cluster/slurm_hostlist.h"
#include "core/cluster/slurm_options.h"
#include "core/remote/slurm_host.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <random>
#include <thread>

namespace millrace::remote {

namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds askTime = 20s;
constexpr Nanoseconds releaseTime = 15s;
constexpr Nanoseconds pollTime = 500ms;
constexpr Nanoseconds cancelTime = 50ms;

std::string drawJobName()
{
    std::random_device device;
    return fmt::format("millrace-{:08x}{:08x}", device(), device());
}

/// Waits, at most `duration`; false if cancelled.
bool pause(Nanoseconds duration, const JobContext& job)
{
    const Deadline end = deadlineIn(duration);
    while (timeLeft(end).count() > 0 && !job.cancelled())
        std::this_thread::sleep_for(std::min(timeLeft(end), cancelTime));
    return !job.cancelled();
}

/// Whether a reason of squeue(1) does not change by waiting.
bool waitsForEver(const std::string& reason)
{
    static constexpr std::array<std::string_view, 8> reasons = {
        "PartitionNodeLimit", "PartitionTimeLimit", "BadConstraints", "InvalidAccount",
        "InvalidQOS",         "AccountNotAllowed",  "JobHeldAdmin",   "QOSNotAllowed"};
    return std::ranges::find(reasons, reason) != reasons.end();
}

/// Returns the last non-empty line, without the program's name in front.
std::string lastWords(std::string_view text)
{
    std::string last;
    for (const std::string_view line : split(text, '\n'))
        if (!trim(line).empty())
            last = trim(line);
    return last;
}

} // namespace

std::optional<std::chrono::seconds> parseSlurmTime(std::string_view text)
{
    text = trim(text);
    std::int64_t seconds = 0;
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        const auto days = parseInteger(text.substr(0, dash));
        if (!days || *days < 0 || *days > 36'500)
            return std::nullopt;
        seconds = *days;
        text.remove_prefix(dash + 1);
        if (std::ranges::count(text, ':') != 2)
            return std::nullopt;
    }
    const auto parts = split(text, ':');
    if (parts.size() < 2 || parts.size() > 3)
        return std::nullopt;
    if (parts.size() == 2)
        seconds = 0;
    bool first = true;
    seconds *= parts.size() == 3 ? 24 : 1;
    for (const std::string_view part : parts) {
        const auto number = parseInteger(part);
        if (!number || *number < 0 || *number > 1'000'000)
            return std::nullopt;
        seconds = first ? seconds + *number : seconds * 60 + *number;
        first = false;
    }
    return std::chrono::seconds(seconds);
}

Result<SlurmJobState> parseSlurmJob(std::string_view line)
{
    line = trim(line);
    SlurmJobState state;
    if (line.empty())
        return state;
    const auto fields = split(line.substr(0, line.find('\n')), '|');
    if (fields.size() != 5 || !parseInteger(fields[0]))
        return fail(ErrorCode::Protocol,
                    fmt::format("squeue answered \"{}\", which cannot be parsed", line.substr(0, 80)));
    state.job = fields[0];
    state.state = fields[1];
    state.reason = fields[2];
    MR_TRY(nodes, cluster::expandHostlist(fields[3]));
    state.nodes = std::move(nodes);
    state.timeLeft = parseSlurmTime(fields[4]);
    return state;
}

std::vector<std::string> slurmArguments(const cluster::SlurmAccess& access, int nodes, const std::string& jobName)
{
    const auto minutes = std::chrono::ceil<std::chrono::minutes>(access.time).count();
    std::vector<std::string> arguments = {"--job-name=" + jobName, fmt::format("--nodes={}", nodes),
                                          fmt::format("--time={}", std::max<std::int64_t>(minutes, 1))};
    if (!access.partition.empty())
        arguments.push_back("--partition=" + access.partition);
    if (!access.account.empty())
        arguments.push_back("--account=" + access.account);
    const bool saysHowShared = std::ranges::any_of(access.options, [](const std::string& option) {
        return option.starts_with("--exclusive") || option.starts_with("--oversubscribe") || option == "-s"
            || option == "--share";
    });
    if (!saysHowShared)
        arguments.emplace_back("--exclusive");
    arguments.insert(arguments.end(), access.options.begin(), access.options.end());
    return arguments;
}

SlurmAllocation::SlurmAllocation(std::shared_ptr<Host> login, std::string jobName)
    : m_login(std::move(login)), m_jobName(std::move(jobName))
{
}

SlurmAllocation::~SlurmAllocation()
{
    (void)release(deadlineIn(releaseTime));
}

Result<std::unique_ptr<SlurmAllocation>> SlurmAllocation::obtain(std::shared_ptr<Host> login,
                                                                 const cluster::SlurmAccess& access, int nodes,
                                                                 Deadline deadline, const JobContext& job)
{
    if (nodes < 1)
        return fail(ErrorCode::InvalidInput, "no nodes are asked of Slurm");
    for (const std::string& option : access.options)
        if (std::string why = cluster::whyNoSlurmOption(option); !why.empty())
            return fail(ErrorCode::InvalidInput, std::move(why));
    const std::string where = login->name();
    std::unique_ptr<SlurmAllocation> allocation(new SlurmAllocation(std::move(login), drawJobName()));
    auto got = allocation->submit(access, nodes, deadline, job);
    if (got)
        got = allocation->await(deadline, job);
    if (!got)
        return within(fmt::format("asking Slurm on {} for {} nodes", where, nodes), std::move(got).error());
    return allocation;
}

Result<void> SlurmAllocation::submit(const cluster::SlurmAccess& access, int nodes, Deadline deadline,
                                     const JobContext& job)
{
    Command salloc{{"salloc"}, {}, {}};
    const auto arguments = slurmArguments(access, nodes, m_jobName);
    salloc.argv.insert(salloc.argv.end(), arguments.begin(), arguments.end());
    salloc.argv.emplace_back("cat");
    MR_TRY(holder, m_login->open(salloc));
    m_holder = std::move(holder);
    while (timeLeft(deadline).count() > 0 && !job.cancelled()) {
        // Checks the end of salloc first, then the queue: an existing job is found in either order.
        const auto refused = refusal();
        MR_TRY(state, query(deadline, job));
        m_job = state.job;
        if (!m_job.empty())
            return {};
        if (refused)
            return submitBatch(access, nodes, *refused, deadline, job);
        job.progress(0, 0, "submitting a job to Slurm");
        (void)pause(pollTime / 2, job);
    }
    return job.cancelled() ? fail(ErrorCode::Cancelled, "cancelled while a job was submitted")
                           : fail(ErrorCode::Timeout, "salloc does not answer; try it in a terminal");
}

std::optional<std::string> SlurmAllocation::refusal()
{
    std::array<std::byte, 256> ignored{};
    const auto count = m_holder->read(ignored, deadlineIn(1ms));
    const bool ended = count ? *count == 0 : count.error().code != ErrorCode::Timeout;
    if (!ended)
        return std::nullopt;
    return lastWords(lastErrors(*m_holder));
}

Result<void> SlurmAllocation::submitBatch(const cluster::SlurmAccess& access, int nodes, const std::string& refusal,
                                          Deadline deadline, const JobContext& job)
{
    m_holder.reset();
    Command sbatch{{"sbatch", "--parsable", "--output=/dev/null", "--error=/dev/null", "--input=/dev/null", "--chdir=/",
                    "--wrap=exec sleep 2147483647"},
                   {},
                   {}};
    const auto arguments = slurmArguments(access, nodes, m_jobName);
    sbatch.argv.insert(sbatch.argv.end(), arguments.begin(), arguments.end());
    MR_TRY(output, m_login->run(sbatch, std::min(deadline, deadlineIn(askTime)), job));
    if (!output.succeeded())
        return fail(ErrorCode::Unsupported,
                    fmt::format("Slurm granted no nodes: {}", refusal.empty() ? lastWords(output.err) : refusal));
    const std::string_view number = trim(std::string_view(output.out).substr(0, output.out.find(';')));
    if (!parseInteger(number))
        return fail(ErrorCode::Protocol,
                    fmt::format("sbatch answered \"{}\", which cannot be parsed", lastWords(output.out)));
    m_job = number;
    return {};
}

Result<SlurmJobState> SlurmAllocation::query(Deadline deadline, const JobContext& job) const
{
    Command squeue{{"squeue", "--noheader", "--name=" + m_jobName, "--format=%i|%T|%r|%N|%L"}, {}, {}};
    MR_TRY(output, m_login->run(squeue, std::min(deadline, deadlineIn(askTime)), job));
    if (!output.succeeded())
        return fail(ErrorCode::Unreachable, fmt::format("squeue does not answer: {}", lastWords(output.err)));
    return parseSlurmJob(output.out);
}

Result<void> SlurmAllocation::await(Deadline deadline, const JobContext& job)
{
    std::string last;
    while (timeLeft(deadline).count() > 0 && !job.cancelled()) {
        MR_TRY(state, query(deadline, job));
        if (state.job.empty())
            return fail(ErrorCode::PeerFailed,
                        fmt::format("job {} has left the queue: {}", m_job,
                                    m_holder ? lastWords(m_holder->errorTail()) : std::string("it was cancelled")));
        if (state.state == "RUNNING" && !state.nodes.empty()) {
            m_nodes = std::move(state.nodes);
            return {};
        }
        last = fmt::format("job {} is {} ({})", state.job, state.state, state.reason);
        if (waitsForEver(state.reason))
            return fail(
                ErrorCode::Unsupported,
                fmt::format("Slurm granted no nodes: {}; request fewer nodes, less time or another partition", last));
        job.progress(0, 0, "waiting for Slurm: " + last);
        (void)pause(pollTime, job);
    }
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, fmt::format("cancelled while job {} waited in the queue", m_job));
    return fail(ErrorCode::Timeout,
                fmt::format("{} still; wait longer, ask for fewer nodes or another partition",
                            last.empty() ? "job " + m_job + " is in an unknown state" : last));
}

Result<SlurmJobState> SlurmAllocation::state(Deadline deadline) const
{
    MR_TRY(state, query(deadline));
    if (state.job.empty() || state.state != "RUNNING")
        return fail(ErrorCode::PeerFailed,
                    fmt::format("Slurm has taken back the nodes of job {}{}", m_job,
                                state.state.empty() ? "" : ", which is " + state.state));
    return state;
}

Result<std::shared_ptr<Host>> SlurmAllocation::node(const std::string& name) const
{
    if (std::ranges::count(m_nodes, name) == 0)
        return fail(ErrorCode::NotFound,
                    fmt::format("{} is not among the nodes that Slurm gave: {}", name, join(m_nodes, ", ")));
    return std::shared_ptr<Host>(std::make_shared<SlurmHost>(m_login, m_job, name));
}

Result<void> SlurmAllocation::release(Deadline deadline)
{
    if (m_released)
        return {};
    m_released = true;
    // Also by name: the job may exist although its number is not known.
    Command scancel{{"scancel", "--quiet", "--name=" + m_jobName}, {}, {}};
    auto cancelled = m_login->run(scancel, deadline);
    if (m_holder)
        m_holder->closeWrite();
    Result<void> gone = fail(ErrorCode::Timeout, fmt::format("job {} does not leave the queue of Slurm", m_job));
    while (timeLeft(deadline).count() > 0) {
        const auto state = query(deadline);
        if (!state)
            gone = state.error();
        else if (state->job.empty())
            gone = {};
        if (!state || state->job.empty())
            break;
        std::this_thread::sleep_for(pollTime / 5);
    }
    m_holder.reset();
    if (!gone && !cancelled)
        return std::move(cancelled).error();
    return gone;
}

} // namespace millrace::remote
