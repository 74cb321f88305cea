// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/cluster/host_readers.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <glob.h>
#include <set>

namespace millrace::cluster {

namespace {

constexpr int deepestInclude = 16;
constexpr std::size_t maximumFiles = 1024;
constexpr std::size_t maximumBytes = std::size_t(32) << 20;

/// The words of a line of ssh_config(5): blanks separate, double quotes hold together, "=" may follow the first.
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
    explicit ConfigReader(const IncludeReader& includes) : m_includes(includes) { }

    void read(std::string_view text, const std::string& file, int depth)
    {
        m_bytes += text.size();
        std::size_t number = 0;
        for (const std::string_view line : split(text, '\n')) {
            ++number;
            const auto words = argumentsOf(line);
            const std::string keyword = keywordOf(words);
            const std::string where = file.empty() ? lineText(number) : fmt::format("{}:{}", file, number);
            if (keyword == "host")
                addNames(words, where);
            else if (keyword == "include")
                include(words, where, depth);
            else if (keyword == "match")
                m_hosts.problem("match", Severity::Note, where,
                                "a Match block names no hosts; its settings hold when ssh connects");
        }
    }

    Result<HostList> finish() { return m_hosts.finish(); }

private:
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
    HostCollector m_hosts{HostFormat::SshConfig};
    std::size_t m_files = 0;
    std::size_t m_bytes = 0;
};

/// ssh_config(5): "~" is the user's home; a relative file lies in ~/.ssh, or beside a file in /etc/ssh.
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

Result<HostList> readSshConfig(std::string_view text, const IncludeReader& includes)
{
    ConfigReader reader(includes);
    reader.read(text, {}, 0);
    return reader.finish();
}

Result<HostList> readHostFile(const std::filesystem::path& file, std::optional<HostFormat> format)
{
    MR_TRY(text, readFile(file, maximumBytes));
    const std::string folder = std::filesystem::absolute(file).parent_path().string();
    const bool isSystem = folder == "/etc/ssh" || folder.starts_with("/etc/ssh/");
    const std::filesystem::path base = isSystem ? std::filesystem::path("/etc/ssh") : homeFolder() / ".ssh";
    auto list = readHosts(text, format, [&](const std::string& pattern) { return includedFiles(pattern, base); });
    if (!list)
        return within("reading " + file.string(), std::move(list).error());
    return list;
}

} // namespace millrace::cluster
