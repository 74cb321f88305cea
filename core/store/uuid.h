// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace millrace::store {

/// Returns a random universally unique identifier, version 4 of RFC 9562: "f81d4fae-7dec-41d0-a765-00a0c91e6bf6".
[[nodiscard]] std::string makeUuid();

} // namespace millrace::store
