// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/captures.h"

#include "core/agent/capture_json.h"
#include "core/agent/capture_methods.h"
#include "core/agentless/files.h"
#include "core/base/text.h"
#include "core/base/wire.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::agentless {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t mostCaptures = 16;
constexpr std::uint64_t packetHeader = 16;
constexpr std::uint64_t fileHeader = 24;
constexpr std::size_t keptWords = 8192;

/// $1 the file, $2 tcpdump's privilege prefix, then its options. Its messages are on stdout; the first line is p<pid>.
constexpr const char* captureText = R"sh(f=$1; S=$2; shift 2
echo "p$$"
PATH=$PATH:/usr/sbin:/sbin; LC_ALL=C; export PATH LC_ALL
command -v tcpdump >/dev/null 2>&1 || { echo "tcpdump: not installed"; exit 1; }
[ -z "$S" ] && exec tcpdump -w - "$@" 2>&1 </dev/null >"$f"
exec $S env "MILLRACE_PROCESS=$MILLRACE_PROCESS" LC_ALL=C tcpdump -w - "$@" 2>&1 </dev/null >"$f"
)sh";

std::uint16_t linkTypeOf(std::string_view words)
{
    if (words.find("link-type LINUX_SLL2") != std::string_view::npos)
        return 276;
    if (words.find("link-type LINUX_SLL") != std::string_view::npos)
        return 113;
    return words.find("link-type RAW") != std::string_view::npos ? 101 : 1;
}

struct Capture
{
    std::string file;
    std::unique_ptr<HostStream> stream;
    std::mutex mutex; ///< for the following members
    std::condition_variable changed;
    std::int64_t pid = 0;
    bool listening = false;
    bool stopped = false; ///< on request
    bool ended = false;
    std::string said; ///< the latest 8 KiB
    capture::CaptureStatus status;
    std::jthread reader;
};

/// "12 packets dropped by kernel"
void takeCount(capture::CaptureCounts& counts, std::string_view line)
{
    const std::size_t space = line.find(' ');
    const auto number = parseInteger(line.substr(0, space));
    if (space == std::string_view::npos || !number || *number < 0)
        return;
    const auto value = static_cast<std::uint64_t>(*number);
    const std::string_view what = line.substr(space + 1);
    if (what.ends_with("captured"))
        counts.writtenPackets = value;
    else if (what.ends_with("received by filter"))
        counts.received = value;
    else if (what.ends_with("dropped by kernel"))
        counts.droppedByKernel = value;
    else if (what.ends_with("dropped by interface"))
        counts.droppedByInterface = value;
}

std::vector<std::string> optionsOf(const capture::CaptureSpec& spec)
{
    std::vector<std::string> options = {"-i", spec.interface, "-n", "-p", "-U", "-s", std::to_string(spec.snapLength)};
    if (spec.direction != capture::CaptureDirection::Both)
        options.insert(options.end(), {"-Q", spec.direction == capture::CaptureDirection::In ? "in" : "out"});
    if (spec.kernelBuffer > 0)
        options.insert(options.end(), {"-B", std::to_string(std::max<std::uint64_t>(1, spec.kernelBuffer / 1024))});
    if (spec.maximumBytes > 0) {
        const std::uint64_t room = spec.maximumBytes - std::min(spec.maximumBytes, fileHeader);
        options.insert(options.end(),
                       {"-c", std::to_string(std::max<std::uint64_t>(1, room / (packetHeader + spec.snapLength)))});
    }
    if (!spec.filter.empty())
        options.insert(options.end(), {"--", spec.filter});
    return options;
}

Error startError(const std::string& said)
{
    const std::string words(trim(said));
    ErrorCode code = ErrorCode::Unsupported;
    if (words.find("ermission") != std::string::npos || words.find("not permitted") != std::string::npos)
        code = ErrorCode::Denied;
    else if (words.find("No such device") != std::string::npos)
        code = ErrorCode::NotFound;
    else if (words.find("syntax error") != std::string::npos || words.find("can't parse filter") != std::string::npos)
        code = ErrorCode::InvalidInput;
    return fail(code,
                fmt::format("tcpdump does not record on this node: {}", words.empty() ? "no reason given" : words));
}

