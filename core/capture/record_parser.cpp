// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/record_parser.h"

#include "core/base/units.h"

#include <fmt/format.h>

namespace millrace::capture {

Result<void> ReaderState::addInterface(CaptureInterface interface, bool swapped)
{
    if (!isKnownLinkType(interface.linkType))
        damage("unknown-link-type", Severity::Warning,
               fmt::format("frames of link type {} are counted but not decoded", interface.linkType));
    if (!m_filter.empty()) {
        MR_TRY(filter, filterFor(interface, swapped));
        m_filterOf.push_back(filter);
        m_filtering = true;
    }
    info.interfaces.push_back(std::move(interface));
    return {};
}

Result<const PacketFilter*> ReaderState::filterFor(const CaptureInterface& interface, bool swapped)
{
    const std::pair key(interface.linkType, swapped);
    if (const auto known = m_filters.find(key); known != m_filters.end())
        return &known->second;
    auto filter = PacketFilter::compile(m_filter, interface.linkType, interface.snapLength, swapped);
    if (filter)
        return &m_filters.emplace(key, std::move(*filter)).first->second;
    if (!PacketFilter::compile(m_filter, link_type::ethernet)) {
        m_filterRejected = true;
        return filter.error();
    }
    damage("filter-without-sense", Severity::Warning,
           fmt::format("none of the frames of link type {} pass: {}", interface.linkType, filter.error().what));
    return static_cast<const PacketFilter*>(nullptr);
}

bool ReaderState::passes(const Packet& packet, const std::uint8_t* frame)
{
    const PacketFilter* filter = m_filterOf[packet.interface];
    const bool passed = filter != nullptr && filter->matches({frame, packet.capturedBytes}, packet.wireBytes);
    if (!passed)
        ++info.filtered;
    return passed;
}

void ReaderState::damage(const char* kind, Severity severity, std::string sentence)
{
    countIssue(info.issues, {kind, severity, 1, std::move(sentence), fmt::format("byte {}", buffer.offset())});
}

void ReaderState::noteDamagedCompression()
{
    const char* left = info.packets == 0 ? "no packet could be read" : "the packets before that place are kept";
    damage("damaged-compression", Severity::Error, fmt::format("{}; {}", buffer.error()->what, left));
}

void ReaderState::noteBackwards(const Packet& packet)
{
    for (Issue& issue : info.issues) {
        if (issue.kind == "time-backwards") {
            ++issue.count;
            return;
        }
    }
    damage("time-backwards", Severity::Note,
           fmt::format("packet {} is {} older than the one before it", info.packets,
                       humanDuration(std::chrono::nanoseconds(m_lastTime - packet.time))));
}

void ReaderState::noteCapturedOverOriginal(const Packet& packet)
{
    for (Issue& issue : info.issues) {
        if (issue.kind == "captured-over-original") {
            ++issue.count;
            return;
        }
    }
    damage(
        "captured-over-original", Severity::Note,
        fmt::format("packet {} has {} bytes of a frame of {}", info.packets, packet.capturedBytes, packet.wireBytes));
}

} // namespace millrace::capture
