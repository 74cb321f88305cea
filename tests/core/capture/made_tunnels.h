// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/core/capture/made_frames.h"

namespace millrace::test {

struct TunnelFrame
{
    std::string name;
    Bytes frame; ///< of Ethernet
    bool opens = true; ///< something within takes the place of the outer packet
};

/// VXLAN, Geneve, GRE, IP in IP and MPLS over IPv4 and IPv6, with tags, options, checksums and keys, one in the other,
/// and what only looks like them; written from RFC 7348, 8926, 2784, 2890, 2003, 2473 and 3032.
[[nodiscard]] std::vector<TunnelFrame> tunnelFrames();

} // namespace millrace::test
