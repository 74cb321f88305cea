// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace millrace::run {

/// Returns a key that is equal for equal failures: the code, and the text without numbers, so that "worker 1 on node1
/// ended by signal 9" and "worker 3 on node3 ended by signal 9" are equal.
[[nodiscard]] std::string failureSignature(std::string_view code, std::string_view text);

} // namespace millrace::run
