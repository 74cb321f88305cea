// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/packet_reader.h"
#include "tests/core/capture/made_frames.h"

#include <algorithm>

namespace millrace::test {

/// Everything that the reader says about a file.
struct ReadCapture
{
    std::optional<Error> error; ///< of opening or reading
    std::vector<capture::Packet> packets;
    std::vector<Bytes> frames;
    capture::CaptureInfo info;
    capture::AddressBook addresses;

    /// How often damage of a kind was counted.
    [[nodiscard]] std::int64_t counted(std::string_view kind) const
    {
        for (const Issue& issue : info.issues)
            if (issue.kind == kind)
                return issue.count;
        return 0;
    }
};

[[nodiscard]] inline ReadCapture readCapture(const std::filesystem::path& file,
                                             const capture::ReaderOptions& options = {})
{
    ReadCapture all;
    auto reader = capture::PacketReader::open(file, options);
    if (!reader) {
        all.error = reader.error();
        return all;
    }
    for (;;) {
        const auto packets = reader->next();
        if (!packets)
            all.error = packets.error();
        if (!packets || packets->empty())
            break;
        for (const capture::Packet& packet : *packets) {
            const auto bytes = reader->bytes(packet);
            all.packets.push_back(packet);
            all.frames.emplace_back(bytes.begin(), bytes.end());
        }
    }
    all.info = reader->info();
    all.addresses = reader->addresses();
    return all;
}

} // namespace millrace::test
