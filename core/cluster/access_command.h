// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/cluster.h"

namespace millrace::cluster {

/// What stands for Node::host in Access::command.
inline constexpr std::string_view hostPlaceholder = "{host}";

/// The words that reach a node: Access::command with the node's host put in.
[[nodiscard]] std::vector<std::string> commandOf(const Access& access, const Node& node);

/// Why these words cannot reach nodes, or a host cannot be put into them; empty: they can. Words go to the program as
/// they are, without a shell; a host that begins with "-" would be taken for an option.
[[nodiscard]] std::string whyNoAccessCommand(const std::vector<std::string>& words);
[[nodiscard]] std::string whyNoCommandHost(std::string_view host);

} // namespace millrace::cluster
