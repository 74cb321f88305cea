// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/launch/expected_traffic.h"
#include "core/launch/framework_adapter.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::launch {

/// Number of instances of a process of a described framework.
enum class Per
{
    Rank,
    Node,
    Once ///< on the first node
};

struct DeclaredProcess
{
    std::string label; ///< may contain {rank} and {node}
    Per per = Per::Rank;
    std::vector<std::string> command; ///< arguments; {command} expands to the workload's, {options} to its "--" options
    std::string folder; ///< empty: the workload's or the run's
    std::vector<std::pair<std::string, std::string>> environment;
    Purpose purpose = Purpose::Work;
    std::string ready; ///< text of an output line after which later processes may start; empty: at once

    bool operator==(const DeclaredProcess&) const = default;
};

/// Framework described by a JSON file alone.
struct DeclaredFramework
{
    FrameworkTraits traits;
    std::vector<DeclaredProcess> processes; ///< in start order
    std::vector<PlacedFile> files;
    std::map<std::string, std::string> defaults; ///< of the options by name, which are placeholders
    std::map<std::string, std::int64_t> parameters; ///< of models, for the expected traffic
    std::string parser; ///< of the output; empty: `lines`, or all known lines
    std::vector<LogPattern> lines;
    std::string traffic; ///< "ring", "parameter-server", "butterfly"; empty: not known
    int port = 10000; ///< of the first worker of each node …
    int lastPort = 0; ///< … and the end of the port range of connections; 0: by the slots
};

/// Formulas that "traffic" can name.
[[nodiscard]] const std::vector<std::string>& trafficNames();
/// Parses the text of a file; every problem is an Issue with its field. Files named by "source" are in the folder of
/// `file`.
[[nodiscard]] DeclaredFramework readFramework(const std::string& text, const std::filesystem::path& file,
                                              Issues& issues);
[[nodiscard]] std::shared_ptr<const FrameworkAdapter> makeDeclaredAdapter(DeclaredFramework framework);

/// Folders of framework descriptions: those of $MILLRACE_FRAMEWORKS, separated by colons, else
/// $XDG_CONFIG_HOME/millrace/frameworks or ~/.config/millrace/frameworks.
[[nodiscard]] std::vector<std::filesystem::path> frameworkFolders();
/// Adds the frameworks of all *.json files there, in the order of their names, except those with errors. `where` of an
/// Issue is "FILE: field". A missing folder is empty.
[[nodiscard]] Issues loadFrameworks(const std::vector<std::filesystem::path>& folders, Frameworks& frameworks);

} // namespace millrace::launch