/// Active captures. From any thread.
class Captures
{
public:
    explicit Captures(std::shared_ptr<NodeLine> line) : m_line(std::move(line)) { }

    Result<Json> start(const Json& params, const JobContext&)
    {
        MR_TRY(spec, agent::fromJson<capture::CaptureSpec>(params.at("spec")));
        if (spec.ringFileBytes > 0 || spec.ringFiles > 0)
            return fail(ErrorCode::Unsupported, "a ring of files is not recorded without the agent on the node");
        if (spec.interface.empty())
            return fail(ErrorCode::InvalidInput, "without the agent the interface to record must be named");
        std::int64_t id = 0;
        auto capture = std::make_shared<Capture>();
        {
            const std::lock_guard lock(m_mutex);
            if (m_captures.size() >= mostCaptures)
                return fail(ErrorCode::InvalidInput, fmt::format("a node has {} captures at most", mostCaptures));
            id = m_nextId++;
        }
        capture->file = m_line->folder() + fmt::format("/capture-{}.pcap", id);
        MR_CHECK(prepare(*capture, spec));
        std::vector<std::string> arguments = optionsOf(spec);
        arguments.insert(arguments.begin(), {capture->file, m_line->sudo() ? "sudo -n" : ""});
        MR_TRY(stream, m_line->host().open(m_line->script(captureText, arguments, fmt::format("c{}", id))));
        capture->stream = std::move(stream);
        capture->status.start = wallNow() + m_line->clockOffset();
        capture->reader =
            std::jthread([this, raw = capture.get()](const std::stop_token& stop) { follow(*raw, stop); });
        std::unique_lock lock(capture->mutex);
        capture->changed.wait_until(lock, deadlineIn(10s), [&] { return capture->listening || capture->ended; });
        if (!capture->listening)
            return startError(capture->said);
        const Json status = agent::toJson(capture->status);
        lock.unlock();
        const std::lock_guard own(m_mutex);
        m_captures[id] = capture;
        return Json{{"capture", id}, {"status", status}};
    }

    Result<Json> status(const Json& params, const JobContext&)
    {
        MR_TRY(capture, find(params));
        return answer(*capture);
    }

    Result<Json> stop(const Json& params, const JobContext&)
    {
        MR_TRY(capture, find(params));
        MR_CHECK(end(*capture));
        return answer(*capture);
    }

    Result<Json> analyse(const Json&, const JobContext&)
    {
        return fail(ErrorCode::Unsupported,
                    "without the agent a recording cannot be analysed on the node; analyse it on this machine");
    }

    Result<Json> read(const Json& params, const JobContext&)
    {
        MR_TRY(capture, find(params));
        if (wholeNumber<std::size_t>(params.at("file")) != 0)
            return fail(ErrorCode::NotFound, "the capture has 1 file");
        MR_TRY(block,
               readNodeFile(*m_line, capture->file, wholeNumber<std::uint64_t>(params.at("offset")),
                            wholeNumber<std::uint64_t>(params.at("bytes"))));
        return agent::toJson(block);
    }

    Result<Json> remove(const Json& params, const JobContext&)
    {
        MR_TRY(capture, find(params));
        MR_CHECK(end(*capture));
        MR_CHECK(m_line->run("rm -f \"$1\"", {capture->file}, deadlineIn(10s)));
        const std::lock_guard lock(m_mutex);
        m_captures.erase(wholeNumber<std::int64_t>(params.at("capture")));
        return Json::object();
    }

    void stopAll()
    {
        std::map<std::int64_t, std::shared_ptr<Capture>> all;
        const std::lock_guard lock(m_mutex);
        all.swap(m_captures);
    }

private:
    Result<std::shared_ptr<Capture>> find(const Json& params)
    {
        const auto id = wholeNumber<std::int64_t>(params.at("capture"));
        const std::lock_guard lock(m_mutex);
        const auto found = m_captures.find(id);
        if (found == m_captures.end())
            return fail(ErrorCode::NotFound, fmt::format("there is no capture {} on this node", id));
        return found->second;
    }

