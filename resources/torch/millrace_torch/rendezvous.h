// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"
#include "core/collective/peer_list.h"

#include <ATen/ATen.h>

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <string>

namespace millrace_torch {

/// Functions throw std::runtime_error.

/// Listens on any free port of the address.
[[nodiscard]] millrace::UniqueFd listenOn(const std::string& address);
/// "10.0.0.1:40231" of such a socket.
[[nodiscard]] std::string endpointOf(const millrace::UniqueFd& listener, const std::string& address);
/// Exchanges the endpoints of all ranks; `key` separates several lists.
[[nodiscard]] millrace::collective::PeerList meet(c10d::Store& store, const std::string& key, int rank, int size,
                                                  const std::string& own);

} // namespace millrace_torch
