// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/made_damage.h"
#include "tests/core/capture/made_exchange.h"
#include "tests/core/capture/made_tunnels.h"

#include <cstdio>

using namespace millrace::test;

/// capture_seeds FOLDER: writes the small captures of the tests, from which the fuzzer starts.
int main(int count, char** arguments)
{
    if (count != 2) {
        std::fprintf(stderr, "usage: capture_seeds FOLDER\n");
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    int number = 0;
    const auto add = [&](const Bytes& bytes) { writeBytes(folder / ("seed" + std::to_string(number++)), bytes); };
    for (const SmallCapture& capture : smallCaptures())
        add(capture.bytes);
    add(mixedPcapng());
    const std::array wrappings{Wrapping::Vlan, Wrapping::QinQ, Wrapping::Raw,  Wrapping::NullLittle,
                               Wrapping::Loop, Wrapping::Sll,  Wrapping::Sll2, Wrapping::Ethernet};
    const std::array<std::uint32_t, 8> types{1, 1, 101, 0, 108, 113, 276, 147};
    for (std::size_t i = 0; i < wrappings.size(); ++i)
        add(pcapFile({.linkType = types[i]}, recordsOf(wrappings[i], 120)));
    std::vector<MadeRecord> tunnels;
    for (TunnelFrame& made : tunnelFrames())
        tunnels.push_back({madeEpoch * 1'000'000'000, std::move(made.frame)});
    add(pcapFile({}, tunnels));
    for (const Exchange& exchange : knownExchanges())
        add(pcapFile({}, recordsOf(std::vector{exchange})));
    return 0;
}
