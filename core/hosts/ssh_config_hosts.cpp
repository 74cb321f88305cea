// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/hosts/host_readers.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <fnmatch.h>
#include <glob.h>
#include <map>
#include <set>
#include <string_view>

namespace millrace::hosts {

namespace {

constexpr int deepestInclude = 16;
constexpr std::size_t maximumFiles = 1024;
constexpr std::size_t maximumBytes = std::size_t(32) << 20;

/// Splits a line of ssh_config(5): blanks separate, double quotes group, "=" may follow the first word.
std::vector<std::string> argumentsOf(std::string_view line)
{
    std::vector<std::string> words;
    std::size_t at = 0;
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f'; };
    while (at < line.size()) {
        if (isBlank(line[at]) || (line[at] == '=' && words.size() == 1)) {
            ++at;
            continue;
        }
        if (line[at] == '#')
            break;
        std::string word;
        bool quoted = false;
        for (; at < line.size() && (quoted || (!isBlank(line[at]) && !(line[at] == '=' && words.empty()))); ++at) {
            if (line[at] == '"')
                quoted = !quoted;
            else
                word += line[at];
        }
        words.push_back(std::move(word));
    }
    return words;
}

std::string keywordOf(const std::vector<std::string>& words)
{
    std::string keyword = words.empty() ? std::string() : words.front();
    std::ranges::transform(keyword, keyword.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return keyword;
}

class ConfigReader
{
public:
    ConfigReader(const IncludeReader& includes, bool own) : m_includes(includes), m_own(own) { }

    void read(std::string_view text, const std::string& file, int depth)
    {
        m_bytes += text.size();
        std::size_t number = 0;
        for (const std::string_view line : split(text, '\n')) {
            ++number;
            const auto words = argumentsOf(line);
            const std::string keyword = keywordOf(words);
            const std::string where = file.empty() ? lineText(number) : fmt::format("{}:{}", file, number);
            if (keyword == "host") {
                addNames(words, where);
                m_blocks.push_back({{words.begin() + 1, words.end()}, {}});
            } else if (keyword == "include") {
                const std::vector<std::string> patterns = m_blocks.back().patterns;
                include(words, where, depth);
                m_blocks.push_back({patterns, {}});
            } else if (keyword == "match") {
                m_hosts.problem("match", Severity::Note, where,
                                m_own ? "a Match block has no host names; its settings apply when ssh connects"
                                      : "a Match block names no hosts; its settings are left out");
                m_blocks.push_back({});
            } else if (words.size() > 1) {
                addSetting(keyword, words, where);
            }
        }
    }

    Result<HostList> finish()
    {
        std::set<std::string> jumps;
        for (HostEntry& host : m_hosts.list().hosts) {
            const Settings settings = settingsOf(host.name);
            if (const auto jump = settings.find("proxyjump"); jump != settings.end() && jump->second != "none")
                for (const std::string_view hop : split(jump->second, ','))
                    jumps.insert(hostOfHop(hop));
            if (!m_own)
                take(settings, host);
        }
        for (HostEntry& host : m_hosts.list().hosts)
            host.isJump = jumps.contains(host.name);
        return m_hosts.finish();
    }

private:
    using Settings = std::map<std::string, std::string>; ///< by keyword
    struct Block
    {
        std::vector<std::string> patterns; ///< none: of a Match, which is not evaluated
        Settings settings;
    };

    void addSetting(const std::string& keyword, const std::vector<std::string>& words, const std::string& where)
    {
        static constexpr std::array<std::string_view, 5> taken = {"hostname", "user", "port", "identityfile",
                                                                  "proxyjump"};
        Block& block = m_blocks.back();
        block.settings.try_emplace(keyword, words[1]); // the first value of a keyword wins
        if (!m_own && !block.patterns.empty() && std::ranges::find(taken, keyword) == taken.end())
            m_hosts.problem(
                "ssh-option", Severity::Note, where,
                fmt::format("{} is left out; write it into your ssh configuration where it is needed", words.front()));
    }

    [[nodiscard]] Settings settingsOf(const std::string& name) const
    {
        Settings settings;
        for (const Block& block : m_blocks) {
            bool isMeant = false, isExcluded = false;
            for (const std::string& pattern : block.patterns) {
                const bool negated = pattern.starts_with('!');
                const bool matches = ::fnmatch(pattern.c_str() + (negated ? 1 : 0), name.c_str(), FNM_NOESCAPE) == 0;
                (negated ? isExcluded : isMeant) |= matches;
            }
            if (isMeant && !isExcluded)
                settings.insert(block.settings.begin(), block.settings.end());
        }
        return settings;
    }

    static void take(const Settings& settings, HostEntry& host)
    {
        const auto value = [&](const char* keyword) {
            const auto found = settings.find(keyword);
            return found == settings.end() ? std::string() : found->second;
        };
        std::string address = value("hostname");
        if (const auto percent = address.find("%h"); percent != std::string::npos)
            address.replace(percent, 2, host.name);
        if (isHostName(address) && address != host.name)
            host.address = address;
        if (const std::string user = value("user"); isHostName(user))
            host.user = user;
        if (const auto port = parseInteger(value("port")); port && *port > 0 && *port < 65536 && *port != 22)
            host.port = static_cast<int>(*port);
        host.identityFile = value("identityfile") == "none" ? std::string() : value("identityfile");
        host.proxyJump = value("proxyjump") == "none" ? std::string() : value("proxyjump");
    }

    /// Returns "gate" of "me@gate:2222" and of "ssh://gate".
    static std::string hostOfHop(std::string_view hop)
    {
        if (hop.starts_with("ssh://"))
            hop.remove_prefix(6);
        if (const auto at = hop.rfind('@'); at != std::string_view::npos)
            hop.remove_prefix(at + 1);
        return std::string(hop.substr(0, hop.find(':')));
    }

    void addNames(const std::vector<std::string>& words, const std::string& where)
    {
        for (std::size_t i = 1; i < words.size(); ++i) {
            const std::string& name = words[i];
            if (name.find_first_of("*?!") != std::string::npos)
                continue;
            if (isHostName(name))
                (void)m_hosts.host(name);
            else
                m_hosts.problem("host-name", Severity::Warning, where,
                                fmt::format("\"{}\" cannot be the name of a host", name));
        }
    }

    void include(const std::vector<std::string>& words, const std::string& where, int depth)
    {
        if (!m_includes || depth >= deepestInclude) {
            m_hosts.problem("include", Severity::Warning, where,
                            m_includes ? fmt::format("files are included more than {} deep", deepestInclude)
                                       : std::string("included files are not read here"));
            return;
        }
        for (std::size_t i = 1; i < words.size(); ++i)
            for (const auto& [file, text] : m_includes(words[i])) {
                if (++m_files > maximumFiles || m_bytes + text.size() > maximumBytes) {
                    m_hosts.problem("include", Severity::Warning, where,
                                    fmt::format("more than {} files or {} MiB are included; the rest is left out",
                                                maximumFiles, maximumBytes >> 20));
                    return;
                }
                read(text, file, depth + 1);
            }
    }

    const IncludeReader& m_includes;
    bool m_own;
    std::vector<Block> m_blocks{{{"*"}, {}}};
    HostCollector m_hosts{HostFormat::SshConfig};
    std::size_t m_files = 0;
    std::size_t m_bytes = 0;
};

/// Resolves an Include as ssh_config(5): "~" is the user's home; a relative file is in ~/.ssh, or in /etc/ssh for a
/// file there.
std::vector<std::pair<std::string, std::string>> includedFiles(const std::string& pattern,
                                                               const std::filesystem::path& base)
{
    std::filesystem::path path = pattern;
    if (pattern.starts_with("~/"))
        path = homeFolder() / pattern.substr(2);
    else if (!path.is_absolute())
        path = base / path;
    std::vector<std::pair<std::string, std::string>> files;
    glob_t found{};
    if (::glob(path.c_str(), 0, nullptr, &found) == 0)
        for (std::size_t i = 0; i < std::min<std::size_t>(found.gl_pathc, maximumFiles + 1); ++i) {
            std::error_code ignored;
            if (!std::filesystem::is_regular_file(found.gl_pathv[i], ignored))
                continue;
            if (auto text = readFile(found.gl_pathv[i], maximumBytes))
                files.emplace_back(found.gl_pathv[i], *std::move(text));
        }
    ::globfree(&found);
    return files;
}

} // namespace

Result<HostList> readSshConfig(std::string_view text, const IncludeReader& includes, bool own)
{
    ConfigReader reader(includes, own);
    reader.read(text, {}, 0);
    return reader.finish();
}

Result<HostList> readHostFile(const std::filesystem::path& file, std::optional<HostFormat> format)
{
    MR_TRY(text, readFile(file, maximumBytes));
    const std::string folder = std::filesystem::absolute(file).parent_path().string();
    const bool isSystem = folder == "/etc/ssh" || folder.starts_with("/etc/ssh/");
    const std::filesystem::path base = isSystem ? std::filesystem::path("/etc/ssh") : homeFolder() / ".ssh";
    const std::string home = std::filesystem::absolute(homeFolder() / ".ssh").string();
    const bool isOwn = isSystem || folder == home || folder.starts_with(home + "/");
    auto list = readHosts(
        text, format, [&](const std::string& pattern) { return includedFiles(pattern, base); }, isOwn);
    if (!list)
        return within("reading " + file.string(), std::move(list).error());
    return list;
}

} // namespace millrace::hosts
