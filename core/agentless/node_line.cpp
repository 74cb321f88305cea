// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/node_line.h"

#include "core/base/text.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <random>

namespace millrace::agentless {

namespace {

using namespace std::chrono_literals;

constexpr auto slice = 100ms;

/// Ends all processes with the mark of this run, restores impairments, and removes the folder. S is "sudo -n" if it was
/// used: processes started by it are invisible and cannot be ended without.
constexpr std::string_view endText = R"sh(
marked() { $S grep -lsF "MILLRACE_PROCESS=$token:" /proc/[0-9]*/environ 2>/dev/null | sed 's,/proc/\([0-9]*\)/.*,\1,'; }
end() {
  p=$(marked); [ -n "$p" ] && $S kill -s TERM $p 2>/dev/null
  i=0; while [ $i -lt 20 ] && [ -n "$(marked)" ]; do sleep 0.1; i=$((i+1)); done
  i=0; while p=$(marked); [ -n "$p" ] && [ $i -lt 30 ]; do $S kill -s KILL $p 2>/dev/null; sleep 0.1; i=$((i+1)); done
  for u in "$w"/.millrace/undo-*; do [ -f "$u" ] && $S /bin/sh "$u" </dev/null >/dev/null 2>&1; done
  cd /; rm -rf "$w"
}
)sh";

/// For the second shell: the first has died, or was silent for 20 s.
constexpr std::string_view guardText = R"sh(w=$1; token=$2; main=$3; S=$4; last=; missed=0
trap '' HUP TERM INT
while :; do
  sleep 1
  [ -d "$w" ] || exit 0
  kill -s 0 $main 2>/dev/null || { end; exit 0; }
  b=$(cat "$w/.millrace/beat" 2>/dev/null)
  if [ "$b" = "$last" ]; then missed=$((missed+1)); else missed=0; last=$b; fi
  [ $missed -ge 20 ] && { kill -s KILL $main 2>/dev/null; end; exit 0; }
done
)sh";

constexpr std::string_view mainText = R"sh(base=$1; token=$2; guard=$3; S=$4
for t in setsid mkfifo grep sed sleep cat tail head wc; do
  command -v $t >/dev/null 2>&1 || { echo "fthe program $t is missing there"; exit 1; }
done
case $base in
  '') base=${XDG_CACHE_HOME:-$HOME/.cache}/millrace/runs;;
  '~') base=$HOME;;
  '~/'*) base=$HOME/${base#'~/'};;
esac
umask 077
w=$base/plain-$token
said=$(mkdir -p "$base" "$w/.millrace/tmp" 2>&1 && echo 0 2>&1 >"$w/.millrace/beat") || { echo "f$said"; exit 1; }
trap '' HUP TERM INT PIPE
setsid /bin/sh -c "$guard" sh "$w" "$token" $$ "$S" </dev/null >/dev/null 2>&1 &
printf 'w%s\ns%s\nr\n' "$w" "$SSH_CONNECTION"
while IFS= read -r l; do
  case $l in
    b*) echo "$l" >"$w/.millrace/beat"; echo "$l";;
    c) date +c%s%N;;
  esac
done
end
echo e
)sh";

Error folderError(const std::string& host, const std::string& said)
{
    if (said.starts_with("the program"))
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} cannot be used without the agent: {}; install it", host, said));
    const bool full = said.find("No space left") != std::string::npos;
    return fail(
        full ? ErrorCode::DiskFull : ErrorCode::Denied,
        fmt::format("the folder of the run on {} cannot be made: {}; name another folder in the cluster's access", host,
                    said));
}

Error scriptError(const std::string& host, const std::string& said)
{
    ErrorCode code = ErrorCode::Io;
    if (said.find("No space left") != std::string::npos || said.find("quota") != std::string::npos)
        code = ErrorCode::DiskFull;
    else if (said.find("denied") != std::string::npos || said.find("not permitted") != std::string::npos)
        code = ErrorCode::Denied;
    else if (said.find("No such file") != std::string::npos)
        code = ErrorCode::NotFound;
    return fail(code, fmt::format("{}: {}", host, said.empty() ? "a command failed without a word" : said));
}

} // namespace

