// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/socket.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::collective {

/// Ordered endpoints of a session; the position is the rank. Peers with the same address share a host.
class PeerList
{
public:
    PeerList() = default;
    explicit PeerList(std::vector<Endpoint> endpoints) : m_endpoints(std::move(endpoints)) { }

    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_endpoints.size()); }
    [[nodiscard]] const Endpoint& operator[](int rank) const { return m_endpoints[static_cast<std::size_t>(rank)]; }
    /// The lowest rank of each host, in order of first appearance.
    [[nodiscard]] std::vector<int> masters() const;
    /// The lowest rank on the host of `rank`.
    [[nodiscard]] int masterOf(int rank) const;
    /// Returns "rank 2 (10.77.0.3:10000)", for messages.
    [[nodiscard]] std::string describe(int rank) const;
    /// Returns the ranks that a message describes.
    [[nodiscard]] std::vector<int> describedIn(std::string_view text) const;

    bool operator==(const PeerList&) const = default;

private:
    std::vector<Endpoint> m_endpoints;
};

/// Parses "10.77.0.1:10000,10.77.0.2:10000"; InvalidInput for an empty list, a bad or duplicate endpoint.
[[nodiscard]] Result<PeerList> parsePeerList(std::string_view text);
[[nodiscard]] std::string peerListText(const PeerList& peers);

} // namespace millrace::collective
