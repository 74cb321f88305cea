// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"
#include "core/collective/failure.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace millrace::collective {

/// Control connections of one rank: exchanges of values, pings, and failure reports. Nothing here blocks.
class ControlPlane
{
public:
    /// `connections` by rank; empty for this rank.
    ControlPlane(FailureText words, std::vector<UniqueFd> connections);

    [[nodiscard]] int fd(int peer) const { return link(peer).fd.get(); }
    /// Reads everything that has arrived from a peer; answers pings. True if it had an exchange value.
    bool receive(int peer);

    /// Sends the value to all as number `sequence`.
    void offer(std::uint32_t sequence, std::uint64_t value);
    [[nodiscard]] std::optional<std::uint64_t> offered(int peer, std::uint32_t sequence) const;
    /// Pings everybody; silentPeers() are those that have not answered the last ping.
    void pingAll();
    [[nodiscard]] std::vector<int> silentPeers() const;
    /// Returns those that answered that they are not waiting themselves.
    [[nodiscard]] std::vector<int> computingPeers() const;
    /// Sets the state that pongs report.
    void setWaiting(bool waiting) noexcept { m_waiting = waiting; }
    [[nodiscard]] bool hasLeft(int peer) const { return link(peer).left; }

    void abort(AbortReason reason, int culprit);
    void sayGoodbye();
    /// First information about the end of the session.
    [[nodiscard]] const std::optional<Failure>& failure() const noexcept { return m_failure; }

private:
    struct Offer
    {
        std::uint32_t sequence = 0;
        std::uint64_t value = 0;
    };
    struct Link
    {
        UniqueFd fd;
        std::array<char, sizeof(ControlMessage)> buffer{};
        std::size_t received = 0;
        std::array<Offer, 2> offers{}; ///< a peer can be one exchange ahead
        std::uint32_t pong = 0;
        bool computing = false; ///< from the last pong
        bool left = false;
        bool open = true;
    };
    [[nodiscard]] const Link& link(int peer) const { return m_links[static_cast<std::size_t>(peer)]; }
    bool handle(int peer, const ControlMessage& message);
    void closed(int peer);
    void readAll();
    void sendToAll(const ControlMessage& message);
    void fail(Failure failure);

    FailureText m_words;
    std::vector<Link> m_links;
    std::uint32_t m_ping = 0;
    bool m_waiting = false;
    std::optional<Failure> m_failure;
};

} // namespace millrace::collective
