// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/local_host.h"

#include "core/base/process.h"

#include <array>
#include <csignal>
#include <mutex>
#include <poll.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace millrace {

namespace {

/// Child process as a HostStream; a separate thread keeps the end of its stderr.
class ProcessStream final : public HostStream
{
public:
    explicit ProcessStream(ChildProcess child)
        : m_errors(std::move(child.errors)), m_stream(std::move(child.output), std::move(child.input)),
          m_child(std::move(child)), m_reader([this](const std::stop_token& stop) { collectErrors(stop); })
    {
    }

    /// Closes the child's stdin, then sends SIGTERM, then SIGKILL.
    ~ProcessStream() override
    {
        m_stream.closeWrite();
        if (!m_child.wait(deadlineIn(std::chrono::milliseconds(200))))
            m_child.stop(std::chrono::seconds(2));
        m_reader.request_stop();
        m_wake.notify();
    }

    ProcessStream(const ProcessStream&) = delete;
    ProcessStream& operator=(const ProcessStream&) = delete;

    Result<std::size_t> read(std::span<std::byte> into, Deadline deadline) override
    {
        return m_stream.read(into, deadline);
    }
    Result<void> write(std::span<const std::byte> bytes, Deadline deadline) override
    {
        return m_stream.write(bytes, deadline);
    }
    void closeWrite() override { m_stream.closeWrite(); }
    void kill() override { m_child.signalGroup(SIGKILL); }

    std::string errorTail() override
    {
        const std::lock_guard lock(m_mutex);
        return m_tail;
    }

private:
    static constexpr std::size_t tailLimit = 64 << 10;

    void collectErrors(const std::stop_token& stop)
    {
        std::array<char, 4096> buffer;
        while (!stop.stop_requested()) {
            std::array<pollfd, 2> entries{{{m_errors.get(), POLLIN, 0}, {m_wake.fd(), POLLIN, 0}}};
            if (::poll(entries.data(), entries.size(), 60'000) <= 0 || entries[0].revents == 0)
                continue;
            const ssize_t got = ::read(m_errors.get(), buffer.data(), buffer.size());
            if (got <= 0)
                return;
            const std::lock_guard lock(m_mutex);
            m_tail.append(buffer.data(), static_cast<std::size_t>(got));
            if (m_tail.size() > tailLimit)
                m_tail.erase(0, m_tail.size() - tailLimit);
        }
    }

    UniqueFd m_errors;
    FdStream m_stream;
    ChildProcess m_child;
    WakeUp m_wake;
    std::mutex m_mutex;
    std::string m_tail;
    std::jthread m_reader;
};

} // namespace

LocalHost::LocalHost(std::string name, std::vector<std::string> prefix, EnvironmentThere environment)
    : m_name(std::move(name)), m_prefix(std::move(prefix)), m_environment(environment)
{
}

Result<CommandOutput> LocalHost::run(const Command& command, Deadline deadline, const JobContext& job)
{
    return runCommand(prefixed(command), deadline, {}, job);
}

Result<std::unique_ptr<HostStream>> LocalHost::open(const Command& command)
{
    MR_TRY(child, ChildProcess::start(prefixed(command)));
    return std::unique_ptr<HostStream>(std::make_unique<ProcessStream>(std::move(child)));
}

Command LocalHost::prefixed(Command command) const
{
    if (m_prefix.empty())
        return command;
    std::vector<std::string> argv = m_prefix;
    // The folder exists behind the prefix, not here. Changed by a shell: old versions of env lack -C.
    if (!command.folder.empty())
        argv.insert(argv.end(),
                    {"/bin/sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh", command.folder.string()});
    if (m_environment == EnvironmentThere::Own && !command.environment.empty()) {
        argv.emplace_back("env");
        for (const auto& [key, value] : std::exchange(command.environment, {}))
            argv.push_back(key + "=" + value);
    }
    argv.insert(argv.end(), command.argv.begin(), command.argv.end());
    command.argv = std::move(argv);
    command.folder.clear();
    return command;
}

} // namespace millrace
