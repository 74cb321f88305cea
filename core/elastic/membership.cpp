// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/membership.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::elastic {
namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

constexpr Nanoseconds firstPause = 1s;
constexpr Nanoseconds longestPause = 60s;

Json jsonOf(const Member& member)
{
    return {{"address", member.endpoint.address},
            {"port", member.endpoint.port},
            {"incarnation", incarnationText(member.incarnation)}};
}

Json jsonOf(const Membership& membership)
{
    Json members = Json::array();
    for (const Member& member : membership.members)
        members.push_back(jsonOf(member));
    return {{"version", membership.version}, {"stopped", membership.stopped}, {"members", std::move(members)}};
}

Error damaged(std::string_view what)
{
    return fail(ErrorCode::Protocol, fmt::format("this is not a list of members: {}", what));
}

Result<Member> memberOf(const Json& json)
{
    if (!json.is_object() || !json.value("address", Json()).is_string() || !json.value("port", Json()).is_number()
        || !json.value("incarnation", Json()).is_string())
        return damaged("a member has no address, port or incarnation");
    const std::int64_t port = json["port"].get<std::int64_t>();
    Member member{{json["address"].get<std::string>(), static_cast<std::uint16_t>(port)}, 0};
    if (!isIpv4(member.endpoint.address) || port < 1 || port > 65535)
        return damaged("a member has no numeric address with a port");
    MR_TRY(incarnation, parseIncarnation(json["incarnation"].get<std::string>()));
    member.incarnation = incarnation;
    return member;
}

Result<Membership> membershipOf(const Json& json)
{
    if (!json.is_object() || !json.value("version", Json()).is_number_unsigned()
        || !json.value("stopped", Json()).is_boolean() || !json.value("members", Json()).is_array())
        return damaged("version, stopped or members is missing");
    Membership membership{json["version"].get<std::uint64_t>(), {}, json["stopped"].get<bool>()};
    for (const Json& each : json["members"]) {
        MR_TRY(member, memberOf(each));
        membership.members.push_back(std::move(member));
    }
    return membership;
}

} // namespace

bool Membership::has(std::uint64_t incarnation) const noexcept
{
    return std::ranges::find(members, incarnation, &Member::incarnation) != members.end();
}

std::string membershipText(const Membership& membership)
{
    return jsonOf(membership).dump();
}

Result<Membership> parseMembership(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded())
        return damaged("no JSON");
    return membershipOf(json);
}

std::string incarnationText(std::uint64_t incarnation)
{
    return fmt::format("{:016x}", incarnation);
}

Result<std::uint64_t> parseIncarnation(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (text.size() != 16 || error != std::errc() || end != text.data() + text.size())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not an incarnation of 16 hexadecimal digits", text));
    return value;
}

void MembershipBook::ready(const Member& worker, Nanoseconds now)
{
    if (std::ranges::any_of(m_ready, [&](const Ready& each) { return each.worker == worker; }))
        return;
    std::erase_if(m_ready, [&](const Ready& each) {
        return each.worker.endpoint == worker.endpoint || each.worker.incarnation == worker.incarnation;
    });
    const auto known = m_pauses.find(worker.endpoint);
    m_ready.push_back({worker, now + (known == m_pauses.end() ? Nanoseconds(0) : known->second)});
    update(now);
}

void MembershipBook::leave(std::uint64_t incarnation, Nanoseconds now)
{
    std::erase_if(m_ready, [&](const Ready& each) { return each.worker.incarnation == incarnation; });
    update(now);
}

void MembershipBook::suspect(std::uint64_t version, std::uint64_t reporter, std::uint64_t culprit, Nanoseconds now)
{
    const auto found = std::ranges::find(m_current.members, culprit, &Member::incarnation);
    const bool known =
        std::ranges::any_of(m_ready, [&](const Ready& each) { return each.worker.incarnation == reporter; });
    if (version != m_current.version || !known || reporter == culprit || found == m_current.members.end())
        return;
    // The pause is for the time after the next: whoever is expelled for the first time returns at once.
    const auto [entry, isFirst] = m_pauses.try_emplace(found->endpoint, Nanoseconds(0));
    if (!isFirst)
        entry->second = entry->second == Nanoseconds(0) ? firstPause : std::min(2 * entry->second, longestPause);
    leave(culprit, now);
}

