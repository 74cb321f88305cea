// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/processes.h"

#include "core/agent/node_values_json.h"
#include "core/base/text.h"
#include "core/base/wire.h"

#include <csignal>
#include <fmt/format.h>
#include <map>

namespace millrace::agentless {

namespace {

using namespace std::chrono_literals;

constexpr auto closingGrace = 2s;
constexpr auto killTime = 20s;
constexpr auto longestGrace = std::chrono::minutes(10);
constexpr auto startTime = 15s;
constexpr std::size_t mostProcesses = 256;

/// Both outputs as marked lines: o…, e…; before them p<pid> or n (no such program), at the end x<code> <times>. The
/// shell opens both ends of the pipes itself: a process that is killed before it has opened them would leave the
/// readers waiting for ever.
constexpr const char* runText = R"sh(f=$1; m=$2; d=$3; shift 3
exec </dev/null 3>&1
cd -- "$d" || { echo d; exit; }
command -v "$1" >/dev/null 2>&1 || { echo n; exit; }
mkfifo "$f.o" "$f.e" && exec 4<>"$f.o" 5<>"$f.e" 6<"$f.o" 7<"$f.e" || { echo d; exit; }
relay() { while IFS= read -r l || [ -n "$l" ]; do printf '%s%s\n' "$1" "$l"; done; }
(exec <&6 >&3 4>&- 5>&- 6<&- 7<&-; relay o) & o=$!
(exec <&7 >&3 4>&- 5>&- 6<&- 7<&-; relay e) & e=$!
MILLRACE_PROCESS=$m setsid "$@" >"$f.o" 2>"$f.e" 3>&- 4>&- 5>&- 6<&- 7<&- &
p=$!
exec 6<&- 7<&-
printf 'p%s\n' $p
wait $p; s=$?
times >"$f.t"
q=$(grep -lsF "MILLRACE_PROCESS=$m" /proc/[0-9]*/environ | sed 's,/proc/\([0-9]*\)/.*,\1,')
[ -n "$q" ] && kill -s KILL $q 2>/dev/null
exec 4>&- 5>&-
wait $o $e
printf 'x%s %s\n' $s "$(tail -n 1 "$f.t")"
rm -f "$f.o" "$f.e" "$f.t"
)sh";

constexpr const char* stopText = R"sh(m=$1; p=$2; g=$3
pids() { grep -lsF "MILLRACE_PROCESS=$m" /proc/[0-9]*/environ | sed 's,/proc/\([0-9]*\)/.*,\1,'; }
q=$(pids); [ -n "$q" ] && kill -s TERM $q 2>/dev/null
i=0; while [ $i -lt $g ] && [ -n "$(pids)" ]; do sleep 0.1; i=$((i+1)); done
kill -s KILL -- -$p 2>/dev/null
i=0; while q=$(pids); [ -n "$q" ] && [ $i -lt 50 ]; do kill -s KILL $q 2>/dev/null; sleep 0.1; i=$((i+1)); done
exit 0
)sh";

/// Parses "0m1.25s" of the shell's `times`.
Nanoseconds timeOf(std::string_view text)
{
    const std::size_t m = text.find('m');
    if (m == std::string_view::npos || !text.ends_with('s'))
        return 0ns;
    const auto minutes = parseDouble(text.substr(0, m));
    const auto seconds = parseDouble(text.substr(m + 1, text.size() - m - 2));
    if (!minutes || !seconds)
        return 0ns;
    return Nanoseconds(static_cast<std::int64_t>((*minutes * 60 + *seconds) * 1e9));
}

struct Process
{
    agent::ProcessId id;
    std::string mark;
    std::unique_ptr<HostStream> stream;
    std::mutex mutex; ///< for the following members
    std::condition_variable changed;
    std::int64_t pid = 0;
    std::optional<Error> failed;
    bool ended = false;
    ExitStatus status;
    std::jthread reader; ///< last member: ends before the rest
};

/// Processes of the node. From any thread.
class Processes
{
public:
    Processes(agent::AgentServer& server, std::shared_ptr<NodeLine> line)
        : m_server(server), m_line(std::move(line)) { }