Result<void> readLines(HostStream& stream, const std::stop_token& stop,
                       const std::function<bool(const std::string&)>& take)
{
    LineSplitter splitter;
    std::vector<std::string> lines;
    std::array<std::byte, 16384> buffer;
    for (;;) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "reading was stopped");
        auto got = stream.read(buffer, deadlineIn(slice));
        if (!got && got.error().code == ErrorCode::Timeout)
            continue;
        if (!got)
            return std::move(got).error();
        lines.clear();
        if (*got == 0)
            splitter.finish(lines);
        else
            splitter.feed({reinterpret_cast<const char*>(buffer.data()), *got}, lines);
        for (const std::string& line : lines)
            if (!take(line))
                return {};
        if (*got == 0)
            return {};
    }
}

Result<std::shared_ptr<NodeLine>> NodeLine::open(std::shared_ptr<Host> host, const std::string& below, bool sudo,
                                                 Deadline deadline)
{
    std::shared_ptr<NodeLine> line(new NodeLine);
    line->m_host = std::move(host);
    line->m_sudo = sudo;
    std::random_device random;
    line->m_token = fmt::format("{:08x}{:08x}", random(), random());
    const std::string guard = std::string(endText) + std::string(guardText);
    Command keep{{"/bin/sh", "-c", std::string(endText) + std::string(mainText), "sh", below, line->m_token, guard,
                  sudo ? "sudo -n" : ""},
                 {},
                 {}};
    MR_TRY(stream, line->m_host->open(keep));
    line->m_stream = std::move(stream);
    line->m_heard = monotonicNow();
    line->m_thread = std::jthread([raw = line.get()](const std::stop_token& stop) { raw->live(stop); });
    MR_CHECK(line->awaitFolder(deadline));
    for (int i = 0; i < 4; ++i)
        MR_CHECK(line->askClock(deadline));
    return line;
}

NodeLine::~NodeLine()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

Result<void> NodeLine::awaitFolder(Deadline deadline)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_until(lock, deadline, [this] { return m_ready || m_lost || !m_failure.empty(); });
    if (!m_failure.empty())
        return folderError(m_host->name(), m_failure);
    if (m_lost)
        return *m_lost;
    return m_ready ? Result<void>()
                   : Result<void>(fail(ErrorCode::Timeout, m_host->name() + " did not start a shell in time"));
}

Result<std::string> NodeLine::inside(const std::string& relative) const
{
    const std::filesystem::path path = std::filesystem::path(relative).lexically_normal();
    if (path.empty() || path.is_absolute() || *path.begin() == ".." || path.begin()->string().starts_with(".millrace"))
        return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not a place in the folder of a run", relative));
    return m_folder + "/" + path.string();
}

Command NodeLine::script(const std::string& text, const std::vector<std::string>& arguments,
                         const std::string& name) const
{
    Command command{{"/bin/sh", "-c", text, "sh"}, {{markVariable, mark(name)}}, {}};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    return command;
}

Result<CommandOutput> NodeLine::run(const std::string& text, const std::vector<std::string>& arguments,
                                    Deadline deadline, const JobContext& job)
{
    return m_host->run(script(text, arguments, "run"), deadline, job);
}

Result<std::string> NodeLine::feed(const std::string& text, const std::vector<std::string>& arguments,
                                   std::string_view input, Deadline deadline)
{
    // The exit code is the last line, because a stream does not have one. The script may exit, so it has its own shell.
    MR_TRY(stream, m_host->open(script("( " + text + "\n) 2>&1; printf '\\nx%s\\n' $?", arguments, "feed")));
    auto written = stream->write(std::as_bytes(std::span(input)), deadline);
    stream->closeWrite();
    std::string said;
    std::string last;
    MR_CHECK(readLines(*stream, {}, [&](const std::string& line) {
        if (!last.empty())
            said += last + "\n";
        last = line;
        return timeLeft(deadline) > 0ns;
    }));
    if (last != "x0")
        return scriptError(m_host->name(), std::string(trim(said)));
    MR_CHECK(std::move(written));
    return said;
}

Nanoseconds NodeLine::clockOffset() const
{
    const std::lock_guard lock(m_mutex);
    return m_offset;
}

