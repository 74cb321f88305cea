// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace millrace {

/// Bytes as text (RFC 4648, section 4, with padding), for JSON.
[[nodiscard]] std::string toBase64(std::string_view bytes);
/// Returns nothing unless the text is exactly what toBase64() writes for some bytes.
[[nodiscard]] std::optional<std::string> parseBase64(std::string_view text);

} // namespace millrace
