// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/slurm_hostlist.h"
#include "core/hosts/host_list.h"

#include <unordered_map>

namespace millrace::hosts {

using cluster::expandHostlist;
using cluster::findNode;
using cluster::maximumHosts;
using cluster::maximumName;
using cluster::maximumNodes;

/// Common part of all readers: unique hosts, problems with their line.
class HostCollector
{
public:
    explicit HostCollector(HostFormat format) { m_list.format = format; }

    /// Returns the host of this name, created if new; nullptr if there are too many.
    [[nodiscard]] HostEntry* host(std::string_view name);
    [[nodiscard]] bool knows(std::string_view name) const { return m_positions.contains(std::string(name)); }
    void problem(const char* kind, Severity severity, std::string where, std::string sentence);
    /// Returns the list; InvalidInput if there were too many hosts.
    [[nodiscard]] Result<HostList> finish();
    [[nodiscard]] HostList& list() noexcept { return m_list; }

private:
    HostList m_list;
    std::unordered_map<std::string, std::size_t> m_positions;
    bool m_tooMany = false;
};

[[nodiscard]] inline Error refuse(std::string what)
{
    return fail(ErrorCode::InvalidInput, std::move(what));
}
[[nodiscard]] std::string lineText(std::size_t number);
/// Whether it is safe as an argument of ssh: no blanks, no characters of a shell, no leading dash, at most 255 letters.
[[nodiscard]] bool isHostName(std::string_view name) noexcept;
/// Parses 1 to 65536 slots.
[[nodiscard]] std::optional<int> parseSlots(std::string_view text);

/// `own`: the user's ssh reads this configuration by itself.
[[nodiscard]] Result<HostList> readSshConfig(std::string_view text, const IncludeReader& includes, bool own);
[[nodiscard]] Result<HostList> readAnsibleIni(std::string_view text);
[[nodiscard]] Result<HostList> readAnsibleYaml(std::string_view text);
[[nodiscard]] Result<HostList> readMpiFile(std::string_view text);
[[nodiscard]] Result<HostList> readKungFuFile(std::string_view text);
[[nodiscard]] Result<HostList> readKungFuList(std::string_view text);
[[nodiscard]] Result<HostList> readSlurmList(std::string_view text);

} // namespace millrace::hosts
