// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field.h"
#include "core/base/text_marks.h"

#include <array>
#include <cstdint>
#include <string>

namespace millrace::grid {

/// Direction of the recorded packets, from the node's view.
enum class CaptureDirection
{
    Both,
    In,
    Out
};

/// Packet capture of a grid's runs on every node.
struct CaptureSettings
{
    bool enabled = false;
    std::string interface = "experiment"; ///< the NIC that carries the experiment; or a name: "eth1"
    std::string filter; ///< in libpcap's language; empty: all packets
    int snapLength = 100; ///< bytes kept of each packet
    CaptureDirection direction = CaptureDirection::Both;
    std::uint64_t maximumBytes = 0; ///< of the file of each node, where recording stops; 0: no limit
    bool keepFiles = true; ///< false: only their analysis
    bool analyseOnNode = false; ///< so that files that are not kept are not transferred

    bool operator==(const CaptureSettings&) const = default;
};

inline constexpr std::array<std::string_view, 3> captureDirectionNames = {"both", "in", "out"};

/// All fields of the settings. A new one is a member above and its line here.
inline constexpr std::array captureFields = {
    field("enabled", &CaptureSettings::enabled,
          MR_TEXT("millrace::ui::CaptureForm", "Record the packets of every node during a r&un")),
    field("interface", &CaptureSettings::interface, MR_TEXT("millrace::ui::CaptureForm", "Interface"),
          {.help = MR_TEXT(
               "millrace::ui::CaptureForm",
               "The name of an interface, which all nodes have; \"experiment\" is the one that carries the traffic")}),
    field("filter", &CaptureSettings::filter, MR_TEXT("millrace::ui::CaptureForm", "Filter"),
          {.help = MR_TEXT("millrace::ui::CaptureForm",
                           "In the language of pcap-filter: tcp port 10000, not arp, net 10.0.0.0/8"),
           .unset = MR_TEXT("millrace::ui::CaptureForm", "all packets")}),
    field("snap_length", &CaptureSettings::snapLength, Quantity::Size, {14, 262144},
          MR_TEXT("millrace::ui::CaptureForm", "Bytes of each packet"),
          {.help = MR_TEXT("millrace::ui::CaptureForm", "100 bytes include all headers; more also records payload")}),
    field("direction", fieldChoice<&CaptureSettings::direction>(captureDirectionNames),
          MR_TEXT("millrace::ui::CaptureForm", "Direction")),
    field(
        "maximum_size", &CaptureSettings::maximumBytes, Quantity::Size, {65536},
        MR_TEXT("millrace::ui::CaptureForm", "Most for each node"),
        {.help = MR_TEXT("millrace::ui::CaptureForm", "Recording stops at this size; the run continues with a warning"),
         .unset = MR_TEXT("millrace::ui::CaptureForm", "no limit")}),
    field("keep_files", &CaptureSettings::keepFiles, MR_TEXT("millrace::ui::CaptureForm", "Keep the files"),
          {.help = MR_TEXT("millrace::ui::CaptureForm", "Without them only their analysis is stored")}),
    field("analyse_on_node", &CaptureSettings::analyseOnNode,
          MR_TEXT("millrace::ui::CaptureForm", "Analyse on the nodes"),
          {.help = MR_TEXT("millrace::ui::CaptureForm", "Files that are not kept then do not travel")}),
};

/// "both", "in", "out".
[[nodiscard]] std::string captureDirectionName(CaptureDirection direction);
/// Returns all problems, `where` relative to the settings. Does not parse the filter.
[[nodiscard]] Issues validate(const CaptureSettings& settings);

} // namespace millrace::grid
