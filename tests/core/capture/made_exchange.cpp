// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/made_exchange.h"

#include <algorithm>
#include <sstream>

namespace millrace::test {

namespace {

struct Step
{
    std::int64_t microseconds = 0;
    bool fromClient = true;
    std::uint8_t flags = 0;
    std::uint32_t begin = 0, end = 0, acknowledgement = 0;
    std::uint16_t window = 0;
};

std::uint8_t flagsOf(const std::string& letters)
{
    std::uint8_t flags = 0;
    for (const char letter : letters)
        flags = static_cast<std::uint8_t>(flags | 1u << std::string("FSRPA").find(letter));
    return flags;
}

std::vector<Step> stepsOf(const std::string& text)
{
    std::vector<Step> steps;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Step step;
        std::string direction, flags;
        char colon = 0;
        if (!(words >> step.microseconds >> direction >> flags >> step.begin >> colon >> step.end
              >> step.acknowledgement >> step.window))
            continue;
        step.fromClient = direction == ">";
        step.flags = flagsOf(flags);
        steps.push_back(step);
    }
    return steps;
}

Bytes frameOf(const Exchange& exchange, const Step& step, std::uint16_t id)
{
    constexpr std::uint32_t client = 0x0a000001, server = 0x0a000002;
    constexpr std::uint16_t serverPort = 5001;
    const std::uint32_t own = step.fromClient ? exchange.clientStart : exchange.serverStart;
    const std::uint32_t other = step.fromClient ? exchange.serverStart : exchange.clientStart;
    const bool acknowledges = (step.flags & 0x10) != 0;
    const Bytes segment = tcp({.source = step.fromClient ? exchange.port : serverPort,
                               .destination = step.fromClient ? serverPort : exchange.port,
                               .sequence = own + step.begin,
                               .acknowledgement = acknowledges ? other + step.acknowledgement : 0,
                               .flags = step.flags,
                               .window = step.window,
                               .payload = step.end - step.begin});
    return wrapped(
        Wrapping::Ethernet,
        {"", 0x0800,
         ipv4({.source = step.fromClient ? client : server, .destination = step.fromClient ? server : client, .id = id},
              segment)});
}

const char* const handshake = "0 > S 0:0 0 1000\n100 < SA 0:0 1 1000\n200 > A 1:1 1 1000\n";

} // namespace

