// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/capture_json.h"

#include "core/agent/node_values_json.h"
#include "core/base/base64.h"
#include "core/base/file_io.h"

#include <algorithm>
#include <array>

namespace millrace::agent {

namespace {

using capture::CaptureCounts;
using capture::CaptureDirection;
using capture::CaptureSpec;
using capture::CaptureStatus;

constexpr std::array<std::string_view, 3> directionNames{"both", "in", "out"};
constexpr std::array<std::string_view, 3> severityNames{"note", "warning", "error"};

template <typename Enum, std::size_t Count>
Enum readName(const Json& json, const std::array<std::string_view, Count>& names)
{
    const auto found = std::ranges::find(names, json.get<std::string>());
    return static_cast<Enum>(found == names.end() ? 0 : found - names.begin());
}

std::uint64_t unsignedOf(const Json& json, const char* key)
{
    return json.at(key).get<std::uint64_t>();
}

Json toJson(const CaptureCounts& counts)
{
    return {{"received", counts.received},
            {"dropped_by_kernel", counts.droppedByKernel},
            {"dropped_by_interface", counts.droppedByInterface ? Json(*counts.droppedByInterface) : Json()},
            {"written_packets", counts.writtenPackets},
            {"written_bytes", counts.writtenBytes},
            {"wire_bytes", counts.wireBytes},
            {"frames_above_mtu", counts.framesAboveMtu},
            {"largest_frame", counts.largestFrame}};
}

CaptureCounts readCounts(const Json& json)
{
    CaptureCounts counts;
    counts.received = unsignedOf(json, "received");
    counts.droppedByKernel = unsignedOf(json, "dropped_by_kernel");
    if (const Json& drops = json.at("dropped_by_interface"); !drops.is_null())
        counts.droppedByInterface = drops.get<std::uint64_t>();
    counts.writtenPackets = unsignedOf(json, "written_packets");
    counts.writtenBytes = unsignedOf(json, "written_bytes");
    counts.wireBytes = unsignedOf(json, "wire_bytes");
    counts.framesAboveMtu = unsignedOf(json, "frames_above_mtu");
    counts.largestFrame = json.at("largest_frame").get<std::uint32_t>();
    return counts;
}

Issue readNote(const Json& json)
{
    return {json.at("kind").get<std::string>(), readName<Severity>(json.at("severity"), severityNames),
            json.at("count").get<std::int64_t>(), json.at("text").get<std::string>(),
            json.at("where").get<std::string>()};
}

CaptureStatus readStatus(const Json& json)
{
    CaptureStatus status;
    status.running = json.at("running").get<bool>();
    status.reason = json.at("reason").get<std::string>();
    status.counts = readCounts(json.at("counts"));
    status.start = Nanoseconds(json.at("start_ns").get<std::int64_t>());
    status.stop = Nanoseconds(json.at("stop_ns").get<std::int64_t>());
    status.linkType = json.at("link_type").get<std::uint16_t>();
    status.mtu = json.at("mtu").get<int>();
    status.interface = json.at("interface").get<std::string>();
    for (const Json& file : json.at("files"))
        status.files.emplace_back(file.get<std::string>());
    for (const Json& note : json.at("notes"))
        status.notes.push_back(readNote(note));
    return status;
}

} // namespace

Json toJson(const CaptureSpec& spec)
{
    return {{"interface", spec.interface},
            {"filter", spec.filter},
            {"snap_length", spec.snapLength},
            {"direction", directionNames[static_cast<std::size_t>(spec.direction)]},
            {"file", spec.file.string()},
            {"maximum_bytes", spec.maximumBytes},
            {"ring_file_bytes", spec.ringFileBytes},
            {"ring_files", spec.ringFiles},
            {"keep_free", spec.keepFree},
            {"kernel_buffer", spec.kernelBuffer}};
}

Result<CaptureSpec> parseCaptureSpec(const Json& json)
{
    return readJson<CaptureSpec>("recording", [&] {
        CaptureSpec spec;
        spec.interface = json.at("interface").get<std::string>();
        spec.filter = json.at("filter").get<std::string>();
        spec.snapLength = json.at("snap_length").get<std::uint32_t>();
        spec.direction = readName<CaptureDirection>(json.at("direction"), directionNames);
        spec.file = json.at("file").get<std::string>();
        spec.maximumBytes = unsignedOf(json, "maximum_bytes");
        spec.ringFileBytes = unsignedOf(json, "ring_file_bytes");
        spec.ringFiles = json.at("ring_files").get<int>();
        spec.keepFree = unsignedOf(json, "keep_free");
        spec.kernelBuffer = unsignedOf(json, "kernel_buffer");
        return spec;
    });
}

Json toJson(const CaptureStatus& status)
{
    Json files = Json::array();
    for (const auto& file : status.files)
        files.push_back(file.string());
    Json notes = Json::array();
    for (const Issue& note : status.notes)
        notes.push_back({{"kind", note.kind},
                         {"severity", severityNames[static_cast<std::size_t>(note.severity)]},
                         {"count", note.count},
                         {"text", note.example},
                         {"where", note.where}});
    return {{"running", status.running},
            {"reason", status.reason},
            {"counts", toJson(status.counts)},
            {"start_ns", status.start.count()},
            {"stop_ns", status.stop.count()},
            {"link_type", status.linkType},
            {"mtu", status.mtu},
            {"interface", status.interface},
            {"files", std::move(files)},
            {"notes", std::move(notes)}};
}

Result<CaptureStatus> parseCaptureStatus(const Json& json)
{
    return readJson<CaptureStatus>("status of a recording", [&] { return readStatus(json); });
}

Json toJson(const FileBlock& block)
{
    return {{"offset", block.offset},
            {"file_bytes", block.fileBytes},
            {"data", toBase64(block.bytes)},
            {"sha256", sha256(block.bytes)}};
}

Result<FileBlock> parseFileBlock(const Json& json)
{
    std::string hash;
    MR_TRY(block, readJson<FileBlock>("block of a file", [&] {
               hash = json.at("sha256").get<std::string>();
               auto bytes = parseBase64(json.at("data").get_ref<const std::string&>());
               return FileBlock{std::move(bytes).value_or(std::string()), unsignedOf(json, "offset"),
                                unsignedOf(json, "file_bytes")};
           }));
    if (sha256(block.bytes) != hash)
        return fail(ErrorCode::Corrupt, "a block of a file came damaged from the agent; fetch the file again");
    return block;
}

} // namespace millrace::agent
