// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/ssh_peer.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/impair/ssh_peer.h"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace millrace::node {

namespace {

constexpr int generations = 12;
constexpr std::size_t largestEnvironment = 4 << 20;

pid_t parentOf(pid_t pid)
{
    const auto text = readFile(fmt::format("/proc/{}/stat", pid), 1 << 16);
    // "123 (name) S 1 …", where the name may contain any character.
    const auto fields = text ? split(std::string_view(*text).substr(std::min(text->size(), text->rfind(')') + 1)), ' ')
                             : std::vector<std::string_view>();
    return fields.size() > 2 ? static_cast<pid_t>(parseInteger(fields[2]).value_or(0)) : 0;
}

} // namespace

void protectSsh(impair::ImpairSpec& spec)
{
    constexpr std::string_view variable = "SSH_CONNECTION=";
    impair::protectPort(spec, 22);
    pid_t pid = ::getpid();
    for (int i = 0; i < generations && pid > 0; ++i, pid = parentOf(pid)) {
        const auto environment = readFile(fmt::format("/proc/{}/environ", pid), largestEnvironment);
        for (const std::string_view entry : environment ? split(*environment, '\0') : std::vector<std::string_view>()) {
            const auto ends = entry.starts_with(variable) ? impair::parseSshConnection(entry.substr(variable.size()))
                                                          : std::optional<impair::SshPeer>();
            if (!ends)
                continue;
            impair::protect(spec, *ends);
            return;
        }
    }
}

} // namespace millrace::node