    Result<Json> start(const Json& params)
    {
        MR_TRY(command, agent::fromJson<Command>(params));
        if (command.argv.empty())
            return fail(ErrorCode::InvalidInput, "a command without a program");
        std::string folder = command.folder.string();
        if (folder.empty() || command.folder.is_relative()) {
            folder = m_line->folder();
            if (!command.folder.empty()) {
                MR_TRY(place, m_line->inside(command.folder.string()));
                folder = std::move(place);
            }
        }
        MR_TRY(process, add());
        std::vector<std::string> arguments = {m_line->own(fmt::format("p{}", process->id.value)), process->mark,
                                              folder};
        arguments.insert(arguments.end(), command.argv.begin(), command.argv.end());
        Command wrapped = m_line->script(runText, arguments, fmt::format("w{}", process->id.value));
        // Temporary files of programs are removed with the run's folder.
        if (std::ranges::count(command.environment, "TMPDIR", &std::pair<std::string, std::string>::first) == 0)
            wrapped.environment.emplace_back("TMPDIR", m_line->own("tmp"));
        wrapped.environment.insert(wrapped.environment.end(), command.environment.begin(), command.environment.end());
        auto stream = m_line->host().open(wrapped);
        if (!stream) {
            forget(*process);
            return std::move(stream).error();
        }
        process->stream = *std::move(stream);
        process->reader =
            std::jthread([this, raw = process.get()](const std::stop_token& stop) { follow(*raw, stop); });
        std::unique_lock lock(process->mutex);
        process->changed.wait_until(lock, deadlineIn(startTime), [&] { return process->pid != 0 || process->failed; });
        if (process->failed)
            return startError(*process, command, folder);
        if (process->pid == 0)
            return fail(ErrorCode::Timeout, command.argv.front() + " was not started in time");
        return agent::toJson(agent::StartedProcess{process->id, process->pid});
    }

    Result<Json> signal(const Json& params)
    {
        const int number = wholeNumber<int>(params.at("signal"));
        if (number < 1 || number >= NSIG)
            return fail(ErrorCode::InvalidInput, fmt::format("{} is not a signal", number));
        MR_TRY(process, find(params));
        std::unique_lock lock(process->mutex);
        if (process->ended)
            return fail(ErrorCode::NotFound, "the process has ended");
        const std::int64_t pid = process->pid;
        lock.unlock();
        // Right after the start, the process does not lead its group yet.
        MR_TRY(output,
               m_line->run("s=$(kill -l $1); kill -s \"$s\" -- -$2 2>/dev/null || kill -s \"$s\" $2",
                           {std::to_string(number), std::to_string(pid)}, deadlineIn(10s)));
        if (!output.succeeded())
            return fail(ErrorCode::NotFound, "the process has ended");
        return Json::object();
    }

    Result<Json> stop(const Json& params, const JobContext& job)
    {
        const Nanoseconds grace(wholeNumber<std::int64_t>(params.at("grace_ns")));
        if (grace < 0ns || grace > longestGrace)
            return fail(ErrorCode::InvalidInput, "the grace of a stop is 0 to 10 minutes");
        MR_TRY(process, find(params));
        MR_CHECK(end(*process, grace, job));
        const std::lock_guard lock(process->mutex);
        return agent::toJson(process->status);
    }

    void stopAll()
    {
        std::map<agent::ProcessId, std::shared_ptr<Process>> all;
        {
            const std::lock_guard lock(m_mutex);
            m_closed = true;
            all.swap(m_processes);
        }
        if (m_line->lost())
            return;
        std::vector<std::jthread> ends;
        for (auto& [id, process] : all)
            ends.emplace_back([this, raw = process.get()] { (void)end(*raw, closingGrace, {}); });
    }

