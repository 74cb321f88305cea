// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/node_state.h"

#include <algorithm>
#include <arpa/inet.h>
#include <fmt/format.h>

namespace millrace::impair {

namespace {

bool sameAddress(const std::string& one, const std::string& other)
{
    const int family = isV6(one) ? AF_INET6 : AF_INET;
    std::array<std::uint8_t, 16> a{};
    std::array<std::uint8_t, 16> b{};
    return one == other
        || (::inet_pton(family, one.c_str(), a.data()) == 1 && ::inet_pton(family, other.c_str(), b.data()) == 1
            && a == b);
}

} // namespace

const Queue* NodeState::root() const noexcept
{
    const auto found = std::ranges::find(queues, true, &Queue::root);
    return found == queues.end() ? nullptr : &*found;
}

const Queue* NodeState::queueAt(std::string_view parent) const noexcept
{
    const auto found = std::ranges::find(queues, parent, &Queue::parent);
    return found == queues.end() ? nullptr : &*found;
}

bool NodeState::filterTo(const std::string& flow, const std::string& address) const
{
    std::array<std::uint8_t, 16> bytes{};
    std::string first;
    if (!isV6(address) && ::inet_pton(AF_INET, address.c_str(), bytes.data()) == 1)
        first = fmt::format("{:x}", (bytes[0] * 16777216U) + (bytes[1] * 65536U) + (bytes[2] * 256U) + bytes[3]);
    return std::ranges::any_of(filters, [&](const AddressFilter& filter) {
        return filter.flow == flow && (first.empty() || filter.firstMatch == first);
    });
}

double NodeState::lossOf(const std::string& address) const noexcept
{
    for (const LossRule& rule : lossRules)
        if (sameAddress(rule.address, address))
            return rule.probability;
    return 0;
}

bool NodeState::isOurs(const ImpairRecord& record) const noexcept
{
    const Queue* queue = root();
    return queue != nullptr && queue->kind == "htb" && queue->handle == rootHandle
        && queue->defaultClass == record.token;
}

Result<NodeState> readState(const Execute& execute, const std::string& interface)
{
    NodeState state;
    auto link = read(execute, tool({"ip", "-d", "-j", "link", "show", "dev", interface}));
    if (!link && link.error().what.find("does not exist") != std::string::npos)
        return fail(ErrorCode::NotFound, "this node has no interface " + interface);
    if (!link)
        return std::move(link).error();
    MR_TRY(facts, parseLink(*link));
    state.link = facts;
    MR_TRY(text, read(execute, tool({"tc", "-s", "-r", "-j", "qdisc", "show", "dev", interface})));
    MR_TRY(queues, parseQueues(text));
    state.queues = std::move(queues);
    for (const Queue& queue : state.queues) {
        if (queue.kind != "clsact" && queue.kind != "ingress")
            continue;
        MR_TRY(in, read(execute, tool({"tc", "filter", "show", "dev", interface, "ingress"})));
        (void)parseFilters(in, &state.ingressFilters);
        if (queue.kind == "ingress")
            continue;
        MR_TRY(out, read(execute, tool({"tc", "filter", "show", "dev", interface, "egress"})));
        (void)parseFilters(out, &state.egressFilters);
    }
    return state;
}

Result<NodeState> readState(const Execute& execute, const ImpairRecord& record)
{
    MR_TRY(state, readState(execute, record.interface));
    if (state.isOurs(record)) {
        MR_TRY(
            text,
            read(execute, tool({"tc", "filter", "show", "dev", record.interface, "parent", std::string(rootHandle)})));
        state.filters = parseFilters(text);
    }
    if (record.lossRules) {
        const std::string family = lossFamilies(record).back();
        MR_TRY(there, hasLossTable(execute, record, family));
        if (there) {
            MR_TRY(text, read(execute, tool({"nft", "-j", "list", "table", family, lossTable(record)})));
            MR_TRY(rules, parseLossRules(text));
            state.lossRules = std::move(rules);
        }
    }
    return state;
}

Result<bool> hasLossTable(const Execute& execute, const ImpairRecord& record, const std::string& family)
{
    MR_TRY(text, read(execute, tool({"nft", "list", "tables", family})));
    return text.find(fmt::format("table {} {}\n", family, lossTable(record))) != std::string::npos;
}

} // namespace millrace::impair
