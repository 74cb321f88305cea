// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/remote_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace millrace::remote {

namespace {

constexpr char markStart = '\x01';

std::string shellQuoted(std::string_view word)
{
    std::string text = "'";
    for (const char c : word) {
        if (c == '\'')
            text += "'\\''";
        else
            text += c;
    }
    return text + "'";
}

bool isVariableName(std::string_view name)
{
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0
        && std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

/// Quotes for a POSIX shell.
Result<std::string> shellText(const Command& command)
{
    std::string text =
        "printf '\\001%s %s\\n' \"$$\" \"$SHELL\";PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin;export PATH;";
    for (const auto& [name, value] : command.environment) {
        if (!isVariableName(name))
            return fail(ErrorCode::InvalidInput,
                        fmt::format("\"{}\" is not a name for a variable of the environment.", name));
        text += fmt::format("{}={};export {};", name, shellQuoted(value), name);
    }
    if (!command.folder.empty())
        text += fmt::format("cd -- {}||exit 126;", shellQuoted(command.folder.string()));
    text += "exec";
    for (const std::string& word : command.argv)
        text += " " + shellQuoted(word);
    return text;
}

} // namespace

Result<std::string> remoteText(const Command& command, bool plainShell)
{
    if (command.argv.empty())
        return fail(ErrorCode::InvalidInput, "A command without a program cannot be run.");
    MR_TRY(text, shellText(command));
    return plainShell ? text : "exec /bin/sh -c " + shellQuoted(text);
}

std::string killText(pid_t process, bool atOnce)
{
    // pkill reaches processes that have left the group but not the session; without it only the group is killed.
    const std::string last =
        fmt::format("kill -s KILL -- -{0} 2>/dev/null; pkill -KILL -s {0} 2>/dev/null; exit 0", process);
    if (atOnce)
        return "exec /bin/sh -c " + shellQuoted(last);
    return "exec /bin/sh -c "
        + shellQuoted(fmt::format(
            "kill -s TERM -- -{0} 2>/dev/null; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20;"
            "do kill -s 0 -- -{0} 2>/dev/null || exit 0; sleep 0.1; done; {1}",
            process, last));
}

std::optional<StartMark> takeStartMark(std::string& text)
{
    const auto start = text.find(markStart);
    const auto end = start == std::string::npos ? start : text.find('\n', start);
    if (end == std::string::npos)
        return std::nullopt;
    const std::string_view line = std::string_view(text).substr(start + 1, end - start - 1);
    const auto space = line.find(' ');
    const auto process = parseInteger(line.substr(0, space));
    if (!process || *process <= 1)
        return std::nullopt;
    StartMark mark;
    mark.process = static_cast<pid_t>(*process);
    if (space != std::string_view::npos)
        mark.shell = line.substr(space + 1);
    text.erase(0, end + 1);
    return mark;
}

bool isPlainShell(std::string_view shell)
{
    const std::string_view name = shell.substr(shell.rfind('/') + 1);
    return name == "bash" || name == "dash" || name == "sh" || name == "zsh" || name == "ksh" || name == "ash";
}

} // namespace millrace::remote
