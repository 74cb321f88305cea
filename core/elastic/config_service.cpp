// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/config_service.h"

#include "core/base/text.h"
#include "core/elastic/resize_schedule.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::elastic {
namespace {

using Json = nlohmann::ordered_json;
using Answer = ConfigService::Answer;

constexpr std::array<std::string_view, 7> examplePaths = {"/get", "/put",       "/reset",       "/clear",
                                                          "/",    "/addworker", "/removeworker"};
constexpr std::array<std::string_view, 4> postPaths = {"/ready", "/leave", "/suspect", "/resize"};

Answer unsupported()
{
    return {405, "unsupported method\n"};
}

Answer refused(std::string_view why)
{
    return {400, std::string(why) + "\n"};
}

struct Target
{
    std::string_view path;
    std::string_view query;
};

Target targetOf(std::string_view target)
{
    const std::size_t mark = target.find('?');
    return mark == target.npos ? Target{target, {}} : Target{target.substr(0, mark), target.substr(mark + 1)};
}

/// The whole number of a parameter; nothing if it is absent or something else.
std::optional<std::int64_t> parameter(std::string_view query, std::string_view name)
{
    for (const std::string_view pair : split(query, '&')) {
        const std::size_t sign = pair.find('=');
        if (sign != pair.npos && pair.substr(0, sign) == name) {
            const auto value = parseInteger(pair.substr(sign + 1));
            return value && *value >= 0 ? std::optional(*value) : std::nullopt;
        }
    }
    return std::nullopt;
}

Result<std::uint64_t> incarnationIn(const Json& json, const char* name)
{
    if (!json.contains(name) || !json[name].is_string())
        return fail(ErrorCode::InvalidInput, fmt::format("{} is not a text of 16 hexadecimal digits", name));
    return parseIncarnation(json[name].get<std::string>());
}

Result<std::uint64_t> versionIn(const Json& json)
{
    if (!json.contains("version") || !json["version"].is_number_unsigned())
        return fail(ErrorCode::InvalidInput, "version is not a whole number");
    return json["version"].get<std::uint64_t>();
}

Result<Member> workerIn(const Json& json)
{
    MR_TRY(incarnation, incarnationIn(json, "incarnation"));
    if (!json.contains("address") || !json["address"].is_string() || !isIpv4(json["address"].get<std::string>()))
        return fail(ErrorCode::InvalidInput, "address is not a numeric IPv4 address");
    const Json port = json.value("port", Json());
    if (!port.is_number_unsigned() || port.get<std::uint64_t>() < 1 || port.get<std::uint64_t>() > 65535)
        return fail(ErrorCode::InvalidInput, "port is not from 1 to 65535");
    return Member{{json["address"].get<std::string>(), port.get<std::uint16_t>()}, incarnation};
}

} // namespace

ConfigService::Answer ConfigService::handle(std::string_view method, std::string_view target, std::string_view body,
                                            Nanoseconds now)
{
    const std::string_view path = targetOf(target).path;
    m_book.advance(now);
    if (path == "/config")
        return config(method, body, now);
    if (path == "/members")
        return method == "GET" ? members() : unsupported();
    if (path == "/stop") {
        m_ends = true;
        return {};
    }
    if (std::ranges::find(examplePaths, path) != examplePaths.end())
        return example(path, method, body, now);
    if (std::ranges::find(postPaths, path) != postPaths.end())
        return method == "POST" ? ours(path, body, now) : unsupported();
    return {404,
            "unknown path; known are /get, /put, /reset, /clear, /addworker, /removeworker, /config, /members, "
            "/ready, /leave, /suspect, /resize and /stop\n"};
}

std::optional<ConfigService::Wait> ConfigService::waitFor(std::string_view method, std::string_view target) const
{
    const auto [path, query] = targetOf(target);
    const auto after = parameter(query, "after");
    if (method != "GET" || path != "/members" || !after)
        return std::nullopt;
    const auto seconds = parameter(query, "wait").value_or(60);
    return Wait{static_cast<std::uint64_t>(*after),
                std::min<Nanoseconds>(std::chrono::seconds(std::min<std::int64_t>(seconds, 60)), longestWait)};
}

ConfigService::Answer ConfigService::members() const
{
    return {200, membershipText(m_book.current()) + "\n"};
}

ConfigService::Answer ConfigService::stored() const
{
    return m_document ? Answer{200, clusterDocumentText(*m_document)} : Answer{404, "No Config Found."};
}

