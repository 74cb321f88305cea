// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/message.h"
#include "core/capture/capture_spec.h"

#include <cstdint>
#include <string>

namespace millrace::agent {

/// A piece of a recorded file on its way from a node.
struct FileBlock
{
    std::string bytes;
    std::uint64_t offset = 0;
    std::uint64_t fileBytes = 0; ///< size of the whole file

    bool operator==(const FileBlock&) const = default;
};

/// Recordings as they stand in requests and replies; reading as in node_values_json.h.

[[nodiscard]] Json toJson(const capture::CaptureSpec& spec);
[[nodiscard]] Result<capture::CaptureSpec> parseCaptureSpec(const Json& json);
[[nodiscard]] Json toJson(const capture::CaptureStatus& status);
[[nodiscard]] Result<capture::CaptureStatus> parseCaptureStatus(const Json& json);
/// {"offset", "file_bytes", "data": base64, "sha256" of the bytes}. Corrupt when they do not fit together.
[[nodiscard]] Json toJson(const FileBlock& block);
[[nodiscard]] Result<FileBlock> parseFileBlock(const Json& json);

} // namespace millrace::agent
