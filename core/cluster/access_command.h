// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/cluster.h"

namespace millrace::cluster {

/// Placeholder for Node::host in Access::command.
inline constexpr std::string_view hostPlaceholder = "{host}";

/// Returns the arguments that reach a node: Access::command with the node's host inserted.
[[nodiscard]] std::vector<std::string> commandOf(const Access& access, const Node& node);

/// Returns why these arguments cannot reach nodes, or cannot include a host; empty: they can. They are passed to the
/// program unchanged, without a shell; a host that begins with "-" would be taken for an option.
[[nodiscard]] std::string whyNoAccessCommand(const std::vector<std::string>& words);
[[nodiscard]] std::string whyNoCommandHost(std::string_view host);

} // namespace millrace::cluster