Result<Nanoseconds> NodeLine::askClock(Deadline deadline)
{
    std::unique_lock lock(m_mutex);
    if (m_lost)
        return *m_lost;
    m_clock.reset();
    lock.unlock();
    const Nanoseconds sent = wallNow();
    MR_CHECK(say("c\n"));
    lock.lock();
    m_changed.wait_until(lock, deadline, [this] { return m_clock || m_lost; });
    if (m_lost)
        return *m_lost;
    if (!m_clock)
        return fail(ErrorCode::Timeout, m_host->name() + " did not report its time");
    const Nanoseconds half = (wallNow() - sent) / 2;
    if (*m_clock == 0ns)
        return wallNow() + m_offset; // its `date` has a resolution of seconds
    if (half < m_uncertainty) {
        m_uncertainty = half;
        m_offset = *m_clock - (sent + half);
    }
    return *m_clock;
}

void NodeLine::watch(std::function<void(const Error&)> lost)
{
    const std::lock_guard lock(m_mutex);
    m_onLost = std::move(lost);
}

std::optional<Error> NodeLine::lost() const
{
    const std::lock_guard lock(m_mutex);
    return m_lost;
}

Result<void> NodeLine::close(Deadline deadline)
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
        m_onLost = {};
    }
    {
        const std::lock_guard lock(m_writing);
        m_stream->closeWrite();
    }
    std::unique_lock lock(m_mutex);
    m_changed.wait_until(lock, deadline, [this] { return m_ended || m_lost; });
    if (m_ended)
        return {};
    if (m_lost)
        return *m_lost;
    return fail(ErrorCode::Timeout,
                m_host->name() + " has not finished restoring in time; it continues in the background");
}

Result<void> NodeLine::say(const std::string& line)
{
    const std::lock_guard lock(m_writing);
    return m_stream->write(std::as_bytes(std::span(line)), deadlineIn(5s));
}

void NodeLine::beat()
{
    std::int64_t number = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (m_closing || m_lost || !m_ready)
            return;
        number = ++m_beats;
    }
    if (auto said = say(fmt::format("b{}\n", number)); !said)
        lose(std::move(said).error());
}

void NodeLine::take(const std::string& line)
{
    const std::lock_guard lock(m_mutex);
    m_heard = monotonicNow();
    const std::string value = line.empty() ? line : line.substr(1);
    switch (line.empty() ? ' ' : line[0]) {
    case 'w': m_folder = value; break;
    case 's': m_connection = value; break;
    case 'r': m_ready = true; break;
    case 'f': m_failure += value.empty() ? "no reason was given" : value; break;
    case 'c': m_clock = Nanoseconds(value.size() > 17 ? parseInteger(value).value_or(0) : 0); break;
    case 'e': m_ended = true; break;
    default: break;
    }
    m_changed.notify_all();
}

void NodeLine::lose(const Error& error)
{
    std::function<void(const Error&)> tell;
    {
        const std::lock_guard lock(m_mutex);
        if (m_lost || m_ended)
            return;
        m_lost = error;
        tell = m_closing ? nullptr : m_onLost;
        m_changed.notify_all();
    }
    if (tell)
        tell(error);
}

void NodeLine::live(const std::stop_token& stop)
{
    std::jthread beats([this, stop](const std::stop_token& own) {
        for (Nanoseconds next = monotonicNow(); !own.stop_requested() && !stop.stop_requested();
             std::this_thread::sleep_for(slice)) {
            if (monotonicNow() < next)
                continue;
            next = monotonicNow() + agent::pingInterval;
            beat();
            Nanoseconds heard;
            {
                const std::lock_guard lock(m_mutex);
                heard = m_heard;
            }
            if (monotonicNow() - heard > agent::lostAfter)
                lose(fail(ErrorCode::Unreachable,
                          fmt::format("{} has not answered for {} s", m_host->name(), agent::lostAfter / 1s)));
        }
    });
    auto read = readLines(*m_stream, stop, [this](const std::string& line) {
        take(line);
        return true;
    });
    const std::string tail(trim(lastErrors(*m_stream)));
    lose(read ? fail(ErrorCode::Unreachable,
                     fmt::format("the shell on {} ended{}{}", m_host->name(), tail.empty() ? "" : ": ", tail))
              : std::move(read).error());
}

} // namespace millrace::agentless
