// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/message.h"
#include "core/base/wire.h"
#include "core/capture/capture_spec.h"

#include <array>
#include <cstdint>
#include <string>

namespace millrace::agent {

struct FileBlock
{
    std::string bytes;
    std::uint64_t offset = 0;
    std::uint64_t fileBytes = 0; ///< size of the whole file

    bool operator==(const FileBlock&) const = default;
};

} // namespace millrace::agent

namespace millrace {

template <>
struct WireNames<capture::CaptureDirection>
{
    static constexpr int count = 3;
    static constexpr std::string_view name(capture::CaptureDirection direction)
    {
        return std::array<std::string_view, count>{"both", "in", "out"}[static_cast<std::size_t>(direction)];
    }
};

template <>
struct WireNames<Severity>
{
    static constexpr int count = 3;
    static constexpr std::string_view name(Severity severity)
    {
        return std::array<std::string_view, count>{"note", "warning", "error"}[static_cast<std::size_t>(severity)];
    }
};

template <>
struct WireForm<Issue>
{
    using T = Issue;
    static constexpr const char* what = "the agent's note";
    static constexpr std::tuple fields{wire("kind", &T::kind), wire("severity", &T::severity), wire("count", &T::count),
                                       wire("text", &T::example), wire("where", &T::where)};
};

template <>
struct WireForm<capture::CaptureSpec>
{
    using T = capture::CaptureSpec;
    static constexpr const char* what = "the agent's recording";
    static constexpr std::tuple fields{wire("interface", &T::interface),
                                       wire("filter", &T::filter),
                                       wire("snap_length", &T::snapLength),
                                       wire("direction", &T::direction),
                                       wire("file", &T::file),
                                       wire("maximum_bytes", &T::maximumBytes),
                                       wire("ring_file_bytes", &T::ringFileBytes),
                                       wire("ring_files", &T::ringFiles),
                                       wire("keep_free", &T::keepFree),
                                       wire("kernel_buffer", &T::kernelBuffer)};
};

template <>
struct WireForm<capture::CaptureCounts>
{
    using T = capture::CaptureCounts;
    static constexpr const char* what = "the agent's counts of a recording";
    static constexpr std::tuple fields{wire("received", &T::received),
                                       wire("dropped_by_kernel", &T::droppedByKernel),
                                       wire("dropped_by_interface", &T::droppedByInterface),
                                       wire("written_packets", &T::writtenPackets),
                                       wire("written_bytes", &T::writtenBytes),
                                       wire("wire_bytes", &T::wireBytes),
                                       wire("frames_above_mtu", &T::framesAboveMtu),
                                       wire("largest_frame", &T::largestFrame)};
};

template <>
struct WireForm<capture::CaptureStatus>
{
    using T = capture::CaptureStatus;
    static constexpr const char* what = "the agent's status of a recording";
    static constexpr std::tuple fields{wire("running", &T::running), wire("reason", &T::reason),
                                       wire("counts", &T::counts),   wire("start_ns", &T::start),
                                       wire("stop_ns", &T::stop),    wire("link_type", &T::linkType),
                                       wire("mtu", &T::mtu),         wire("interface", &T::interface),
                                       wire("files", &T::files),     wire("notes", &T::notes)};
};

} // namespace millrace

namespace millrace::agent {

/// With its SHA-256.
[[nodiscard]] Json toJson(const FileBlock& block);
/// Corrupt where the bytes are not those of the sum.
[[nodiscard]] Result<FileBlock> parseFileBlock(const Json& json);

} // namespace millrace::agent
