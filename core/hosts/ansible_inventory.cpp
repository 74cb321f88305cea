// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/hosts/ansible_inventory.h"

#include "core/base/text.h"
#include "core/hosts/host_readers.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace millrace::hosts {

namespace {

constexpr std::size_t maximumGroups = 1024;
constexpr std::size_t maximumMemberships = 1'000'000;
constexpr std::size_t maximumEdges = 16'384;
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Expands "[01:50]", "[a:f]" or "[0:10:2]", without the brackets.
Result<std::vector<std::string>> membersOf(std::string_view range)
{
    const auto bounds = split(range, ':');
    if (bounds.size() < 2 || bounds.size() > 3 || bounds[1].empty())
        return refuse(fmt::format("\"[{}]\" is not a range; write [01:50] or [a:f]", range));
    const std::string_view first = bounds[0].empty() ? "0" : bounds[0];
    const std::string_view last = bounds[1];
    const auto step = parseInteger(bounds.size() == 3 ? bounds[2] : "1");
    if (!step || *step < 1)
        return refuse(fmt::format("the step of the range \"[{}]\" is not a number from 1 on", range));
    const bool padded = first.size() > 1 && first.front() == '0';
    if (padded && first.size() != last.size())
        return refuse(fmt::format("the ends of the range \"[{}]\" must be equally long", range));
    std::int64_t low = 0;
    std::int64_t high = 0;
    const bool isLetters = first.size() == 1 && last.size() == 1 && letters.find(first) != std::string_view::npos
        && letters.find(last) != std::string_view::npos;
    if (isLetters) {
        low = static_cast<std::int64_t>(letters.find(first));
        high = static_cast<std::int64_t>(letters.find(last));
    } else {
        MR_TRY(from, parseInteger(first));
        MR_TRY(to, parseInteger(last));
        low = from;
        high = to;
    }
    if (low < 0 || high < low)
        return refuse(fmt::format("the range \"[{}]\" runs backwards", range));
    if ((high - low) / *step >= static_cast<std::int64_t>(maximumHosts))
        return refuse(fmt::format("the range \"[{}]\" expands to more than {} hosts; list the hosts you need", range,
                                  maximumHosts));
    std::vector<std::string> members;
    for (std::int64_t i = low; i <= high; i += *step)
        members.push_back(isLetters ? std::string(1, letters[static_cast<std::size_t>(i)])
                                    : fmt::format("{:0{}}", i, padded ? first.size() : 1));
    return members;
}

bool isRange(std::string_view brackets)
{
    return brackets.find(':') != std::string_view::npos
        && std::ranges::count(brackets, ':') <= 2; // an IPv6 address in brackets has more
}

/// Removes the port of "name:2222" and "[::1]:2222"; several colons without brackets belong to an address.
int cutPort(std::string_view& pattern)
{
    const std::size_t colon = pattern.rfind(':');
    if (colon == std::string_view::npos || colon == 0 || pattern.find(']', colon) != std::string_view::npos)
        return 0;
    const std::string_view name = pattern.substr(0, colon);
    const std::size_t close = name.rfind(']');
    const bool otherColons = name.find(':', close == std::string_view::npos ? 0 : close) != std::string_view::npos;
    const auto port = parseInteger(pattern.substr(colon + 1));
    if (otherColons || !port || *port < 1 || *port > 65'535)
        return 0;
    pattern = name;
    return static_cast<int>(*port);
}

} // namespace

Result<std::vector<std::string>> expandInventoryPattern(std::string_view pattern)
{
    std::vector<std::string> names = {""};
    while (!pattern.empty()) {
        std::size_t open = pattern.find('[');
        std::size_t close = pattern.find(']', open == std::string_view::npos ? 0 : open);
        const bool range = open != std::string_view::npos && close != std::string_view::npos
            && isRange(pattern.substr(open + 1, close - open - 1));
        const std::string_view plain = range ? pattern.substr(0, open) : pattern;
        std::vector<std::string> members = {""};
        if (range) {
            MR_TRY(found, membersOf(pattern.substr(open + 1, close - open - 1)));
            members = std::move(found);
        }
        pattern.remove_prefix(range ? close + 1 : pattern.size());
        if (names.size() * members.size() > maximumHosts)
            return refuse(
                fmt::format("a pattern expands to more than {} hosts; list the hosts you need", maximumHosts));
        if (names.front().size() + plain.size() + 20 > maximumName)
            return refuse(fmt::format("a host's name is longer than {} letters", maximumName));
        std::vector<std::string> longer;
        longer.reserve(names.size() * members.size());
        for (const std::string& name : names)
            for (const std::string& member : members)
                longer.push_back(fmt::format("{}{}{}", name, plain, member));
        names = std::move(longer);
    }
    return names;
}

std::size_t Inventory::groupAt(const std::string& name)
{
    const auto [position, isNew] = m_groupPositions.try_emplace(name, m_groups.size());
    if (!isNew)
        return position->second;
    if (m_groups.size() >= maximumGroups) {
        m_tooManyGroups = true;
        m_groupPositions.erase(position);
        return 0;
    }
    m_groups.push_back({name, {}, {}, 0});
    return m_groups.size() - 1;
}

void Inventory::addGroup(const std::string& group)
{
    (void)groupAt(group);
}

void Inventory::addHosts(std::string_view pattern, const std::string& group, const InventoryVariables& variables,
                         const std::string& where)
{
    if (m_named > maximumMemberships) {
        problem("hosts", Severity::Error, where, "hosts are named more than a million times; the rest is left out");
        return;
    }
    const int port = cutPort(pattern);
    const auto names = expandInventoryPattern(pattern);
    if (!names) {
        problem("pattern", Severity::Error, where, names.error().text());
        return;
    }
    m_named += names->size();
    const std::size_t position = groupAt(group);
    for (const std::string& name : *names) {
        if (!isHostName(name)) {
            problem("host-name", Severity::Warning, where, fmt::format("\"{}\" cannot be the name of a host", name));
            continue;
        }
        const HostEntry* entry = m_hosts.host(name);
        if (entry == nullptr)
            return;
        const auto index = static_cast<std::size_t>(entry - m_hosts.list().hosts.data());
        m_details.resize(m_hosts.list().hosts.size());
        Host& host = m_details[index];
        host.where = host.where.empty() ? where : host.where;
        if (port != 0)
            host.variables["ansible_port"] = std::to_string(port);
        for (const auto& [key, value] : variables)
            host.variables[key] = value;
        if (std::ranges::count(host.groups, position) == 0)
            host.groups.push_back(position);
    }
}

void Inventory::setVariable(const std::string& group, const std::string& key, const std::string& value)
{
    m_groups[groupAt(group)].variables[key] = value;
}

bool Inventory::isInside(std::size_t inner, std::size_t outer) const
{
    const auto all = around({inner});
    return std::ranges::count(all, outer) > 0;
}

void Inventory::addChild(const std::string& group, const std::string& child, const std::string& where)
{
    const std::size_t outer = groupAt(group);
    const std::size_t inner = groupAt(child);
    if (std::ranges::count(m_groups[inner].parents, outer) > 0)
        return;
    if (++m_edges > maximumEdges) {
        problem("children", Severity::Error, where,
                fmt::format("groups are nested more than {} levels deep; deeper ones are ignored", maximumEdges));
        return;
    }
    if (isInside(outer, inner)) {
        problem("group-loop", Severity::Warning, where,
                fmt::format("the group {} cannot be inside {}, which is inside it", child, group));
        return;
    }
    m_groups[inner].parents.push_back(outer);
}

/// Returns the groups and all their ancestors, each once, from the inside out.
std::vector<std::size_t> Inventory::around(const std::vector<std::size_t>& direct) const
{
    std::vector<bool> seen(m_groups.size(), false);
    std::vector<std::size_t> all;
    const auto add = [&](std::size_t group) {
        if (!seen[group])
            all.push_back(group);
        seen[group] = true;
    };
    for (const std::size_t group : direct)
        add(group);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const std::size_t parent : m_groups[all[i]].parents)
            add(parent);
    return all;
}

