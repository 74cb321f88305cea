// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/graphs_client.h"

#include "core/base/file_io.h"
#include "core/base/pipe_signal.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace millrace::predict {

namespace {

constexpr const char* graphsProgram = "millrace-graphs";
constexpr int protocolVersion = 1;
constexpr auto greetingTime = std::chrono::seconds(60); // libtorch and its libraries from a slow disk
constexpr auto cancelTime = std::chrono::seconds(20); // one epoch
constexpr auto pollTime = std::chrono::milliseconds(100);
constexpr std::size_t mostLineBytes = std::size_t(256) << 20;
constexpr std::size_t mostErrorBytes = 4000;

Error graphsMissing(const std::filesystem::path& program)
{
    return fail(ErrorCode::NotFound,
                fmt::format("graph networks need the program {}, which is not installed; build Millrace where libtorch "
                            "(Debian: libtorch-dev) is present",
                            program.string()));
}

ErrorCode codeOf(const std::string& name)
{
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code)
        if (errorCodeName(static_cast<ErrorCode>(code)) == name)
            return static_cast<ErrorCode>(code);
    return ErrorCode::PeerFailed;
}

/// Members of an answer; empty and 0 where they are of another type.
std::string textIn(const Json& json, const char* key)
{
    return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string();
}

int numberIn(const Json& json, const char* key)
{
    return json.contains(key) && json[key].is_number_integer() ? json[key].get<int>() : 0;
}

/// The start of a line, for messages.
std::string startOf(std::string_view line)
{
    return line.size() <= 60 ? std::string(line) : std::string(line.substr(0, 60)) + "…";
}

} // namespace

std::filesystem::path GraphsClient::usualProgram()
{
    const std::filesystem::path own = programFolder() / graphsProgram;
    std::error_code ignored;
    return std::filesystem::exists(own, ignored) ? own : std::filesystem::path(graphsProgram);
}

Result<GraphsClient> GraphsClient::start(const std::filesystem::path& program, const JobContext& job)
{
    auto started = ChildProcess::start({{program.string()}, {}, {}});
    if (!started)
        return started.error().code == ErrorCode::NotFound ? graphsMissing(program) : std::move(started).error();
    GraphsClient client(*std::move(started));
    MR_TRY(greeting, client.next(job, Wait::Stop, deadlineIn(greetingTime)));
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the request was cancelled");
    if (textIn(greeting, "event") != "ready" || !greeting.contains("protocol"))
        return fail(ErrorCode::Protocol,
                    fmt::format("{} is another program: it began with {}", program.string(), startOf(greeting.dump())));
    if (greeting["protocol"] != protocolVersion)
        return fail(ErrorCode::NewerVersion,
                    fmt::format("{} has protocol {}, expected {}; install both of the same version of Millrace",
                                program.string(), greeting["protocol"].dump(), protocolVersion));
    client.m_note = textIn(greeting, "note");
    return client;
}

