// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/ssh_host.h"

#include "core/remote/remote_text.h"
#include "core/remote/session_pool.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::remote {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t outputLimit = 16 << 20;

/// Ends the process and waits a moment for the server's confirmation.
Error abandoned(RemoteChannel& channel, ErrorCode code, std::string what)
{
    channel.end(Ending::AtOnce);
    static_cast<void>(channel.wait(deadlineIn(code == ErrorCode::Cancelled ? 80ms : 1s)));
    return fail(code, std::move(what));
}

struct Running
{
    RemoteChannel& channel;
    const std::string& host;
    const Command& command;
    Deadline deadline;
    const JobContext& job;

    /// Returns nothing while the call may continue.
    [[nodiscard]] std::optional<Error> interruption() const
    {
        if (job.cancelled())
            return abandoned(channel, ErrorCode::Cancelled,
                             fmt::format("\"{}\" on {} was cancelled.", commandText(command), host));
        if (timeLeft(deadline).count() == 0)
            return abandoned(
                channel, ErrorCode::Timeout,
                fmt::format("\"{}\" on {} did not end in time and was stopped.", commandText(command), host));
        return std::nullopt;
    }
    [[nodiscard]] Deadline slice() const { return std::min(deadline, deadlineIn(50ms)); }
};

Result<void> feedAndCollect(const Running& running, std::string_view input, std::string& out)
{
    std::array<std::byte, 64 << 10> buffer;
    bool inputOpen = true;
    for (;;) {
        if (auto error = running.interruption())
            return std::move(*error);
        if (inputOpen) {
            input.remove_prefix(running.channel.offer(input));
            if (input.empty()) {
                running.channel.closeWrite();
                inputOpen = false;
            }
        }
        if (!running.channel.waitForOutput(inputOpen ? std::min(running.slice(), deadlineIn(2ms)) : running.slice()))
            continue;
        MR_TRY(count, running.channel.read(buffer, running.slice()));
        if (count == 0)
            return {};
        if (out.size() < outputLimit)
            out.append(reinterpret_cast<const char*>(buffer.data()), std::min(count, outputLimit - out.size()));
    }
}

} // namespace

SshHost::SshHost(std::string name, std::shared_ptr<SshSession> session)
    : m_name(std::move(name)), m_session(std::move(session))
{
}

Result<CommandOutput> SshHost::run(const Command& command, Deadline deadline, const JobContext& job)
{
    return runWithInput(command, {}, deadline, job);
}

Result<CommandOutput> SshHost::runWithInput(const Command& command, std::string_view input, Deadline deadline,
                                            const JobContext& job)
{
    MR_CHECK(remoteText(command, true));
    ChannelSpec spec;
    spec.command = command;
    spec.errorLimit = outputLimit;
    const auto channel = m_session->open(std::move(spec));
    const Running running{*channel, m_name, command, deadline, job};
    CommandOutput output;
    MR_CHECK(feedAndCollect(running, input, output.out));
    for (;;) {
        if (auto finished = channel->wait(running.slice())) {
            if (!*finished)
                return finished->error();
            output.exitCode = (*finished)->exitCode;
            output.signal = (*finished)->signal;
            output.err = channel->errorText();
            return output;
        }
        if (auto error = running.interruption())
            return std::move(*error);
    }
}

Result<std::unique_ptr<HostStream>> SshHost::open(const Command& command)
{
    if (auto reason = m_session->lost())
        return std::move(*reason);
    MR_CHECK(remoteText(command, true));
    ChannelSpec spec;
    spec.command = command;
    return std::unique_ptr<HostStream>(std::make_unique<RemoteStream>(m_session->open(std::move(spec))));
}

Result<std::unique_ptr<HostStream>> SshHost::openSubsystem(const std::string& subsystem)
{
    if (auto reason = m_session->lost())
        return std::move(*reason);
    ChannelSpec spec;
    spec.kind = ChannelKind::Subsystem;
    spec.text = subsystem;
    return std::unique_ptr<HostStream>(std::make_unique<RemoteStream>(m_session->open(std::move(spec))));
}

Result<std::shared_ptr<SshHost>> connectHost(std::string_view destination, const ConnectOptions& options,
                                             Prompts& prompts, Deadline deadline, const JobContext& job)
{
    SessionPool pool(options, prompts);
    return pool.host(destination, deadline, job);
}

} // namespace millrace::remote
