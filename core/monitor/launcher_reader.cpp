// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/launcher_reader.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/monitor/line_pattern.h"
#include "core/monitor/log_level.h"

namespace millrace::monitor {
namespace {

struct Phrase
{
    std::string_view text;
    ErrorCode code;
};

/// Phrases in an error and the kind of failure they indicate.
constexpr Phrase phrases[] = {
    {"Watchdog caught collective operation timeout", ErrorCode::Timeout},
    {"imed out", ErrorCode::Timeout},
    {"timeout", ErrorCode::Timeout},
    {"DEADLINE_EXCEEDED", ErrorCode::Timeout},
    {"Connection refused", ErrorCode::Unreachable},
    {"No route to host", ErrorCode::Unreachable},
    {"failed to connect to all addresses", ErrorCode::Unreachable},
    {"UNAVAILABLE", ErrorCode::Unreachable},
    {"Connection reset by peer", ErrorCode::PeerFailed},
    {"Connection closed by peer", ErrorCode::PeerFailed},
    {"Broken pipe", ErrorCode::PeerFailed},
    {"Socket closed", ErrorCode::PeerFailed},
    {"HorovodInternalError", ErrorCode::PeerFailed},
    {"No space left on device", ErrorCode::DiskFull},
    {"Address already in use", ErrorCode::AlreadyExists},
    {"Permission denied", ErrorCode::Denied},
};
/// Failures even without a level.
constexpr std::string_view alwaysFailures[] = {"CUDA out of memory", "Segmentation fault", "Fatal Python error",
                                               "Cluster check alive failed", "has been aborted"};

bool contains(std::string_view text, std::string_view part) noexcept
{
    return text.find(part) != text.npos;
}

std::optional<ErrorCode> codeOf(std::string_view text) noexcept
{
    for (const Phrase& phrase : phrases)
        if (contains(text, phrase.text))
            return phrase.code;
    return std::nullopt;
}

FailureEvent failureOf(std::string_view text, const EventOrigin& origin)
{
    FailureEvent event;
    event.origin = origin;
    event.what = text;
    if (const auto code = codeOf(text))
        event.code = errorCodeName(*code);
    // gloo: "… Connection closed by peer [10.0.0.2]:4711"
    if (const std::size_t at = text.find("by peer ["); at != text.npos)
        event.peer = text.substr(at + 8, text.substr(at + 8).find_first_of(" ,"));
    return event;
}

/// Parses how a child of torchrun or mpirun ended.
std::optional<FailureEvent> childFailure(std::string_view text, const EventOrigin& origin)
{
    Captures c;
    const auto peerFailed = [&](std::string what) {
        FailureEvent event;
        event.origin = origin;
        event.code = errorCodeName(ErrorCode::PeerFailed);
        event.what = std::move(what);
        return event;
    };
    if (const std::size_t at = text.find("failed (exitcode: "); at != text.npos
        && matchLine("failed (exitcode: {i}) local_rank: {d} (pid: {d}) of binary: {r}", text.substr(at), c)) {
        FailureEvent event = peerFailed("ended with exit code " + std::string(c.text(0)));
        event.peer = "local rank " + std::string(c.text(1));
        return event;
    }
    if (const std::size_t at = text.find("noticed that process rank "); at != text.npos
        && matchLine("noticed that process rank {d} with PID {d} on node {w} exited on {r}", text.substr(at), c)) {
        FailureEvent event = peerFailed("exited on " + std::string(c.text(3)));
        event.peers.push_back(c.integer(0));
        event.peer = c.text(2);
        return c.failed() ? std::nullopt : std::optional(event);
    }
    if (matchLine("srun: error: {w}: task {d}: {r}", text, c)) {
        FailureEvent event = peerFailed(std::string(c.text(2)));
        event.peers.push_back(c.integer(1));
        event.peer = c.text(0);
        return c.failed() ? std::nullopt : std::optional(event);
    }
    return std::nullopt;
}

bool isRule(std::string_view text) noexcept
{
    return text.size() >= 10 && text.find_first_not_of(text[0]) == text.npos && contains("=-*", text.substr(0, 1));
}

/// "exitcode  : 1 (pid: 12)" → "exitcode" and "1 (pid: 12)"
bool splitField(std::string_view text, std::string_view& name, std::string_view& value) noexcept
{
    const std::size_t colon = text.find(':');
    if (colon == text.npos)
        return false;
    name = trim(text.substr(0, colon));
    value = trim(text.substr(colon + 1));
    return true;
}

} // namespace

LineOutcome LauncherReader::read(std::string_view body, const EventOrigin& origin)
{
    State& state = m_states.of(origin);
    const auto level = readLevel(body);
    const std::string_view text = trim(level && !level->exception ? level->text : body);
    if (auto failure = childFailure(text, origin))
        return LogEvent(std::move(*failure));
    if (state.table || text.starts_with("Root Cause (first observed failure)") || text == "Failures:")
        if (auto outcome = readTable(text, state, origin); !std::holds_alternative<UnknownLine>(outcome))
            return outcome;
    if (state.traceback && !level)
        return readTraceback(body, state);
    if (text.starts_with("Traceback (most recent call last)")) {
        state.traceback = true;
        return SilentLine{};
    }
    if (text.starts_with("Missing ranks:")) {
        state.missing = true;
        return text.size() > 14 ? LineOutcome(LogEvent(MessageEvent{origin, MessageLevel::Warning, std::string(text)}))
                                : SilentLine{};
    }
    if (Captures c; state.missing && matchLine("{d}: [{r}", text, c))
        return LogEvent(MessageEvent{origin, MessageLevel::Warning,
                                     "rank " + std::string(c.text(0)) + " is missing: [" + std::string(c.text(1))});
    state.missing = state.missing && text.empty();
    for (const std::string_view phrase : alwaysFailures)
        if (contains(text, phrase))
            return LogEvent(failureOf(text, origin));
    if (text.starts_with("Setting OMP_NUM_THREADS environment variable"))
        return LogEvent(MessageEvent{origin, MessageLevel::Warning, std::string(text)});
    if (Captures c; matchLine("{w} FAILED", text, c) && text.find(".py") != text.npos)
        return LogEvent(MessageEvent{origin, MessageLevel::Error, std::string(text)});
    if (level && text.empty())
        return SilentLine{};
    if (!level)
        return isRule(text) ? LineOutcome(SilentLine{}) : UnknownLine{};
    state.traceback = state.traceback && !level->exception;
    if (level->exception && contains(text, "ChildFailedError"))
        return LogEvent(MessageEvent{origin, MessageLevel::Error, std::string(text)});
    if (level->exception || (level->level == MessageLevel::Error && codeOf(text)))
        return LogEvent(failureOf(text, origin));
    return LogEvent(MessageEvent{origin, level->level, std::string(text)});
}

LineOutcome LauncherReader::readTable(std::string_view text, State& state, const EventOrigin& origin)
{
    if (!state.table) {
        state.table = true;
        state.rank = -1;
        state.host.clear();
        return SilentLine{};
    }
    std::string_view name, value;
    if (isRule(text) && text[0] == '=') {
        state.table = false;
        return SilentLine{};
    }
    if (!splitField(text, name, value))
        return isRule(text) || text.starts_with('<') ? LineOutcome(SilentLine{}) : UnknownLine{};
    Captures c;
    if (name == "host")
        state.host = value.substr(0, 256);
    else if (name == "rank" && matchLine("{d} (local_rank: {d})", value, c))
        state.rank = c.integer(0);
    else if (name == "exitcode") {
        FailureEvent event;
        event.origin = origin;
        event.code = errorCodeName(ErrorCode::PeerFailed);
        event.peer = state.host;
        if (state.rank >= 0)
            event.peers.push_back(state.rank);
        event.what = "rank " + std::to_string(state.rank) + " on " + state.host + " ended with exit code "
            + std::string(value.substr(0, value.find(' ')));
        return LogEvent(std::move(event));
    } else if (name != "time" && name != "error_file" && name != "traceback" && !name.starts_with('[')
               && !name.starts_with("Root Cause"))
        return UnknownLine{};
    return SilentLine{};
}

LineOutcome LauncherReader::readTraceback(std::string_view body, State& state)
{
    const bool inside = body.empty() || body[0] == ' ' || body.starts_with("During handling of the above")
        || body.starts_with("The above exception was");
    if (inside)
        return SilentLine{};
    state.traceback = false;
    return UnknownLine{};
}

} // namespace millrace::monitor
