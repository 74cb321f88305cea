// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/socket.h"
#include "core/base/text.h"
#include "core/hosts/host_readers.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace millrace::hosts {

namespace {

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    line = line.substr(0, line.find('#'));
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

/// Host files of Open MPI (mpirun(1): the slots of a repeated host are added, ^host excludes), of MPICH's Hydra and of
/// Intel MPI (host:slots).
class MpiReader
{
public:
    void line(std::string_view text, std::size_t number)
    {
        const auto words = wordsOf(text);
        if (words.empty())
            return;
        m_where = lineText(number);
        std::string_view name = words.front();
        if (name.front() == '^') {
            m_excluded.insert(std::string(name.substr(1)));
            return;
        }
        if (name.front() == '+') {
            m_hosts.problem("relative", Severity::Warning, m_where,
                            fmt::format("\"{}\" refers to hosts of a resource manager; list their names", name));
            return;
        }
        int slots = 0;
        int most = 0;
        std::string user;
        cutName(name, user, slots);
        for (std::size_t i = 1; i < words.size(); ++i)
            setting(words[i], slots, most);
        if (isHostName(name))
            add(name, user, slots, most);
        else
            m_hosts.problem("host-name", Severity::Warning, m_where,
                            fmt::format("\"{}\" cannot be the name of a host", name));
    }

    Result<HostList> finish()
    {
        std::erase_if(m_hosts.list().hosts, [&](const HostEntry& host) { return m_excluded.contains(host.name); });
        return m_hosts.finish();
    }

private:
    /// Splits user@host:4; several colons belong to an IPv6 address.
    void cutName(std::string_view& name, std::string& user, int& slots)
    {
        if (const std::size_t at = name.find('@'); at != std::string_view::npos) {
            user = name.substr(0, at);
            name.remove_prefix(at + 1);
        }
        const std::size_t colon = name.find(':');
        if (colon == std::string_view::npos || name.find(':', colon + 1) != std::string_view::npos)
            return;
        if (const auto number = parseSlots(name.substr(colon + 1)))
            slots = *number;
        else
            m_hosts.problem("slots", Severity::Warning, m_where,
                            fmt::format("\"{}\" has no number of slots behind the colon; 1 is taken", name));
        name = name.substr(0, colon);
    }

    void setting(std::string_view word, int& slots, int& most)
    {
        const std::size_t equals = word.find('=');
        const std::string_view key = word.substr(0, equals);
        const std::string_view value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
        const bool isSlots = key == "slots" || key == "cpu" || key == "count";
        if (isSlots || key == "max_slots" || key == "max-slots" || key == "cpu_max" || key == "count_max") {
            const auto number = parseSlots(value);
            if (!number)
                m_hosts.problem("slots", Severity::Warning, m_where,
                                fmt::format("\"{}\" is not a number of slots from 1 to 65536", word));
            else
                (isSlots ? slots : most) = *number;
        } else {
            m_hosts.problem("setting", Severity::Note, m_where,
                            fmt::format("the setting \"{}\" of a host is not used", word));
        }
    }

    void add(std::string_view name, const std::string& user, int slots, int most)
    {
        const bool again = m_hosts.knows(name);
        HostEntry* host = m_hosts.host(name);
        if (host == nullptr)
            return;
        const int more = std::max(slots, 1);
        host->slots = std::min(again ? host->slots + more : more, 65'536);
        host->maximumSlots = std::max(host->maximumSlots, most);
        if (host->maximumSlots > 0)
            host->slots = std::min(host->slots, host->maximumSlots);
        if (!user.empty())
            host->user = user;
        if (slots == 0)
            m_hosts.problem("no-slots", Severity::Note, m_where,
                            fmt::format("{} has no number of slots; one for each line is taken", name));
    }

    HostCollector m_hosts{HostFormat::MpiFile};
    std::set<std::string> m_excluded;
    std::string m_where;
};

/// Adds one host of KungFu: identified by its address; ssh connects to its public address.
void addKungFu(HostCollector& hosts, const std::string& ip, int slots, const std::string& reached,
               const std::string& where)
{
    if (!isIpv4(ip)) {
        hosts.problem("address", Severity::Error, where,
                      fmt::format("\"{}\" is not an IPv4 address; KungFu takes no names here", ip));
        return;
    }
    if (!reached.empty() && !isHostName(reached)) {
        hosts.problem("host-name", Severity::Error, where, fmt::format("\"{}\" cannot be the name of a host", reached));
        return;
    }
    if (hosts.knows(ip)) {
        hosts.problem("duplicate", Severity::Warning, where, fmt::format("duplicate {}; the first one is used", ip));
        return;
    }
    if (HostEntry* host = hosts.host(ip)) {
        host->slots = slots;
        host->nicAddress = ip;
        host->address = reached == ip ? std::string() : reached;
    }
}

} // namespace

Result<HostList> readMpiFile(std::string_view text)
{
    MpiReader reader;
    std::size_t number = 0;
    for (const std::string_view line : split(text, '\n'))
        reader.line(line, ++number);
    return reader.finish();
}

Result<HostList> readKungFuFile(std::string_view text)
{
    HostCollector hosts(HostFormat::KungFuFile);
    std::size_t number = 0;
    for (const std::string_view line : split(text, '\n')) {
        const std::string where = lineText(++number);
        const auto words = wordsOf(line);
        if (words.empty())
            continue;
        int slots = 1;
        std::string reached;
        bool good = true;
        for (std::size_t i = 1; i < words.size(); ++i) {
            const auto count = words[i].starts_with("slots=") ? parseSlots(words[i].substr(6)) : std::nullopt;
            good = good && (count || words[i].starts_with("public_addr="));
            if (count)
                slots = *count;
            else if (words[i].starts_with("public_addr="))
                reached = words[i].substr(12);
            else
                hosts.problem("setting", Severity::Error, where,
                              fmt::format("expected slots=N or public_addr=NAME, found \"{}\"; KungFu rejects the file",
                                          words[i]));
        }
        if (good)
            addKungFu(hosts, std::string(words.front()), slots, reached, where);
    }
    return hosts.finish();
}

Result<HostList> readKungFuList(std::string_view text)
{
    HostCollector hosts(HostFormat::KungFuList);
    std::size_t number = 0;
    for (const std::string_view whole : split(trim(text), ',')) {
        const std::string where = fmt::format("host {}", ++number);
        const auto fields = split(trim(whole), ':');
        const auto slots = fields.size() > 1 ? parseSlots(fields[1]) : std::optional<int>(1);
        if (!slots || fields.size() > 3)
            hosts.problem("host", Severity::Error, where,
                          fmt::format("\"{}\" is not ip:slots:public address", trim(whole)));
        else
            addKungFu(hosts, std::string(fields[0]), *slots, fields.size() > 2 ? std::string(fields[2]) : "", where);
    }
    return hosts.finish();
}

Result<HostList> readSlurmList(std::string_view text)
{
    HostCollector hosts(HostFormat::SlurmList);
    MR_TRY(names, expandHostlist(text));
    for (const std::string& name : names) {
        if (!isHostName(name))
            hosts.problem("host-name", Severity::Warning, "host list",
                          fmt::format("\"{}\" cannot be the name of a host", name));
        else if (hosts.knows(name))
            hosts.problem("duplicate", Severity::Note, "host list", fmt::format("{} is listed twice", name));
        else
            (void)hosts.host(name);
    }
    return hosts.finish();
}

} // namespace millrace::hosts
