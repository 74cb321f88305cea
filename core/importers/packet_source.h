// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/wall_zone.h"
#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/importers/packet_record.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace millrace::importers {

inline constexpr std::size_t textBatch = 2048; ///< packets that a text reader returns at once

/// Properties of times that a text does not contain.
struct PacketOptions
{
    /// Of times without a zone, and to distinguish zone abbreviations used in several places ("CST").
    analysis::WallZone zone;
    /// Offsets of zone abbreviations that are unknown, or used otherwise: {"IST", nanoseconds east of UTC}.
    std::map<std::string, std::int64_t> zoneWords;
    /// Day of the first line of a log that has times of day only, nanoseconds since 1970 at its 00:00 in `zone`; none:
    /// 1970-01-01, which is counted ("no-date").
    std::optional<std::int64_t> day;
    bool deltas = false; ///< times of a tcpdump log are differences to the previous line (tcpdump -ttt)
    std::uint32_t file = 0; ///< file number assigned to the packets
};

/// Packets of one file, in file order. For one thread.
class PacketSource
{
public:
    virtual ~PacketSource() = default;
    /// The next packets, at most a few thousand; empty at the end. Valid until the next call.
    [[nodiscard]] virtual Result<std::span<const PacketRecord>> next() = 0;
    /// Grows while packets are read.
    [[nodiscard]] virtual const Issues& issues() const noexcept = 0;
    [[nodiscard]] virtual std::uint64_t bytesRead() const noexcept = 0;
    [[nodiscard]] virtual std::uint64_t bytesTotal() const noexcept = 0; ///< 0: unknown
};

struct OpenedPackets
{
    std::string_view format; ///< "capture", "tshark-fields", "tcpdump-text"
    std::unique_ptr<PacketSource> source;
};

/// Opens a capture, a field list of tshark or a text log of tcpdump, recognised by their first bytes. `names` must
/// outlive the source. InvalidInput for anything else.
[[nodiscard]] Result<OpenedPackets> openPackets(const std::filesystem::path& file, NameBook& names,
                                                const PacketOptions& options = {});

/// Merges several sources in order of time; packets with equal times in the order of the sources. Each source should be
/// sorted.
class MergedPackets final : public PacketSource
{
public:
    explicit MergedPackets(std::vector<std::unique_ptr<PacketSource>> sources);

    [[nodiscard]] Result<std::span<const PacketRecord>> next() override;
    [[nodiscard]] const Issues& issues() const noexcept override { return m_issues; } ///< of all, at the end
    [[nodiscard]] std::uint64_t bytesRead() const noexcept override;
    [[nodiscard]] std::uint64_t bytesTotal() const noexcept override;

private:
    struct Head
    {
        std::unique_ptr<PacketSource> source;
        std::span<const PacketRecord> rest;
    };

    [[nodiscard]] Result<bool> refill(Head& head);

    std::vector<Head> m_heads;
    std::vector<PacketRecord> m_out;
    bool m_begun = false;
    Issues m_issues;
};

} // namespace millrace::importers
