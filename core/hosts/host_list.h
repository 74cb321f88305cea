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

/// The files and lists in which people keep the names of their machines.
enum class HostFormat
{
    SshConfig, ///< OpenSSH's ssh_config(5): names without wildcards, Include followed. In the user's own, the names are
               ///< enough, as ssh resolves them; of another one, HostName, User and Port are taken
    AnsibleIni,
    AnsibleYaml,
    MpiFile, ///< Open MPI "host slots=4 max_slots=8", MPICH and Intel "host:4"
    KungFuFile, ///< kungfu-run -hostfile: "ip slots=4 public_addr=name" (study C, 3.1)
    KungFuList, ///< kungfu-run -H: "ip:slots:public,…"
    SlurmList ///< "node[01-04,07]", also SLURM_JOB_NODELIST
};
/// "ssh", "ansible", "ansible-yaml", "mpi", "kungfu-file", "kungfu", "slurm".
[[nodiscard]] std::string_view hostFormatName(HostFormat format) noexcept;
[[nodiscard]] std::optional<HostFormat> parseHostFormat(std::string_view name) noexcept;
[[nodiscard]] const std::vector<std::string>& hostFormatNames();

/// One machine of a list. What the list does not say is empty.
struct HostEntry
{
    std::string name; ///< an ssh alias, or the name or address that stands in the list
    std::string address; ///< where it is reached, where that differs from the name
    std::string user;
    int port = 0; ///< of ssh; 0: not said
    std::string identityFile;
    std::string proxyJump; ///< hosts on the way, as ssh_config(5) has them; empty: none, or known to the user's ssh
    bool isJump = false; ///< other hosts of the list are reached through it
    std::string nicAddress; ///< IPv4 on the experiment network, where the list tells it from the address of ssh
    int slots = 1;
    int maximumSlots = 0; ///< 0: not said
    std::vector<std::string> groups; ///< those that list it, in the order of the file, then those around them

    bool operator==(const HostEntry&) const = default;
};

struct HostList
{
    HostFormat format = HostFormat::SshConfig;
    std::vector<HostEntry> hosts; ///< each name once, in the order of the list
    Issues issues; ///< what was left out or guessed; `where` is "line 17" or "FILE:17"
};

/// The text of each file that an Include of ssh_config(5) names: path and text. The pattern is as written.
using IncludeReader = std::function<std::vector<std::pair<std::string, std::string>>(const std::string& pattern)>;

/// Reads a list; without a format, that which the text looks like. At most 8 MiB and maximumHosts hosts; what cannot be
/// understood, and what a node cannot hold (jump hosts, key files), is an Issue, and InvalidInput is returned only when
/// nothing can be had from the text. An ssh configuration is taken for somebody else's.
[[nodiscard]] Result<HostList> readHosts(std::string_view text, std::optional<HostFormat> format = {},
                                         const IncludeReader& includes = {}, bool ownSshConfig = false);
/// Reads a file, with the Includes of ssh_config(5) from the file system: "~" and globs, relative to ~/.ssh. Those in
/// ~/.ssh and /etc/ssh are the user's own.
[[nodiscard]] Result<HostList> readHostFile(const std::filesystem::path& file, std::optional<HostFormat> format = {});
[[nodiscard]] HostFormat sniffHostFormat(std::string_view text);

/// Only the hosts of this group, in a list that has groups; NotFound names the groups that there are.
[[nodiscard]] Result<void> selectGroup(HostList& list, std::string_view group);
/// What ssh is given for a host: the alias, or [user@]address[:port].
[[nodiscard]] std::string sshDestination(const HostEntry& host);
/// A remote cluster of these hosts: names made fit for nodes and unique, zones from the first group of each host (where
/// there are at least two such groups), NICs to be found. What does not fit is added to the list's issues.
[[nodiscard]] cluster::Cluster toCluster(HostList& list, std::string name);

} // namespace millrace::hosts
