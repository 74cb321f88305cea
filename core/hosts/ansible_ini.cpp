// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/hosts/ansible_inventory.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::hosts {

namespace {

/// Splits a line like a shell, as Ansible does: quotes, backslashes, # begins a comment.
std::vector<std::string> shellWords(std::string_view line)
{
    std::vector<std::string> words;
    std::string word;
    bool inWord = false;
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else if (c == '\\' && quote == '"' && i + 1 < line.size() && (line[i + 1] == '"' || line[i + 1] == '\\'))
                word += line[++i];
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
            inWord = true;
        } else if (c == '\\' && i + 1 < line.size()) {
            word += line[++i];
            inWord = true;
        } else if (c == '#') {
            break;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            if (inWord)
                words.push_back(std::exchange(word, {}));
            inWord = false;
        } else {
            word += c;
            inWord = true;
        }
    }
    if (inWord)
        words.push_back(word);
    return words;
}

std::string unquoted(std::string_view value)
{
    value = trim(value);
    if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front())
        value = value.substr(1, value.size() - 2);
    return std::string(value);
}

enum class Section
{
    Hosts,
    Children,
    Variables,
    Unknown
};

class IniReader
{
public:
    IniReader() { m_inventory.addGroup("all"); }

    void line(std::string_view whole, std::size_t number)
    {
        const std::string_view line = trim(whole);
        m_where = lineText(number);
        if (line.empty() || line.front() == '#' || line.front() == ';')
            return;
        if (line.front() == '[' && heading(line))
            return;
        switch (m_section) {
        case Section::Hosts: hosts(line); break;
        case Section::Children: child(line); break;
        case Section::Variables: variable(line); break;
        case Section::Unknown: break;
        }
    }

    Result<HostList> finish() { return m_inventory.finish(); }

private:
    /// Whether the line is "[group]", "[group:children]" or "[group:vars]", optionally with a comment; a host may begin
    /// with a bracket, too.
    bool heading(std::string_view line)
    {
        const std::size_t close = line.find(']');
        if (close == std::string_view::npos)
            return false;
        const std::string_view rest = trim(line.substr(close + 1));
        if (!rest.empty() && rest.front() != '#')
            return false;
        const std::string_view inside = line.substr(1, close - 1);
        const std::size_t colon = inside.find(':');
        const std::string_view kind = colon == std::string_view::npos ? "" : inside.substr(colon + 1);
        m_group = inside.substr(0, colon);
        m_section = kind.empty() ? Section::Hosts
            : kind == "children" ? Section::Children
            : kind == "vars"     ? Section::Variables
                                 : Section::Unknown;
        if (m_section == Section::Unknown)
            m_inventory.problem("section", Severity::Warning, m_where,
                                fmt::format("the section \"[{}]\" is unknown; it is left out", inside));
        else
            m_inventory.addGroup(m_group);
        return true;
    }

    void hosts(std::string_view line)
    {
        const auto words = shellWords(line);
        if (words.empty())
            return;
        InventoryVariables variables;
        for (std::size_t i = 1; i < words.size(); ++i) {
            const std::size_t equals = words[i].find('=');
            if (equals == std::string::npos)
                m_inventory.problem("variable", Severity::Warning, m_where,
                                    fmt::format("\"{}\" is not of the form key=value", words[i]));
            else
                variables[words[i].substr(0, equals)] = unquoted(std::string_view(words[i]).substr(equals + 1));
        }
        m_inventory.addHosts(words.front(), m_group, variables, m_where);
    }

    void child(std::string_view line)
    {
        const auto words = shellWords(line);
        if (!words.empty())
            m_inventory.addChild(m_group, words.front(), m_where);
    }

    void variable(std::string_view line)
    {
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos)
            m_inventory.problem("variable", Severity::Warning, m_where,
                                fmt::format("\"{}\" is not of the form key=value", line.substr(0, 60)));
        else
            m_inventory.setVariable(m_group, std::string(trim(line.substr(0, equals))),
                                    unquoted(line.substr(equals + 1)));
    }

    Inventory m_inventory{HostFormat::AnsibleIni};
    Section m_section = Section::Hosts;
    std::string m_group = "ungrouped";
    std::string m_where;
};

} // namespace

Result<HostList> readAnsibleIni(std::string_view text)
{
    IniReader reader;
    std::size_t number = 0;
    for (const std::string_view line : split(text, '\n'))
        reader.line(line, ++number);
    return reader.finish();
}

} // namespace millrace::hosts
