// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/cluster/cluster.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::hosts {

/// Formats of host lists.
enum class HostFormat
{
    SshConfig, ///< OpenSSH's ssh_config(5): names without wildcards, Include followed. Of the user's own, the names
               ///< suffice, as ssh resolves them; of another one, HostName, User and Port are read
    AnsibleIni,
    AnsibleYaml,
    MpiFile, ///< Open MPI "host slots=4 max_slots=8", MPICH and Intel "host:4"
    KungFuFile, ///< kungfu-run -hostfile: "ip slots=4 public_addr=name"
    KungFuList, ///< kungfu-run -H: "ip:slots:public,…"
    SlurmList ///< "node[01-04,07]", also SLURM_JOB_NODELIST
};
/// "ssh", "ansible", "ansible-yaml", "mpi", "kungfu-file", "kungfu", "slurm".
[[nodiscard]] std::string_view hostFormatName(HostFormat format) noexcept;
[[nodiscard]] std::optional<HostFormat> parseHostFormat(std::string_view name) noexcept;
[[nodiscard]] const std::vector<std::string>& hostFormatNames();

/// A machine of a list. Fields that the list lacks are empty.
struct HostEntry
{
    std::string name; ///< an ssh alias, or the name or address in the list
    std::string address; ///< address to connect to, if different from the name
    std::string user;
    int port = 0; ///< of ssh; 0: not given
    std::string identityFile;
    std::string proxyJump; ///< jump hosts, as in ssh_config(5); empty: none, or known to the user's ssh
    bool isJump = false; ///< other hosts of the list are reached through it
    std::string nicAddress; ///< IPv4 on the experiment network, if the list separates it from the address of ssh
    int slots = 1;
    int maximumSlots = 0; ///< 0: not given
    std::vector<std::string> groups; ///< direct groups in the order of the file, then their ancestors

    bool operator==(const HostEntry&) const = default;
};

struct HostList
{
    HostFormat format = HostFormat::SshConfig;
    std::vector<HostEntry> hosts; ///< each name once, in the order of the list
    Issues issues; ///< hosts left out, and assumptions; `where` is "line 17" or "FILE:17"
};

/// Returns path and text of each file that an Include of ssh_config(5) names. The pattern is as written.
using IncludeReader = std::function<std::vector<std::pair<std::string, std::string>>(const std::string& pattern)>;

/// Parses a list; without a format, detects it. At most 8 MiB and maximumHosts hosts; unreadable parts, and settings
/// that a node does not have (jump hosts, key files), are Issues; InvalidInput is returned only if nothing is readable.
/// An ssh configuration is assumed to be another user's.
[[nodiscard]] Result<HostList> readHosts(std::string_view text, std::optional<HostFormat> format = {},
                                         const IncludeReader& includes = {}, bool ownSshConfig = false);
/// Reads a file, with the Includes of ssh_config(5) from the file system: "~" and globs, relative to ~/.ssh. Those in
/// ~/.ssh and /etc/ssh are the user's own.
[[nodiscard]] Result<HostList> readHostFile(const std::filesystem::path& file, std::optional<HostFormat> format = {});
[[nodiscard]] HostFormat sniffHostFormat(std::string_view text);

/// Keeps only the hosts of this group, in a list that has groups; NotFound names the existing groups.
[[nodiscard]] Result<void> selectGroup(HostList& list, std::string_view group);
/// Returns the argument of ssh for a host: the alias, or [user@]address[:port].
[[nodiscard]] std::string sshDestination(const HostEntry& host);
/// Makes a remote cluster of these hosts: names adapted to nodes and unique, zones from the first group of each host
/// (if there are at least two such groups), NICs to be found. Problems are added to the list's issues.
[[nodiscard]] cluster::Cluster toCluster(HostList& list, std::string name);

} // namespace millrace::hosts
