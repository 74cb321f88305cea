// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/flow_set.h"
#include "core/crosstraffic/traffic_wire.h"

#include <array>

namespace millrace::crosstraffic {

/// Connections of a receiver.
class TcpSink
{
public:
    static constexpr std::uint64_t listenKey = 2;
    explicit TcpSink(PreciseWait& wait) : m_wait(wait) { }

    /// Returns the port; port 0 in `address` means any.
    [[nodiscard]] Result<std::uint16_t> listen(const SocketAddress& address);
    void ready(std::uint64_t key, std::uint32_t events);
    /// Closes silent connections; called periodically.
    void run(Nanoseconds now);

    [[nodiscard]] std::uint64_t received() const noexcept { return m_received; } ///< payload
    [[nodiscard]] std::uint64_t flows() const noexcept { return m_flows; }
    [[nodiscard]] std::uint64_t refused() const noexcept { return m_refused; } ///< from unknown senders
    [[nodiscard]] std::size_t active() const noexcept { return m_active; }

private:
    struct Slot
    {
        std::uint64_t key = 0;
        UniqueFd fd;
        std::array<unsigned char, ConnectionHead::size> head{};
        std::size_t headBytes = 0;
        bool headed = false; ///< the head is complete
        std::uint64_t size = 0;
        std::uint64_t received = 0; ///< payload, with the head
        Nanoseconds accepted{0};
    };
    void acceptAll();
    void read(Slot& slot);
    /// Returns false if the flow is over.
    bool take(Slot& slot, std::uint64_t bytes);
    [[nodiscard]] bool readHead(Slot& slot);
    void close(Slot& slot, bool refused);

    PreciseWait& m_wait;
    UniqueFd m_listener;
    UniqueFd m_reserve; ///< closed temporarily when descriptors run out
    SlotTable<Slot> m_slots;
    std::size_t m_active = 0;
    std::uint64_t m_received = 0;
    std::uint64_t m_flows = 0;
    std::uint64_t m_refused = 0;
};

} // namespace millrace::crosstraffic