void Inventory::setDepths()
{
    // Terminates without loops after as many rounds as the nesting depth.
    for (bool changed = true; changed;) {
        changed = false;
        for (Group& group : m_groups)
            for (const std::size_t parent : group.parents)
                if (group.depth <= m_groups[parent].depth) {
                    group.depth = m_groups[parent].depth + 1;
                    changed = true;
                }
    }
}

std::string Inventory::variable(const Host& host, const std::vector<std::size_t>& groups,
                                std::initializer_list<const char*> keys) const
{
    for (const char* key : keys) {
        if (const auto own = host.variables.find(key); own != host.variables.end())
            return own->second;
        for (const std::size_t group : groups)
            if (const auto found = m_groups[group].variables.find(key); found != m_groups[group].variables.end())
                return found->second;
    }
    return {};
}

std::string Inventory::usable(std::string text, const char* what, const std::string& name, const std::string& where)
{
    if (text.empty() || isHostName(text))
        return text;
    problem("value", Severity::Warning, where, fmt::format("the {} \"{}\" of {} cannot be used", what, text, name));
    return {};
}

/// Sorts the groups of a host by precedence of their variables: inner ones first, "all" last.
std::vector<std::size_t> Inventory::byPrecedence(std::vector<std::size_t> groups) const
{
    const auto rank = [this](std::size_t group) {
        return std::tuple(m_groups[group].name != "all", m_groups[group].depth, std::string_view(m_groups[group].name));
    };
    if (const auto all = m_groupPositions.find("all");
        all != m_groupPositions.end() && std::ranges::count(groups, all->second) == 0)
        groups.push_back(all->second);
    std::ranges::sort(groups, [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
    return groups;
}

void Inventory::setFields(HostEntry& entry, const Host& host, const std::vector<std::size_t>& direct)
{
    const auto groups = byPrecedence(direct);
    const auto value = [&](std::initializer_list<const char*> keys) { return variable(host, groups, keys); };
    entry.address = usable(value({"ansible_host", "ansible_ssh_host"}), "address", entry.name, host.where);
    if (entry.address == entry.name)
        entry.address.clear();
    entry.user = usable(value({"ansible_user", "ansible_ssh_user"}), "user", entry.name, host.where);
    entry.identityFile = value({"ansible_ssh_private_key_file", "ansible_private_key_file"});
    const std::string portText = value({"ansible_port", "ansible_ssh_port"});
    const auto port = parseInteger(portText);
    if (port && *port >= 1 && *port <= 65'535)
        entry.port = static_cast<int>(*port);
    else if (!portText.empty())
        problem("value", Severity::Warning, host.where,
                fmt::format("the port \"{}\" of {} is not one from 1 to 65535", portText, entry.name));
    if (!value({"ansible_ssh_common_args", "ansible_ssh_extra_args"}).empty())
        problem("ssh-arguments", Severity::Note, host.where,
                fmt::format("{} has its own ssh arguments; put them into your ssh configuration", entry.name));
    if (const std::string way = value({"ansible_connection"}); !way.empty() && way != "ssh" && way != "smart")
        problem("connection", Severity::Note, host.where,
                fmt::format("{} is reached by \"{}\" in Ansible; here ssh is used", entry.name, way));
}

Result<HostList> Inventory::finish()
{
    if (m_tooManyGroups)
        return refuse(fmt::format("the inventory has more than {} groups", maximumGroups));
    setDepths();
    auto& hosts = m_hosts.list().hosts;
    std::size_t memberships = 0;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        const auto groups = around(m_details[i].groups);
        memberships += groups.size();
        if (memberships > maximumMemberships)
            return refuse("the hosts of the inventory are in more than a million groups");
        setFields(hosts[i], m_details[i], groups);
        for (const std::size_t group : groups)
            if (m_groups[group].name != "all" && m_groups[group].name != "ungrouped")
                hosts[i].groups.push_back(m_groups[group].name);
    }
    return m_hosts.finish();
}

} // namespace millrace::hosts