ConfigService::Answer ConfigService::store(Result<ClusterDocument> document, Nanoseconds now)
{
    if (m_cleared)
        return {403, "the cluster was cleared: the training is over\n"};
    if (!document)
        return refused(document.error().text());
    m_document = *std::move(document);
    if (m_document->workers.empty())
        return clear();
    m_book.wantOnly(m_document->workers, now);
    return {};
}

ConfigService::Answer ConfigService::clear()
{
    m_document.emplace();
    m_cleared = true;
    m_book.stop();
    return {};
}

ConfigService::Answer ConfigService::example(std::string_view path, std::string_view method, std::string_view body,
                                             Nanoseconds now)
{
    if (path == "/") // an index for people
        return {
            200,
            fmt::format("version {} of the members: {}\n", m_book.current().version, membershipText(m_book.current()))};
    if (path == "/get")
        return method == "GET" ? stored() : unsupported();
    if (path == "/put")
        return store(parseClusterDocument(body), now);
    if (path == "/reset") {
        m_document.reset();
        return {};
    }
    if (path == "/clear")
        return clear();
    if (method != "POST")
        return unsupported();
    const auto peer = parsePeer(body);
    if (!peer)
        return refused(peer.error().text());
    if (!m_document)
        return stored();
    return store(path == "/addworker" ? withWorker(*m_document, *peer) : withoutWorker(*m_document, *peer), now);
}

ConfigService::Answer ConfigService::config(std::string_view method, std::string_view body, Nanoseconds now)
{
    if (method == "GET")
        return stored();
    if (method == "PUT")
        return store(parseClusterDocument(body), now);
    if (method != "POST" && method != "DELETE")
        return unsupported();
    m_document.reset();
    return {};
}

ConfigService::Answer ConfigService::ours(std::string_view path, std::string_view body, Nanoseconds now)
{
    const Json json = Json::parse(body, nullptr, false);
    if (json.is_discarded() || !json.is_object())
        return refused("the body is not a JSON object");
    if (path == "/ready" || path == "/leave") {
        const auto worker = workerIn(json);
        if (!worker)
            return refused(worker.error().text());
        if (path == "/ready")
            m_book.ready(*worker, now);
        else
            m_book.leave(worker->incarnation, now);
        return members();
    }
    if (path == "/suspect") {
        const auto version = versionIn(json);
        const auto reporter = incarnationIn(json, "reporter");
        const auto culprit = incarnationIn(json, "culprit");
        for (const Error* error : {version ? nullptr : &version.error(), reporter ? nullptr : &reporter.error(),
                                   culprit ? nullptr : &culprit.error()})
            if (error != nullptr)
                return refused(error->text());
        m_book.suspect(*version, *reporter, *culprit, now);
        return members();
    }
    const Json workers = json.value("workers", Json());
    if (!workers.is_number_unsigned() || workers.get<std::uint64_t>() > std::uint64_t(mostWorkers))
        return refused(fmt::format("workers is not a number from 0 to {}", mostWorkers));
    if (json.contains("version")) {
        const auto version = versionIn(json);
        if (!version)
            return refused(version.error().text());
        if (*version != m_book.current().version)
            return {409,
                    fmt::format("the members are of version {}, not {}; read them again\n", m_book.current().version,
                                *version)};
    }
    m_book.want(workers.get<int>(), now);
    return members();
}

std::string ConfigService::state() const
{
    Json json{{"book", Json::parse(m_book.state())}, {"cleared", m_cleared}};
    if (m_document)
        json["document"] = Json::parse(clusterDocumentText(*m_document));
    return json.dump(2) + "\n";
}

Result<ConfigService> ConfigService::restored(std::string_view state)
{
    const Json json = Json::parse(state, nullptr, false);
    if (!json.is_object() || !json.contains("book") || !json.value("cleared", Json()).is_boolean())
        return fail(ErrorCode::Corrupt, "this is not the state of a configuration server");
    MR_TRY(book, MembershipBook::restored(json["book"].dump()));
    ConfigService service(std::move(book));
    service.m_cleared = json["cleared"].get<bool>();
    if (json.contains("document")) {
        MR_TRY(document, parseClusterDocument(json["document"].dump()));
        service.m_document = std::move(document);
    }
    return service;
}

} // namespace millrace::elastic