void MembershipBook::want(std::optional<int> workers, Nanoseconds now)
{
    if (workers && *workers <= 0) {
        stop();
        return;
    }
    m_wanted = workers;
    m_only.reset();
    update(now);
}

void MembershipBook::wantOnly(std::vector<Endpoint> endpoints, Nanoseconds now)
{
    m_only = std::move(endpoints);
    m_wanted.reset();
    update(now);
}

void MembershipBook::stop()
{
    if (m_current.stopped)
        return;
    m_current = {m_current.version + 1, {}, true};
}

void MembershipBook::advance(Nanoseconds now)
{
    update(now);
}

std::optional<Nanoseconds> MembershipBook::nextAdmission() const noexcept
{
    std::optional<Nanoseconds> next;
    for (const Ready& each : m_ready)
        if (!m_current.has(each.worker.incarnation) && each.admitted > Nanoseconds(0))
            next = std::min(next.value_or(each.admitted), each.admitted);
    return next;
}

void MembershipBook::update(Nanoseconds now)
{
    if (m_current.stopped)
        return;
    const auto isWanted = [&](const Member& worker) {
        return !m_only || std::ranges::find(*m_only, worker.endpoint) != m_only->end();
    };
    std::vector<Member> members;
    for (const Member& member : m_current.members)
        if (isWanted(member) && std::ranges::any_of(m_ready, [&](const Ready& each) { return each.worker == member; }))
            members.push_back(member);
    for (Ready& each : m_ready) {
        if (each.admitted > now)
            continue;
        each.admitted = Nanoseconds(0);
        if (isWanted(each.worker) && std::ranges::find(members, each.worker) == members.end())
            members.push_back(each.worker);
    }
    if (m_current.version == 0 && static_cast<int>(members.size()) < m_initial)
        return;
    if (m_wanted && members.size() > static_cast<std::size_t>(*m_wanted))
        members.resize(static_cast<std::size_t>(*m_wanted));
    if (members == m_current.members)
        return;
    m_current = {m_current.version + 1, std::move(members), false};
}

std::string MembershipBook::state() const
{
    Json ready = Json::array();
    for (const Ready& each : m_ready)
        ready.push_back(jsonOf(each.worker));
    Json json{{"initial", m_initial}, {"membership", jsonOf(m_current)}, {"ready", std::move(ready)}};
    if (m_wanted)
        json["workers"] = *m_wanted;
    if (m_only) {
        json["only"] = Json::array();
        for (const Endpoint& endpoint : *m_only)
            json["only"].push_back(endpointText(endpoint));
    }
    return json.dump();
}

Result<MembershipBook> MembershipBook::restored(std::string_view state)
{
    const Json json = Json::parse(state, nullptr, false);
    const auto wrong = [] { return fail(ErrorCode::Corrupt, "this is not the state of a configuration server"); };
    if (!json.is_object() || !json.value("initial", Json()).is_number_integer()
        || !json.value("ready", Json()).is_array() || !json.contains("membership"))
        return wrong();
    MembershipBook book(json["initial"].get<int>());
    MR_TRY(membership, membershipOf(json["membership"]));
    book.m_current = std::move(membership);
    for (const Json& each : json["ready"]) {
        MR_TRY(worker, memberOf(each));
        book.m_ready.push_back({std::move(worker), Nanoseconds(0)});
    }
    if (json.contains("workers")) {
        if (!json["workers"].is_number_integer() || json["workers"].get<int>() < 1)
            return wrong();
        book.m_wanted = json["workers"].get<int>();
    }
    if (json.contains("only")) {
        if (!json["only"].is_array())
            return wrong();
        book.m_only.emplace();
        for (const Json& each : json["only"]) {
            if (!each.is_string())
                return wrong();
            MR_TRY(endpoint, parseEndpoint(each.get<std::string>()));
            book.m_only->push_back(std::move(endpoint));
        }
    }
    return book;
}

} // namespace millrace::elastic
