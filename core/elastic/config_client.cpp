// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/config_client.h"

#include "core/base/text.h"
#include "core/elastic/http_request.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <stop_token>

namespace millrace::elastic {
namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

constexpr Nanoseconds pause = 50ms; // between two attempts
constexpr Nanoseconds longestHold = 20s; // of a request that waits for a new version
constexpr Nanoseconds requestTime = 5s; // for one answer, if the deadline is later

bool isAway(const Error& error)
{
    return error.code == ErrorCode::Unreachable || error.code == ErrorCode::Timeout;
}

Error away(const Endpoint& server, const Error& last)
{
    return fail(ErrorCode::Unreachable,
                fmt::format("the configuration server {} does not answer ({}); is \"millrace-worker config-server\" "
                            "running there?",
                            endpointText(server), last.what));
}

void rest(const WakeUp& interrupt, Deadline deadline)
{
    pollfd ready{interrupt.fd(), POLLIN, 0};
    ::poll(&ready, 1, pollTimeout(std::min(deadline, deadlineIn(pause))));
}

/// Until the server answers, or the deadline.
Result<HttpAnswer> persistent(const Endpoint& server, const char* method, const std::string& target,
                              const std::string& body, Deadline deadline)
{
    const WakeUp never;
    for (;;) {
        auto answer = httpRequest(server, method, target, body, std::min(deadline, deadlineIn(requestTime)), never);
        if (answer || !isAway(answer.error()))
            return answer;
        if (timeLeft(deadline) == Nanoseconds(0))
            return away(server, answer.error());
        rest(never, deadline);
    }
}

Result<HttpAnswer> accepted(Result<HttpAnswer> answer)
{
    if (answer && answer->status != 200)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the configuration server refuses: {}", cleanLine(trim(answer->body))));
    return answer;
}

} // namespace

Result<Endpoint> parseServerUrl(std::string_view text)
{
    constexpr std::string_view scheme = "http://";
    std::string_view rest = trim(text);
    if (rest.starts_with(scheme))
        rest.remove_prefix(scheme.size());
    auto endpoint = parseEndpoint(rest.substr(0, rest.find('/')));
    if (!endpoint)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not a configuration server; write http://10.0.0.1:9100, with a numeric "
                                "address",
                                text));
    return endpoint;
}

Result<Membership> ConfigClient::current(Deadline deadline) const
{
    MR_TRY(answer, accepted(persistent(m_server, "GET", "/members", {}, deadline)));
    return parseMembership(answer.body);
}

Result<std::optional<Membership>> ConfigClient::next(std::uint64_t after, Deadline deadline,
                                                     const JobContext& job) const
{
    WakeUp interrupt;
    const std::stop_callback onStop(job.stop, [&interrupt] { interrupt.notify(); });
    while (!job.cancelled()) {
        const auto hold =
            std::chrono::ceil<std::chrono::seconds>(std::min<Nanoseconds>(timeLeft(deadline), longestHold));
        auto answer = httpRequest(m_server, "GET", fmt::format("/members?after={}&wait={}", after, hold.count()), {},
                                  std::min(deadline, deadlineIn(hold + requestTime)), interrupt);
        if (answer && answer->status == 200) {
            MR_TRY(membership, parseMembership(answer->body));
            return std::optional(std::move(membership));
        }
        if (!answer && !isAway(answer.error()) && answer.error().code != ErrorCode::Cancelled)
            return std::move(answer).error();
        if (timeLeft(deadline) == Nanoseconds(0))
            break;
        if (!answer)
            rest(interrupt, deadline);
    }
    return std::optional<Membership>();
}

Result<void> ConfigClient::post(const char* path, std::string body, Deadline deadline) const
{
    MR_CHECK(accepted(persistent(m_server, "POST", path, body, deadline)));
    return {};
}

Result<void> ConfigClient::ready(Deadline deadline) const
{
    return post("/ready",
                Json{{"address", m_self.endpoint.address},
                     {"port", m_self.endpoint.port},
                     {"incarnation", incarnationText(m_self.incarnation)}}
                    .dump(),
                deadline);
}

Result<void> ConfigClient::leave(Deadline deadline) const
{
    return post("/leave",
                Json{{"address", m_self.endpoint.address},
                     {"port", m_self.endpoint.port},
                     {"incarnation", incarnationText(m_self.incarnation)}}
                    .dump(),
                deadline);
}

Result<void> ConfigClient::suspect(std::uint64_t version, std::uint64_t culprit, Deadline deadline) const
{
    return post("/suspect",
                Json{{"version", version},
                     {"reporter", incarnationText(m_self.incarnation)},
                     {"culprit", incarnationText(culprit)}}
                    .dump(),
                deadline);
}

Result<void> ConfigClient::resize(int workers, Deadline deadline) const
{
    return post("/resize", Json{{"workers", workers}}.dump(), deadline);
}

} // namespace millrace::elastic