std::vector<MadeRecord> recordsOf(const std::vector<Exchange>& exchanges, std::int64_t stretch)
{
    std::vector<MadeRecord> records;
    std::uint16_t id = 1;
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        Exchange exchange = exchanges[i];
        if (exchange.port == 0)
            exchange.port = static_cast<std::uint16_t>(40000 + i);
        for (const Step& step : stepsOf(exchange.text)) {
            Bytes frame = frameOf(exchange, step, id++);
            const auto wire = static_cast<std::uint32_t>(frame.size());
            frame.resize(std::min<std::size_t>(frame.size(), 100));
            const auto begin = static_cast<std::int64_t>(i) * 100'000;
            const std::int64_t time = (begin + step.microseconds) * stretch * 1000;
            records.push_back({madeEpoch * 1'000'000'000 + time, frame, wire});
        }
    }
    return records;
}

const std::vector<Exchange>& knownExchanges()
{
    const std::string open = handshake;
    static const std::vector<Exchange> exchanges{
        {"plain",
         open
             + "1000 > PA 1:101 1 1000\n1400 < A 1:1 101 1000\n2000 > PA 101:1549 1 1000\n2001 > PA 1549:2997 1 1000\n"
               "2500 < A 1:1 2997 1000\n3000 < PA 1:51 2997 1000\n3100 > A 2997:2997 51 1000\n"
               "4000 > FA 2997:2997 51 1000\n4100 < FA 51:51 2998 1000\n4200 > A 2998:2998 52 1000\n"},
        {"one lost, found by three duplicates",
         open
             + "1000 > A 1:1001 1 1000\n1001 > A 1001:2001 1 1000\n1002 > A 2001:3001 1 1000\n1003 > A 3001:4001 1 "
               "1000\n"
               "1004 > A 4001:5001 1 1000\n1500 < A 1:1 1001 1000\n1502 < A 1:1 1001 1000\n1503 < A 1:1 1001 1000\n"
               "1504 < A 1:1 1001 1000\n1600 > A 1001:2001 1 1000\n2100 < A 1:1 5001 1000\n3000 > A 5001:6001 1 1000\n"
               "3300 < A 1:1 6001 1000\n"},
        {"seen by the receiver: a hole is filled",
         open
             + "1000 > A 1:1001 1 1000\n1001 > A 2001:3001 1 1000\n1002 > A 3001:4001 1 1000\n1010 < A 1:1 1001 1000\n"
               "1011 < A 1:1 1001 1000\n1012 < A 1:1 1001 1000\n2000 > A 1001:2001 1 1000\n2010 < A 1:1 4001 1000\n"},
        {"two swapped",
         open
             + "1000 > A 1:1001 1 1000\n1001 > A 2001:3001 1 1000\n1002 > A 1001:2001 1 1000\n1100 < A 1:1 3001 "
               "1000\n"},
        {"repeated after the acknowledgement",
         open
             + "1000 > A 1:1001 1 1000\n1200 < A 1:1 1001 1000\n1300 > A 1001:2001 1 1000\n1400 > A 1:1001 1 1000\n"
               "1500 < A 1:1 2001 1000\n1600 < A 1:1 2001 1000\n"},
        {"repeated by a timeout, then more",
         open
             + "1000 > A 1:1001 1 1000\n9000 > A 1:1001 1 1000\n9300 < A 1:1 1001 1000\n9400 > A 1001:2001 1 1000\n"
               "9700 < A 1:1 2001 1000\n"},
        {"repeated in other pieces",
         open
             + "1000 > A 1:1001 1 1000\n1001 > A 1001:2001 1 1000\n5000 > A 1:1501 1 1000\n5001 > A 1501:2501 1 1000\n"
               "5400 < A 1:1 2501 1000\n"},
        {"windows close and open",
         open
             + "1000 > A 1:1001 1 1000\n1100 < A 1:1 1001 0\n1200 < A 1:1 1001 0\n1300 < A 1:1 1001 500\n"
               "1400 > A 1001:2001 1 1000\n1500 < A 1:1 2001 500\n"},
        {"probe of a closed window",
         open
             + "1000 > A 1:1001 1 1000\n1100 < A 1:1 1001 0\n3000 > A 1001:1002 1 1000\n3100 < A 1:1 1001 0\n"
               "5000 > A 1001:1002 1 1000\n5100 < A 1:1 1002 800\n"},
        {"kept alive",
         open
             + "1000 > A 1:1001 1 1000\n1100 < A 1:1 1001 1000\n50000 > A 1000:1001 1 1000\n50100 < A 1:1 1001 1000\n"
               "60000 > A 1000:1000 1 1000\n60100 < A 1:1 1001 1000\n"},
        {"numbers wrap",
         open
             + "1000 > A 1:1001 1 1000\n1001 > A 1001:2001 1 1000\n1200 < A 1:1 2001 1000\n1300 > A 2001:3001 1 1000\n"
               "1301 > A 1001:2001 1 1000\n1600 < A 1:1 3001 1000\n",
         0xffffffff - 1500, 0xffffff00},
        {"numbers pass the middle",
         open
             + "1000 > A 1:1001 1 1000\n1001 > A 1001:2001 1 1000\n1200 < A 1:1 2001 1000\n1300 > A 2001:3001 1 1000\n"
               "1500 < A 1:1 3001 1000\n",
         0x7fffffff - 500, 0x3fffff00},
        {"reset", open + "1000 > PA 1:101 1 1000\n1100 < RA 1:1 101 0\n"},
        {"refused", "0 > S 0:0 0 1000\n100 < RA 0:0 1 0\n"},
        {"opened twice",
         "0 > S 0:0 0 1000\n50000 > S 0:0 0 1000\n50100 < SA 0:0 1 1000\n50200 > A 1:1 1 1000\n"
         "51000 > PA 1:101 1 1000\n51200 < A 1:1 101 1000\n"},
        {"both send",
         open
             + "1000 > PA 1:501 1 1000\n1010 < PA 1:501 1 1000\n1100 > A 501:501 501 1000\n1110 < A 501:501 501 1000\n"
               "2000 > PA 501:1001 501 1000\n2010 < PA 501:1001 501 1000\n2090 > PA 1001:1501 1001 1000\n"
               "2100 < A 1001:1001 1501 1000\n"},
        {"data repeat the acknowledgement",
         open
             + "1000 < A 1:1001 1 1000\n1001 < A 1001:2001 1 1000\n1002 < A 2001:3001 1 1000\n1300 > A 1:1 3001 "
               "1000\n"},
        {"acknowledgements overtaken",
         open
             + "1000 > A 1:1001 1 1000\n1001 > A 1001:2001 1 1000\n1002 > A 2001:3001 1 1000\n1300 < A 1:1 2001 1000\n"
               "1301 < A 1:1 1001 1000\n1302 < A 1:1 2001 1000\n1400 < A 1:1 3001 1000\n"},
        {"begins in the middle",
         "1000 > A 90001:91001 1 1000\n1001 > A 91001:92001 1 1000\n1300 < A 1:1 92001 1000\n"
         "1400 > A 92001:93001 1 1000\n1700 < A 1:1 93001 1000\n"},
        {"one direction only",
         "0 > S 0:0 0 1000\n200 > A 1:1 1 1000\n1000 > A 1:1001 1 1000\n1001 > A 1001:2001 1 1000\n"
         "1100 > A 1:1001 1 1000\n1200 > A 2001:3001 1 1000\n2000 > FA 3001:3001 1 1000\n"},
        {"a port, first use",
         open
             + "1000 > PA 1:101 1 1000\n1100 < A 1:1 101 1000\n2000 > FA 101:101 1 1000\n"
               "2100 < FA 1:1 102 1000\n2200 > A 102:102 2 1000\n",
         1000, 5000, 45000},
        {"a port, second use", open + "1000 > PA 1:201 1 1000\n1100 < A 1:1 201 1000\n", 900'000, 800'000, 45000},
    };
    return exchanges;
}

} // namespace millrace::test