    Result<void> prepare(Capture& capture, const capture::CaptureSpec& spec)
    {
        capture.status.interface = spec.interface;
        MR_TRY(output,
               m_line->run("cat \"/sys/class/net/$1/mtu\" || exit 4; df -Pk \"$2\" | tail -n 1 | awk '{print $4}'",
                           {spec.interface, m_line->folder()}, deadlineIn(10s)));
        if (output.exitCode == 4)
            return fail(ErrorCode::NotFound, fmt::format("there is no interface {} on this node", spec.interface));
        const auto lines = split(output.out, '\n');
        capture.status.mtu = static_cast<int>(parseInteger(lines[0]).value_or(0));
        const auto free = lines.size() > 1 ? parseInteger(lines[1]) : parseInteger("");
        if (free && static_cast<std::uint64_t>(std::max<std::int64_t>(0, *free)) * 1024 < spec.keepFree)
            return fail(ErrorCode::DiskFull,
                        fmt::format("only {} KiB are free at {}; free some, or name a folder on another disk", *free,
                                    m_line->folder()));
        return {};
    }

    Result<Json> answer(Capture& capture)
    {
        MR_TRY(output, m_line->run("wc -c <\"$1\"", {capture.file}, deadlineIn(10s)));
        const std::lock_guard lock(capture.mutex);
        if (const auto bytes = parseInteger(trim(output.out)); bytes && *bytes > 0)
            capture.status.counts.writtenBytes = static_cast<std::uint64_t>(*bytes);
        return Json{{"status", agent::toJson(capture.status)}};
    }

    Result<void> end(Capture& capture)
    {
        std::int64_t pid = 0;
        {
            const std::lock_guard lock(capture.mutex);
            capture.stopped = true;
            if (capture.ended)
                return {};
            pid = capture.pid;
        }
        // Packets in the kernel are delivered within a second; tcpdump writes them before it ends.
        MR_CHECK(m_line->run("sleep 1.2; $2 kill -s TERM $1", {std::to_string(pid), m_line->sudo() ? "sudo -n" : ""},
                             deadlineIn(10s)));
        std::unique_lock lock(capture.mutex);
        if (!capture.changed.wait_until(lock, deadlineIn(10s), [&] { return capture.ended; }))
            return fail(ErrorCode::Timeout, "tcpdump does not end");
        return {};
    }

    void follow(Capture& capture, const std::stop_token& stop)
    {
        (void)readLines(*capture.stream, stop, [&](const std::string& line) {
            const std::lock_guard lock(capture.mutex);
            if (capture.pid == 0 && line.starts_with('p')) {
                capture.pid = parseInteger(std::string_view(line).substr(1)).value_or(0);
                return true;
            }
            if (line.find("listening on ") != std::string::npos) {
                capture.listening = true;
                capture.status.linkType = linkTypeOf(line);
                capture.status.files = {capture.file};
            }
            takeCount(capture.status.counts, line);
            capture.said += line + "\n";
            if (capture.said.size() > keptWords)
                capture.said.erase(0, capture.said.size() - keptWords);
            capture.changed.notify_all();
            return true;
        });
        const std::lock_guard lock(capture.mutex);
        capture.ended = true;
        capture.status.running = false;
        capture.status.stop = wallNow() + m_line->clockOffset();
        if (!capture.stopped)
            capture.status.reason = "tcpdump exited early: " + std::string(trim(capture.said));
        capture.changed.notify_all();
    }

    const std::shared_ptr<NodeLine> m_line;
    std::mutex m_mutex;
    std::int64_t m_nextId = 1;
    std::map<std::int64_t, std::shared_ptr<Capture>> m_captures;
};

} // namespace

void registerCaptures(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line)
{
    agent::registerCaptures(server, std::make_shared<Captures>(line));
}

} // namespace millrace::agentless
