// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_server.h"
#include "core/base/host.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace millrace::agentless {

using agent::Json;

/// Environment variable that identifies all processes of a run; same as the agent's.
inline constexpr const char* markVariable = "MILLRACE_PROCESS";

/// Calls `take` for each line of output of a command, until it ends (success), fails, or `take` returns false. Reacts
/// to `stop` within 200 ms.
[[nodiscard]] Result<void> readLines(HostStream& stream, const std::stop_token& stop,
                                     const std::function<bool(const std::string&)>& take);

/// Shell on the node that holds the run's folder and cleans up when its input closes. All functions may be called from
/// any thread.
class NodeLine
{
public:
    [[nodiscard]] static Result<std::shared_ptr<NodeLine>> open(std::shared_ptr<Host> host, const std::string& below,
                                                                bool sudo, Deadline deadline);
    ~NodeLine();
    NodeLine(const NodeLine&) = delete;
    NodeLine& operator=(const NodeLine&) = delete;

    [[nodiscard]] Host& host() noexcept { return *m_host; }
    [[nodiscard]] const std::string& folder() const noexcept { return m_folder; }
    /// Whether privileged operations use `sudo -n`.
    [[nodiscard]] bool sudo() const noexcept { return m_sudo; }
    /// Returns the path of an internal file, which no list of files includes.
    [[nodiscard]] std::string own(const std::string& name) const { return m_folder + "/.millrace/" + name; }
    /// Returns a path in the folder; InvalidInput for one outside.
    [[nodiscard]] Result<std::string> inside(const std::string& relative) const;
    [[nodiscard]] const std::string& sshConnection() const noexcept { return m_connection; }
    /// Returns the value of the mark for `name`.
    [[nodiscard]] std::string mark(const std::string& name) const { return m_token + ":" + name + ";"; }
    /// Returns a POSIX shell script with arguments ($1, …), with the mark for cleaning up.
    [[nodiscard]] Command script(const std::string& text, const std::vector<std::string>& arguments,
                                 const std::string& name) const;
    /// Runs a script; returns its output whatever its exit code.
    [[nodiscard]] Result<CommandOutput> run(const std::string& text, const std::vector<std::string>& arguments,
                                            Deadline deadline, const JobContext& job = {});
    /// Runs a script with `input` as stdin; returns its output. Io (DiskFull, Denied) with its stderr on failure.
    [[nodiscard]] Result<std::string> feed(const std::string& text, const std::vector<std::string>& arguments,
                                           std::string_view input, Deadline deadline);

    /// Returns the offset of the node's clock (positive: ahead), by the exchange with the shortest round trip so far; 0
    /// if its `date` has no nanoseconds.
    [[nodiscard]] Nanoseconds clockOffset() const;
    /// Returns the node's wall clock by one exchange.
    [[nodiscard]] Result<Nanoseconds> askClock(Deadline deadline);

    /// Calls `lost` at most once, on a separate thread, when the node does not answer any more.
    void watch(std::function<void(const Error&)> lost);
    [[nodiscard]] std::optional<Error> lost() const;
    /// Ends everything on the node, and waits for it.
    [[nodiscard]] Result<void> close(Deadline deadline);

private:
    NodeLine() = default;
    void live(const std::stop_token& stop);
    void take(const std::string& line);
    void beat();
    void lose(const Error& error);
    Result<void> say(const std::string& line);
    Result<void> awaitFolder(Deadline deadline);

    std::shared_ptr<Host> m_host;
    bool m_sudo = false;
    std::string m_token;
    std::string m_folder;
    std::string m_connection;
    std::unique_ptr<HostStream> m_stream;
    std::mutex m_writing;
    mutable std::mutex m_mutex; ///< for the following members
    std::condition_variable m_changed;
    std::string m_failure;
    bool m_ready = false;
    bool m_closing = false;
    bool m_ended = false;
    std::optional<Error> m_lost;
    std::function<void(const Error&)> m_onLost;
    std::int64_t m_beats = 0;
    Nanoseconds m_heard{0};
    std::optional<Nanoseconds> m_clock; ///< latest reply
    Nanoseconds m_offset{0};
    Nanoseconds m_uncertainty{Nanoseconds::max()};
    std::jthread m_thread;
};

} // namespace millrace::agentless
