// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

/// JSON with unordered members; lookup takes logarithmic time.
using LooseJson = nlohmann::json;

/// Maximum decompressed bytes of a tool's file held in memory.
constexpr std::size_t mostToolBytes = std::size_t(64) << 20;

/// Reads a complete text file, plain or compressed by gzip or zstd. Truncated or damaged compressed data end it
/// ("cut-file"). InvalidInput when it is larger than `limit`, Unsupported for bzip2.
[[nodiscard]] Result<std::string> readToolText(const std::filesystem::path& file, Issues& issues,
                                               std::size_t limit = mostToolBytes);

struct LooseDocument
{
    LooseJson json;
    std::uint64_t line = 0; ///< where it begins, from 1
    bool cut = false; ///< its end was missing; complete members are kept
};

/// The JSON objects of a text, one after the other, as tools leave them: truncated at the end or by the next one, with
/// nan and inf instead of numbers (they become null), with text between. Counted in `issues`: "cut-file",
/// "not-a-number", "text-between", "bad-json" (unreadable nevertheless), "deep-json" (more than 64 levels).
[[nodiscard]] std::vector<LooseDocument> readLooseJson(std::string_view text, const std::string& name, Issues& issues);

/// A member; null when there is none or `json` is not an object.
[[nodiscard]] const LooseJson* memberOf(const LooseJson& json, const char* key) noexcept;
/// A member that is a finite number.
[[nodiscard]] std::optional<double> numberOf(const LooseJson& json, const char* key) noexcept;
/// A member that is a string; otherwise empty.
[[nodiscard]] std::string textOf(const LooseJson& json, const char* key);

} // namespace millrace::importers
