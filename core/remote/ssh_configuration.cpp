// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/remote/ssh_target.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>

// `ssh -G` prints one "keyword value" per line, keywords in lower case, every setting with its effective value; file
// names may still contain the tokens of ssh_config(5).

namespace millrace::remote {

namespace {

struct Tokens
{
    const SshTarget& target;
    const std::filesystem::path& home;

    [[nodiscard]] std::string value(char token) const
    {
        switch (token) {
        case '%': return "%";
        case 'd': return home.string();
        case 'h': return target.host;
        case 'k': return target.keyName();
        case 'n': return target.destination;
        case 'p': return std::to_string(target.port);
        case 'r': return target.user;
        default: return std::string{'%', token};
        }
    }
};

std::string filled(std::string_view text, const Tokens& tokens)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 1 < text.size()) {
            result += tokens.value(text[++i]);
        } else if (text.substr(i).starts_with("${") && text.find('}', i) != std::string_view::npos) {
            const auto end = text.find('}', i);
            const char* value = std::getenv(std::string(text.substr(i + 2, end - i - 2)).c_str());
            result += value != nullptr ? value : "";
            i = end;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::filesystem::path fileOf(std::string_view text, const Tokens& tokens)
{
    if (text.size() > 1 && text.front() == '"' && text.back() == '"')
        text = text.substr(1, text.size() - 2);
    if (text == "~")
        return tokens.home;
    if (text.starts_with("~/"))
        return tokens.home / filled(text.substr(2), tokens);
    return filled(text, tokens);
}

std::vector<std::filesystem::path> filesOf(std::string_view text, const Tokens& tokens)
{
    std::vector<std::filesystem::path> files;
    for (const std::string_view word : split(text, ' ')) {
        if (!word.empty() && word != "none" && word != "/dev/null")
            files.push_back(fileOf(word, tokens));
    }
    return files;
}

/// Whether the list is OpenSSH's default, in any order: not a choice of the user.
bool isDefaultCiphers(std::string_view list)
{
    static const std::set<std::string_view> standard{
        "chacha20-poly1305@openssh.com", "aes128-ctr", "aes192-ctr", "aes256-ctr", "aes128-gcm@openssh.com",
        "aes256-gcm@openssh.com"};
    const auto words = split(list, ',');
    return std::set<std::string_view>(words.begin(), words.end()) == standard;
}

HostKeyChecking checkingOf(std::string_view word)
{
    if (word == "yes" || word == "true")
        return HostKeyChecking::Yes;
    if (word == "ask")
        return HostKeyChecking::Ask;
    return HostKeyChecking::AcceptNew;
}

std::filesystem::path agentOf(std::string_view word, std::string_view environmentAgent, const Tokens& tokens)
{
    if (word == "none")
        return {};
    if (word.empty() || word == "SSH_AUTH_SOCK")
        return environmentAgent;
    if (word.starts_with('$') && !word.starts_with("${")) {
        const char* value = std::getenv(std::string(word.substr(1)).c_str());
        return value != nullptr ? value : "";
    }
    return fileOf(word, tokens);
}

using Printed = std::multimap<std::string_view, std::string_view>;

Printed linesOf(std::string_view printed)
{
    Printed lines;
    for (const std::string_view line : split(printed, '\n')) {
        const auto space = line.find(' ');
        if (space != std::string_view::npos)
            lines.emplace(line.substr(0, space), trim(line.substr(space + 1)));
    }
    return lines;
}

std::string_view valueOf(const Printed& lines, std::string_view keyword)
{
    const auto at = lines.find(keyword);
    return at == lines.end() ? std::string_view() : at->second;
}

bool isYes(std::string_view word)
{
    return word == "yes" || word == "true";
}

void takeFiles(SshTarget& target, const Printed& lines, const std::filesystem::path& home, std::string_view agent)
{
    const Tokens tokens{target, home};
    const auto [first, last] = lines.equal_range("identityfile");
    for (auto it = first; it != last; ++it) {
        if (it->second != "none")
            target.identityFiles.push_back(fileOf(it->second, tokens));
    }
    target.identityAgent = agentOf(valueOf(lines, "identityagent"), agent, tokens);
    target.userKnownHosts = filesOf(valueOf(lines, "userknownhostsfile"), tokens);
    target.globalKnownHosts = filesOf(valueOf(lines, "globalknownhostsfile"), tokens);
    const std::string_view command = valueOf(lines, "proxycommand");
    if (!command.empty() && command != "none")
        target.proxyCommand = filled(command, tokens);
}

} // namespace

Result<SshTarget> parseSshConfiguration(std::string_view destination, std::string_view printed,
                                        const std::filesystem::path& home, std::string_view environmentAgent)
{
    const Printed lines = linesOf(printed);
    SshTarget target;
    target.destination = destination;
    target.host = valueOf(lines, "hostname");
    const auto port = parseInteger(valueOf(lines, "port"));
    if (target.host.empty() || !port || *port < 1 || *port > 65535)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("What ssh prints about \"{}\" names no host and port.", destination));
    target.port = static_cast<std::uint16_t>(*port);
    target.user = valueOf(lines, "user");
    target.identitiesOnly = isYes(valueOf(lines, "identitiesonly"));
    target.hostKeyAlias = valueOf(lines, "hostkeyalias");
    target.hashKnownHosts = isYes(valueOf(lines, "hashknownhosts"));
    target.compression = isYes(valueOf(lines, "compression"));
    target.checking = checkingOf(valueOf(lines, "stricthostkeychecking"));
    if (const std::string_view jump = valueOf(lines, "proxyjump"); jump != "none")
        target.proxyJump = jump;
    if (const auto seconds = parseInteger(valueOf(lines, "connecttimeout")); seconds && *seconds > 0)
        target.connectTimeout = std::chrono::seconds(*seconds);
    if (const std::string_view list = valueOf(lines, "preferredauthentications"); !list.empty()) {
        for (const std::string_view word : split(list, ','))
            target.authentications.emplace_back(trim(word));
    }
    if (const std::string_view list = valueOf(lines, "ciphers"); !isDefaultCiphers(list))
        target.ciphers = list;
    takeFiles(target, lines, home, environmentAgent);
    return target;
}

} // namespace millrace::remote