Result<void> GraphsClient::send(const Json& line)
{
    const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    std::string_view rest = text;
    const PipeSignalBlocked blocked;
    while (!rest.empty()) {
        const auto written = ::write(m_process.input.get(), rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return ended();
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Error GraphsClient::ended()
{
    const auto status = m_process.wait(deadlineIn(std::chrono::seconds(2)));
    const std::string how = status ? exitText(*status) : std::string("its output closed");
    const std::string_view errors = trim(m_errors);
    const auto lastLine =
        errors.substr(errors.find_last_of('\n') == std::string_view::npos ? 0 : errors.find_last_of('\n') + 1);
    return fail(ErrorCode::PeerFailed,
                errors.empty() ? fmt::format("{} ended before it answered ({})", graphsProgram, how)
                               : fmt::format("{} ended before it answered ({}); end of stderr: {}", graphsProgram, how,
                                             startOf(lastLine)));
}

Result<void> GraphsClient::readMore(Deadline deadline)
{
    std::array<pollfd, 2> ends{pollfd{m_process.output.get(), POLLIN, 0}, pollfd{m_process.errors.get(), POLLIN, 0}};
    const int count = ::poll(ends.data(), m_process.errors ? 2 : 1, pollTimeout(deadline));
    if (count < 0 && errno != EINTR)
        return failErrno("waiting for millrace-graphs");
    std::array<char, 65536> bytes{};
    if (count > 0 && m_process.errors && ends[1].revents != 0) {
        const auto got = ::read(m_process.errors.get(), bytes.data(), bytes.size());
        if (got > 0) {
            m_errors.append(bytes.data(), static_cast<std::size_t>(got));
            if (m_errors.size() > mostErrorBytes)
                m_errors.erase(0, m_errors.size() - mostErrorBytes);
        } else if (got == 0) {
            m_process.errors.reset();
        }
    }
    if (count > 0 && ends[0].revents != 0) {
        const auto got = ::read(m_process.output.get(), bytes.data(), bytes.size());
        if (got == 0)
            return ended();
        if (got < 0 && errno != EINTR)
            return failErrno("reading from millrace-graphs");
        if (got > 0)
            m_output.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return {};
}

Result<Json> GraphsClient::next(const JobContext& job, Wait wait, Deadline deadline)
{
    for (;;) {
        if (wait == Wait::Stop && job.cancelled())
            return Json();
        if (const auto end = m_output.find('\n'); end != std::string::npos) {
            const std::string line = m_output.substr(0, end);
            m_output.erase(0, end + 1);
            Json json = Json::parse(line, nullptr, false);
            if (!json.is_object())
                return fail(ErrorCode::Protocol,
                            fmt::format("{} sent a line that is no answer: \"{}\"", graphsProgram, startOf(line)));
            return json;
        }
        if (m_output.size() > mostLineBytes)
            return fail(ErrorCode::Protocol, fmt::format("{} sent a line without an end", graphsProgram));
        if (timeLeft(deadline) <= Nanoseconds(0))
            return fail(ErrorCode::Timeout, fmt::format("{} does not answer", graphsProgram));
        MR_CHECK(readMore(std::min(deadline, deadlineIn(pollTime))));
    }
}

/// Waits for the end of a request that was cancelled, so that the program can take another one.
Error GraphsClient::cancelRequest(int id)
{
    const Error cancelled = fail(ErrorCode::Cancelled, "the request was cancelled");
    const int own = ++m_requests;
    const Deadline deadline = deadlineIn(cancelTime);
    if (!send({{"id", own}, {"op", "cancel"}, {"target", id}}))
        return cancelled;
    for (;;) {
        const auto answer = next({}, Wait::Ignore, deadline);
        if (!answer)
            break;
        if (numberIn(*answer, "id") == id && textIn(*answer, "event") != "epoch")
            return cancelled;
    }
    m_process.stop(std::chrono::seconds(1));
    return cancelled;
}

Result<Json> GraphsClient::request(Json request, const std::function<void(const GraphsEpoch&)>& epoch,
                                   const JobContext& job)
{
    const int id = ++m_requests;
    request["id"] = id;
    MR_CHECK(send(request));
    for (;;) {
        MR_TRY(answer, next(job, Wait::Stop, Deadline::max()));
        if (job.cancelled())
            return cancelRequest(id);
        if (numberIn(answer, "id") != id)
            continue; // the answer to a cancellation
        const std::string event = textIn(answer, "event");
        if (event == "done")
            return answer;
        if (event == "error")
            return fail(codeOf(textIn(answer, "code")), textIn(answer, "message"));
        if (event == "cancelled")
            return fail(ErrorCode::Cancelled, "the request was cancelled");
        if (event != "epoch")
            return fail(ErrorCode::Protocol,
                        fmt::format("{} sent an unknown event \"{}\"", graphsProgram, startOf(event)));
        const auto number = [&answer](const char* key) {
            return answer.contains(key) && answer[key].is_number() ? answer[key].get<double>() : unknown;
        };
        if (epoch)
            epoch({numberIn(answer, "member"), numberIn(answer, "epoch"), number("train"), number("validation")});
    }
}

Json requestOf(const NetworkTraining& training)
{
    Json request{{"op", "train"}, {"data", training.data}, {"seed", training.seed}};
    if (training.start.empty())
        request["network"] = training.network;
    else
        request["start"] = training.start.string();
    if (!training.transfer.empty())
        request["transfer"] = training.transfer;
    if (!training.save.empty())
        request["save"] = training.save.string();
    if (training.epochs > 0)
        request["epochs"] = training.epochs;
    if (training.members > 0)
        request["members"] = training.members;
    if (training.layers >= 0)
        request["layers"] = training.layers;
    return request;
}

} // namespace millrace::predict