    std::int64_t running() const
    {
        const std::lock_guard lock(m_mutex);
        std::int64_t count = 0;
        for (const auto& [id, process] : m_processes) {
            const std::lock_guard own(process->mutex);
            count += process->ended ? 0 : 1;
        }
        return count;
    }

private:
    Result<std::shared_ptr<Process>> add()
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_processes, [this](const auto& entry) {
            const std::lock_guard own(entry.second->mutex);
            return m_processes.size() >= mostProcesses && entry.second->ended;
        });
        if (m_closed || m_processes.size() >= mostProcesses)
            return fail(ErrorCode::InvalidInput, "no more processes can be started on this node");
        auto process = std::make_shared<Process>();
        process->id = agent::ProcessId{m_nextId++};
        process->mark = m_line->mark(fmt::format("{}", process->id.value));
        m_processes[process->id] = process;
        return process;
    }

    void forget(const Process& process)
    {
        const std::lock_guard lock(m_mutex);
        m_processes.erase(process.id);
    }

    Result<std::shared_ptr<Process>> find(const Json& params) const
    {
        const agent::ProcessId id{wholeNumber<std::int64_t>(params.at("process"))};
        const std::lock_guard lock(m_mutex);
        const auto found = m_processes.find(id);
        if (found == m_processes.end())
            return fail(ErrorCode::NotFound, fmt::format("there is no process {} on this node", id.value));
        return found->second;
    }

    static Error startError(const Process& process, const Command& command, const std::string& folder)
    {
        if (process.failed->code == ErrorCode::NotFound)
            return fail(ErrorCode::NotFound, fmt::format("the program '{}' is not on this node", command.argv.front()));
        if (process.failed->code == ErrorCode::Io)
            return fail(ErrorCode::NotFound,
                        fmt::format("the folder {} cannot be used: {}", folder, trim(lastErrors(*process.stream))));
        return *process.failed;
    }

    Result<void> end(Process& process, Nanoseconds grace, const JobContext& job)
    {
        std::int64_t pid = 0;
        {
            const std::lock_guard lock(process.mutex);
            if (process.ended || process.pid == 0)
                return {};
            pid = process.pid;
        }
        MR_CHECK(m_line->run(stopText, {process.mark, std::to_string(pid), std::to_string((grace + 99ms) / 100ms)},
                             deadlineIn(grace + killTime), job));
        std::unique_lock lock(process.mutex);
        if (!process.changed.wait_until(lock, deadlineIn(killTime), [&] { return process.ended; }))
            return fail(ErrorCode::Timeout, fmt::format("the process {} does not end", pid));
        return {};
    }

    void sendLine(const Process& process, agent::OutputStream stream, std::string text)
    {
        agent::ProcessLine line;
        line.process = process.id;
        line.stream = stream;
        line.text = std::move(text);
        line.monotonic = monotonicNow();
        line.wall = wallNow() + m_line->clockOffset();
        m_server.send(agent::toJson(line));
    }

    void sendExit(Process& process, ExitStatus status, Nanoseconds cpu)
    {
        agent::ProcessExit exit;
        exit.process = process.id;
        exit.status = status;
        exit.cpu = cpu;
        exit.monotonic = monotonicNow();
        exit.wall = wallNow() + m_line->clockOffset();
        m_server.send(agent::toJson(exit));
        const std::lock_guard lock(process.mutex);
        process.status = status;
        process.ended = true;
        process.changed.notify_all();
    }

    /// "137 0m0.10s 0m0.02s"
    void takeExit(Process& process, std::string_view text)
    {
        const auto words = split(text, ' ');
        const int code = static_cast<int>(parseInteger(words[0]).value_or(255));
        const ExitStatus status = code > 128 && code < 128 + NSIG ? ExitStatus{0, code - 128} : ExitStatus{code, 0};
        sendExit(process, status, words.size() > 2 ? timeOf(words[1]) + timeOf(words[2]) : 0ns);
    }

    void follow(Process& process, const std::stop_token& stop)
    {
        bool exited = false;
        auto read = readLines(*process.stream, stop, [&](const std::string& line) {
            const char kind = line.empty() ? ' ' : line[0];
            if (kind == 'o')
                sendLine(process, agent::OutputStream::Output, line.substr(1));
            else if (kind == 'e')
                sendLine(process, agent::OutputStream::Errors, line.substr(1));
            else if (kind == 'x' && process.pid != 0) {
                exited = true;
                takeExit(process, std::string_view(line).substr(1));
            } else {
                const std::lock_guard lock(process.mutex);
                if (kind == 'p')
                    process.pid = parseInteger(std::string_view(line).substr(1)).value_or(0);
                else if (kind == 'n' || kind == 'd')
                    process.failed = fail(kind == 'n' ? ErrorCode::NotFound : ErrorCode::Io, "not started");
                process.changed.notify_all();
            }
            return true;
        });
        if (exited || stop.stop_requested())
            return;
        const bool started = process.pid != 0;
        if (started)
            return sendExit(process, {0, SIGKILL}, 0ns); // the wrapping shell was killed
        const std::lock_guard lock(process.mutex);
        if (!process.failed)
            process.failed =
                read ? fail(ErrorCode::Unreachable, "the shell that starts programs ended") : std::move(read).error();
        process.ended = true;
        process.changed.notify_all();
    }

    agent::AgentServer& m_server;
    const std::shared_ptr<NodeLine> m_line;
    mutable std::mutex m_mutex;
    std::int64_t m_nextId = 1;
    bool m_closed = false;
    std::map<agent::ProcessId, std::shared_ptr<Process>> m_processes;
};

} // namespace

void registerProcesses(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line)
{
    const auto processes = std::make_shared<Processes>(server, line);
    server.handle("process.start",
                  [processes](const Json& params, const JobContext&) { return processes->start(params); });
    server.handle("process.signal",
                  [processes](const Json& params, const JobContext&) { return processes->signal(params); });
    server.handle("process.stop",
                  [processes](const Json& params, const JobContext& job) { return processes->stop(params, job); });
    server.handle("agent.health", [processes, &server](const Json&, const JobContext&) -> Result<Json> {
        agent::AgentHealth health;
        health.processes = processes->running();
        health.waitingBytes = static_cast<std::int64_t>(server.waitingBytes());
        return agent::toJson(health);
    });
    server.onClose([processes] { processes->stopAll(); });
}

} // namespace millrace::agentless
