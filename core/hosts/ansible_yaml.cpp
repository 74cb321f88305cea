// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/hosts/ansible_inventory.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

namespace millrace::hosts {

namespace {

constexpr int deepestEntry = 64;
constexpr std::size_t maximumEntries = 200'000;

/// yaml-cpp throws exceptions; they do not leave readAnsibleYaml.
class YamlReader
{
public:
    Result<HostList> read(const YAML::Node& root)
    {
        m_inventory.addGroup("all");
        if (!root.IsMap())
            return fail(ErrorCode::InvalidInput,
                        "an inventory in YAML starts with its groups; here is none, for example \"all:\"");
        for (const auto& entry : root)
            group(entry.first.as<std::string>(), entry.second, 0);
        if (m_visited > maximumEntries)
            return fail(ErrorCode::InvalidInput, fmt::format("the inventory has more than {} entries", maximumEntries));
        return m_inventory.finish();
    }

private:
    static std::string where(const YAML::Node& node)
    {
        return lineText(static_cast<std::size_t>(std::max(node.Mark().line, 0)) + 1);
    }

    /// Returns false after too many visits: anchors can make a text appear endless.
    bool enough() { return ++m_visited > maximumEntries; }

    void group(const std::string& name, const YAML::Node& node, int depth)
    {
        m_inventory.addGroup(name);
        if (node.IsNull() || enough())
            return;
        if (!node.IsMap() || depth > deepestEntry) {
            m_inventory.problem("group", Severity::Warning, where(node),
                                fmt::format("the group {} has no hosts, children or vars", name));
            return;
        }
        for (const auto& entry : node) {
            const auto key = entry.first.as<std::string>();
            if (key == "hosts")
                hosts(name, entry.second);
            else if (key == "children")
                children(name, entry.second, depth);
            else if (key == "vars")
                for (const auto& [variable, value] : variables(entry.second))
                    m_inventory.setVariable(name, variable, value);
            else
                m_inventory.problem(
                    "member", Severity::Warning, where(entry.first),
                    fmt::format("unknown key \"{}\" of the group {}; expected hosts, children or vars", key, name));
        }
    }

    void hosts(const std::string& name, const YAML::Node& node)
    {
        if (node.IsScalar()) {
            m_inventory.addHosts(node.as<std::string>(), name, {}, where(node));
            return;
        }
        if (!node.IsMap())
            return;
        for (const auto& entry : node) {
            if (enough())
                return;
            m_inventory.addHosts(entry.first.as<std::string>(), name, variables(entry.second), where(entry.first));
        }
    }

    void children(const std::string& name, const YAML::Node& node, int depth)
    {
        if (!node.IsMap())
            return;
        for (const auto& entry : node) {
            const auto child = entry.first.as<std::string>();
            m_inventory.addChild(name, child, where(entry.first));
            group(child, entry.second, depth + 1);
        }
    }

    InventoryVariables variables(const YAML::Node& node)
    {
        InventoryVariables all;
        if (!node.IsMap())
            return all;
        for (const auto& entry : node)
            if (!enough() && entry.first.IsScalar() && entry.second.IsScalar())
                all[entry.first.as<std::string>()] = entry.second.as<std::string>();
        return all;
    }

    Inventory m_inventory{HostFormat::AnsibleYaml};
    std::size_t m_visited = 0;
};

} // namespace

Result<HostList> readAnsibleYaml(std::string_view text)
{
    try {
        return YamlReader().read(YAML::Load(std::string(text)));
    } catch (const YAML::Exception& exception) {
        const std::string where = exception.mark.is_null() ? "" : lineText(std::size_t(exception.mark.line) + 1) + ": ";
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{}this is not YAML as Ansible reads it: {}", where, exception.msg));
    }
}

} // namespace millrace::hosts
