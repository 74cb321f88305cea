// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/execute.h"

#include "core/base/process.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace millrace::impair {

namespace {

constexpr const char* surroundings = "PATH=\"$PATH:/usr/sbin:/sbin:/usr/bin:/bin\"; LC_ALL=C; export PATH LC_ALL; ";

std::string firstLine(std::string_view text)
{
    for (const std::string_view line : split(text, '\n'))
        if (!trim(line).empty())
            return std::string(trim(line));
    return {};
}

/// Returns the command line as typed by a user, without the wrapping shell.
std::string wordsOf(const Command& command)
{
    const std::size_t from = command.argv.size() > 4 ? 4 : 0;
    return join({command.argv.begin() + static_cast<std::ptrdiff_t>(from), command.argv.end()}, " ");
}

} // namespace

Execute executeOn(Host& host, Nanoseconds patience)
{
    return [&host, patience](const Command& command) { return host.run(command, deadlineIn(patience)); };
}

Command tool(const std::vector<std::string>& argv)
{
    Command command{{"/bin/sh", "-c", std::string(surroundings) + "exec \"$@\"", "sh"}, {}, {}};
    command.argv.insert(command.argv.end(), argv.begin(), argv.end());
    return command;
}

Command feed(const std::string& text, const std::vector<std::string>& argv)
{
    Command command{{"/bin/sh", "-c", std::string(surroundings) + "t=$0; printf '%s' \"$t\" | \"$@\"", text}, {}, {}};
    command.argv.insert(command.argv.end(), argv.begin(), argv.end());
    return command;
}

Result<std::string> read(const Execute& execute, const Command& command)
{
    MR_TRY(output, execute(command));
    if (output.succeeded())
        return std::move(output.out);
    const std::string said = firstLine(output.err);
    if (output.signal == 0 && output.exitCode == 127)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the program '{}' is missing on this node; install iproute2, nftables and ethtool",
                                command.argv.size() > 4 ? command.argv[4] : command.argv.front()));
    const bool denied = said.find("not permitted") != std::string::npos || said.find("denied") != std::string::npos;
    return fail(denied ? ErrorCode::Denied : ErrorCode::Unsupported,
                fmt::format("'{}' failed ({}): {}{}", wordsOf(command), exitText({output.exitCode, output.signal}),
                            said.empty() ? "no message" : said,
                            denied ? "; log in as root or allow sudo without a password" : ""));
}

} // namespace millrace::impair
