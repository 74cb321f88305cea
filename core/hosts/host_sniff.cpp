// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/socket.h"
#include "core/base/text.h"
#include "core/hosts/host_list.h"
#include "core/hosts/host_readers.h"

#include <algorithm>

namespace millrace::hosts {

namespace {

const std::vector<std::string> formatNames = {"ssh",         "ansible", "ansible-yaml", "mpi",
                                              "kungfu-file", "kungfu",  "slurm"};

bool isSshKeyword(std::string_view line)
{
    const std::string word = lowerCase(line.substr(0, line.find_first_of(" \t=\"")));
    return word.size() < line.size()
        && (word == "host" || word == "match" || word == "include" || word == "hostname" || word == "identityfile");
}

bool isSection(std::string_view line)
{
    const std::size_t close = line.find(']');
    return line.front() == '[' && close != std::string_view::npos && line.find('-') > close
        && (line.size() == close + 1 || line.find('#', close) != std::string_view::npos);
}

bool isYamlKey(std::string_view line)
{
    return line == "---" || (line.back() == ':' && line.find_first_of(" \t[") == std::string_view::npos);
}

bool isKungFuItem(std::string_view item)
{
    const auto fields = split(trim(item), ':');
    return fields.size() <= 3 && isIpv4(std::string(fields.front()));
}

/// Detects the format of a single line: a list with commas, or ranges in brackets.
HostFormat formatOfLine(std::string_view line)
{
    const auto items = split(line, ',');
    if (std::ranges::all_of(items, isKungFuItem) && (items.size() > 1 || line.find(':') != std::string_view::npos))
        return HostFormat::KungFuList;
    const std::size_t open = line.find('[');
    const bool ranges = open != std::string_view::npos && line.find(':', open) == std::string_view::npos;
    if (ranges || (items.size() > 1 && line.find_first_of(":=") == std::string_view::npos))
        return HostFormat::SlurmList;
    return open == std::string_view::npos ? HostFormat::MpiFile : HostFormat::AnsibleIni;
}

} // namespace

std::string_view hostFormatName(HostFormat format) noexcept
{
    return formatNames[static_cast<std::size_t>(format)];
}

std::optional<HostFormat> parseHostFormat(std::string_view name) noexcept
{
    const auto found = std::ranges::find(formatNames, name);
    if (found == formatNames.end())
        return std::nullopt;
    return static_cast<HostFormat>(found - formatNames.begin());
}

const std::vector<std::string>& hostFormatNames()
{
    return formatNames;
}

HostFormat sniffHostFormat(std::string_view text)
{
    std::size_t lines = 0;
    std::string_view first;
    bool kungFu = false;
    bool ranges = false;
    for (const std::string_view whole : split(text, '\n')) {
        const std::string_view line = trim(whole);
        if (line.empty() || line.front() == '#' || line.front() == ';')
            continue;
        if (isSshKeyword(line))
            return HostFormat::SshConfig;
        if (lines == 0 && isYamlKey(line))
            return HostFormat::AnsibleYaml;
        if (isSection(line) || line.find("ansible_") != std::string_view::npos)
            return HostFormat::AnsibleIni;
        kungFu = kungFu || line.find(" public_addr=") != std::string_view::npos;
        ranges = ranges || (line.find('[') != std::string_view::npos && line.find(':') != std::string_view::npos);
        first = lines++ == 0 ? line : first;
    }
    if (lines == 1 && !kungFu)
        return formatOfLine(first);
    if (ranges && !kungFu)
        return HostFormat::AnsibleIni;
    return kungFu ? HostFormat::KungFuFile : HostFormat::MpiFile;
}

std::string lineText(std::size_t number)
{
    return "line " + std::to_string(number);
}

bool isHostName(std::string_view name) noexcept
{
    constexpr std::string_view forbidden = ",'\"`$&|;<>(){}*?!\\#=";
    return !name.empty() && name.size() <= maximumName && name.front() != '-' && std::ranges::all_of(name, [&](char c) {
        return static_cast<unsigned char>(c) > ' ' && c != 127 && forbidden.find(c) == std::string_view::npos;
    });
}

std::optional<int> parseSlots(std::string_view text)
{
    const auto value = parseInteger(text);
    if (!value || *value < 1 || *value > 65'536)
        return std::nullopt;
    return static_cast<int>(*value);
}

HostEntry* HostCollector::host(std::string_view name)
{
    const auto [position, isNew] = m_positions.try_emplace(std::string(name), m_list.hosts.size());
    if (!isNew)
        return &m_list.hosts[position->second];
    if (m_list.hosts.size() >= maximumHosts) {
        m_tooMany = true;
        m_positions.erase(position);
        return nullptr;
    }
    m_list.hosts.emplace_back().name = name;
    return &m_list.hosts.back();
}

void HostCollector::problem(const char* kind, Severity severity, std::string where, std::string sentence)
{
    countIssue(m_list.issues, {kind, severity, 1, std::move(sentence), std::move(where)});
}

Result<HostList> HostCollector::finish()
{
    if (m_tooMany)
        return fail(ErrorCode::InvalidInput,
                    "the list has more than " + std::to_string(maximumHosts) + " hosts; list those that are meant");
    return std::move(m_list);
}

} // namespace millrace::hosts
