// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/control_plane.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace millrace::collective {

namespace {

/// Drops the message if the socket is full: messages are so few that the peer must have stopped reading long ago; its
/// silence reveals that. A broken connection is noticed by reading.
void sendMessage(int fd, const ControlMessage& message)
{
    [[maybe_unused]] const auto sent = ::send(fd, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

} // namespace

ControlPlane::ControlPlane(FailureText words, std::vector<UniqueFd> connections) : m_words(std::move(words))
{
    for (UniqueFd& connection : connections) {
        m_links.emplace_back();
        m_links.back().fd = std::move(connection);
        m_links.back().open = static_cast<bool>(m_links.back().fd);
    }
}

bool ControlPlane::receive(int peer)
{
    Link& from = m_links[static_cast<std::size_t>(peer)];
    bool news = false;
    while (from.open) {
        const ssize_t got =
            ::recv(from.fd.get(), from.buffer.data() + from.received, from.buffer.size() - from.received, MSG_DONTWAIT);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            break;
        if (got <= 0) {
            closed(peer);
            break;
        }
        from.received += static_cast<std::size_t>(got);
        if (from.received < from.buffer.size())
            continue;
        ControlMessage message;
        std::memcpy(&message, from.buffer.data(), sizeof message);
        from.received = 0;
        news = handle(peer, message) || news;
    }
    return news;
}

bool ControlPlane::handle(int peer, const ControlMessage& message)
{
    Link& from = m_links[static_cast<std::size_t>(peer)];
    if (message.magic != ControlMessage{}.magic) {
        from.open = false;
        fail(m_words.brokeProtocol(peer, "sent something that is not Millrace's protocol on its control connection"));
        return false;
    }
    switch (message.kind) {
    case ControlKind::Exchange: from.offers[message.sequence % 2] = {message.sequence, message.value}; return true;
    case ControlKind::Ping:
        sendMessage(from.fd.get(),
                    {.kind = ControlKind::Pong, .sequence = message.sequence, .waiting = m_waiting ? 1u : 0u});
        return false;
    case ControlKind::Pong:
        from.pong = message.sequence;
        from.computing = message.waiting == 0;
        return false;
    case ControlKind::Abort:
        from.left = true;
        fail(m_words.reported(peer, message.reason, message.culprit));
        return false;
    case ControlKind::Goodbye: from.left = true; return false;
    }
    from.open = false;
    fail(m_words.brokeProtocol(peer, "sent an unknown kind of control message"));
    return false;
}

void ControlPlane::closed(int peer)
{
    Link& from = m_links[static_cast<std::size_t>(peer)];
    from.open = false;
    if (!from.left)
        fail(m_words.died(peer, "closed its connection: it has died"));
}

void ControlPlane::fail(Failure failure)
{
    if (!m_failure)
        m_failure = std::move(failure);
}

void ControlPlane::offer(std::uint32_t sequence, std::uint64_t value)
{
    sendToAll({.kind = ControlKind::Exchange, .sequence = sequence, .value = value});
}

std::optional<std::uint64_t> ControlPlane::offered(int peer, std::uint32_t sequence) const
{
    const Offer& offer = link(peer).offers[sequence % 2];
    return offer.sequence == sequence ? std::optional(offer.value) : std::nullopt;
}

void ControlPlane::pingAll()
{
    sendToAll({.kind = ControlKind::Ping, .sequence = ++m_ping});
}

std::vector<int> ControlPlane::silentPeers() const
{
    std::vector<int> silent;
    for (std::size_t peer = 0; peer < m_links.size(); ++peer) {
        if (m_links[peer].open && !m_links[peer].left && m_links[peer].pong != m_ping)
            silent.push_back(static_cast<int>(peer));
    }
    return silent;
}

/// Reads before closing: a connection closed with unread messages would be reset, and the last messages might get lost.
void ControlPlane::readAll()
{
    for (std::size_t peer = 0; peer < m_links.size(); ++peer)
        receive(static_cast<int>(peer));
}

std::vector<int> ControlPlane::computingPeers() const
{
    std::vector<int> computing;
    for (std::size_t peer = 0; peer < m_links.size(); ++peer) {
        if (m_links[peer].open && !m_links[peer].left && m_links[peer].pong == m_ping && m_links[peer].computing)
            computing.push_back(static_cast<int>(peer));
    }
    return computing;
}

void ControlPlane::abort(AbortReason reason, int culprit)
{
    sendToAll({.kind = ControlKind::Abort, .reason = reason, .culprit = culprit});
    readAll();
}

void ControlPlane::sayGoodbye()
{
    sendToAll({.kind = ControlKind::Goodbye});
    readAll();
}

void ControlPlane::sendToAll(const ControlMessage& message)
{
    for (const Link& link : m_links) {
        if (link.open)
            sendMessage(link.fd.get(), message);
    }
}

} // namespace millrace::collective
