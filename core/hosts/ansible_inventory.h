// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/hosts/host_readers.h"

#include <map>

namespace millrace::hosts {

using InventoryVariables = std::map<std::string, std::string>;

/// Ansible's patterns of host names: "web[01:50].x", "db-[a:f]", "n[0:10:2]", several ranges in one name. Rules of
/// `ansible/inventory/helpers` and `plugins/inventory`: equal width where the first number begins with 0.
[[nodiscard]] Result<std::vector<std::string>> expandInventoryPattern(std::string_view pattern);

/// Groups, hosts and variables of an inventory while it is read; filled from both of its formats.
class Inventory
{
public:
    explicit Inventory(HostFormat format) : m_hosts(format) { }

    /// Adds the hosts of a pattern ("web[01:50]:2222") to a group, with variables that may be empty.
    void addHosts(std::string_view pattern, const std::string& group, const InventoryVariables& variables,
                  const std::string& where);
    void addGroup(const std::string& group);
    void addChild(const std::string& group, const std::string& child, const std::string& where);
    void setVariable(const std::string& group, const std::string& key, const std::string& value);
    void problem(const char* kind, Severity severity, std::string where, std::string sentence)
    {
        m_hosts.problem(kind, severity, std::move(where), std::move(sentence));
    }
    /// Resolves groups and variables: those of a host override those of its groups, inner groups override outer ones.
    [[nodiscard]] Result<HostList> finish();

private:
    struct Group
    {
        std::string name;
        std::vector<std::size_t> parents;
        InventoryVariables variables;
        int depth = 0;
    };
    struct Host
    {
        InventoryVariables variables;
        std::vector<std::size_t> groups;
        std::string where;
    };

    std::size_t groupAt(const std::string& name);
    [[nodiscard]] std::vector<std::size_t> around(const std::vector<std::size_t>& direct) const;
    [[nodiscard]] bool isInside(std::size_t inner, std::size_t outer) const;
    void setDepths();
    [[nodiscard]] std::vector<std::size_t> byPrecedence(std::vector<std::size_t> groups) const;
    [[nodiscard]] std::string variable(const Host& host, const std::vector<std::size_t>& groups,
                                       std::initializer_list<const char*> keys) const;
    [[nodiscard]] std::string usable(std::string text, const char* what, const std::string& name,
                                     const std::string& where);
    void setFields(HostEntry& entry, const Host& host, const std::vector<std::size_t>& direct);

    HostCollector m_hosts;
    std::vector<Group> m_groups;
    std::unordered_map<std::string, std::size_t> m_groupPositions;
    std::vector<Host> m_details; ///< in the order of the collector's hosts
    std::size_t m_edges = 0;
    std::size_t m_named = 0;
    bool m_tooManyGroups = false;
};

} // namespace millrace::hosts
