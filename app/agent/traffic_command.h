// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace millrace {

/// `millrace-agent traffic send` and `traffic receive`: one end of cross traffic, which prints the lines of
/// core/crosstraffic/traffic_order.h until it has ended or SIGTERM arrives.
class TrafficCommand
{
public:
    explicit TrafficCommand(CLI::App& app);
    [[nodiscard]] bool chosen() const { return m_send->parsed() || m_receive->parsed(); }
    /// Returns the exit code.
    [[nodiscard]] int run() const;

private:
    [[nodiscard]] int send() const;
    [[nodiscard]] int receive() const;

    CLI::App* m_send = nullptr;
    CLI::App* m_receive = nullptr;
    std::string m_order;
    std::string m_start;
    std::string m_log;
    std::string m_address;
    std::uint16_t m_port = 0;
    bool m_udpOnly = false;
};

} // namespace millrace
