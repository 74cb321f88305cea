// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/node_rights.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace millrace::run {

namespace {

constexpr auto sudoTime = std::chrono::seconds(20);

/// The first line is the identity, the rest is sudo's output.
constexpr const char* rightsText = R"sh(LC_ALL=C; export LC_ALL
[ "$(id -u)" = 0 ] && { echo root; exit 0; }
said=$(sudo -n true 2>&1 </dev/null) && { echo sudo; exit 0; }
printf 'none\n%s\n' "$said"
)sh";

} // namespace

Result<bool> actsBySudo(Host& host, cluster::Rights rights, const JobContext& job)
{
    if (rights == cluster::Rights::None)
        return false;
    MR_TRY(output, host.run({{"/bin/sh", "-c", rightsText}, {}, {}}, deadlineIn(sudoTime), job));
    const std::string_view said = trim(output.out);
    const std::string_view who = said.substr(0, said.find('\n'));
    if (who == "sudo" || rights == cluster::Rights::Automatic || who == "root")
        return who == "sudo";
    const std::string_view why = trim(said.substr(std::min(said.size(), who.size())));
    return fail(
        ErrorCode::Denied,
        fmt::format("{}: the cluster's access requires sudo, but 'sudo -n true' fails there ({}); allow it without a "
                    "password (\"USER ALL=(ALL) NOPASSWD: ALL\" by visudo), or set \"rights\" to \"automatic\"",
                    host.name(), why.empty() ? "no reason given" : why));
}

std::vector<std::string> agentStart(const std::string& path, bool sudo)
{
    if (!sudo)
        return {path};
    // The shell keeps running: its process gives the agent the groups, environment and folder to use.
    return {"/bin/sh", "-c", "sudo -n -- \"$0\" for $$ \"$@\"; exit $?", path};
}

Result<void> checkStartBySudo(Host& host, const std::string& path, const JobContext& job)
{
    std::vector<std::string> start = agentStart(path, true);
    start.emplace_back("--version");
    MR_TRY(output, host.run({std::move(start), {}, {}}, deadlineIn(sudoTime), job));
    if (output.succeeded())
        return {};
    return fail(ErrorCode::Unsupported,
                fmt::format("millrace-agent cannot be run by sudo on {}: {}; choose a folder in the cluster's access "
                            "that root can read",
                            host.name(), trim(output.err)));
}

} // namespace millrace::run
