// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/mail_thread.h"

#include "core/base/socket.h"
#include "core/base/units.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/socket.h>

namespace millrace::collective {

namespace {

constexpr std::size_t mostUnexpectedBytes = std::size_t(256) << 20; // by sender
constexpr std::uint64_t largestMessage = std::uint64_t(1) << 40;

} // namespace

void MailThread::finish(Mailbox::Sent& done, Result<void> result)
{
    m_callbacks.emplace_back([done = std::move(done), result = std::move(result)] { done(result); });
}

void MailThread::finish(PendingReceive& awaited, Result<int> result)
{
    m_callbacks.emplace_back([done = std::move(awaited.done), result = std::move(result)] { done(result); });
}

/// Calls what is due.
void MailThread::settle()
{
    std::vector<Callback> due;
    {
        const std::lock_guard lock(m_mutex);
        due.swap(m_callbacks);
    }
    for (const Callback& callback : due)
        callback();
}

void MailThread::post(int to, OutgoingMessage message)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_error)
            finish(message.done, *m_error);
        else
            m_out[static_cast<std::size_t>(to)].messages.push_back(std::move(message));
    }
    settle();
    m_wakeUp.notify();
}

void MailThread::await(PendingReceive awaited)
{
    {
        const std::lock_guard lock(m_mutex);
        const bool gone = awaited.from >= 0 && m_in[static_cast<std::size_t>(awaited.from)].gone;
        if (takeUnexpected(awaited))
            ;
        else if (m_error)
            finish(awaited, *m_error);
        else if (gone)
            finish(
                awaited,
                millrace::fail(ErrorCode::PeerFailed, m_peers.describe(awaited.from) + " has closed its connection"));
        else
            m_awaited.push_back(std::move(awaited));
    }
    settle();
    m_wakeUp.notify();
}

/// Gives a message that has already arrived to the receiver.
bool MailThread::takeUnexpected(PendingReceive& awaited)
{
    for (std::size_t peer = 0; peer < m_in.size(); ++peer) {
        if (awaited.from >= 0 && static_cast<std::size_t>(awaited.from) != peer)
            continue;
        Inbox& inbox = m_in[peer];
        const auto unexpected =
            std::find_if(inbox.unexpected.begin(), inbox.unexpected.end(), [&](const UnexpectedMessage& one) {
                return one.kind == awaited.kind && one.tag == awaited.tag;
            });
        if (unexpected == inbox.unexpected.end())
            continue;
        auto result = sized(awaited, static_cast<int>(peer), unexpected->data.size(), m_peers);
        if (result && !unexpected->data.empty())
            std::memcpy(awaited.into.data(), unexpected->data.data(), unexpected->data.size());
        inbox.unexpectedBytes -= unexpected->data.size();
        inbox.unexpected.erase(unexpected);
        finish(awaited, std::move(result));
        return true;
    }
    return false;
}

void MailThread::publish(std::shared_ptr<const std::vector<char>> data)
{
    {
        const std::lock_guard lock(m_mutex);
        m_published = std::move(data);
        for (const auto& [rank, number] : std::exchange(m_requests, {}))
            answer(rank, number);
    }
    m_wakeUp.notify();
}

/// The answer keeps the data alive; with the mutex.
void MailThread::answer(int to, std::uint32_t number)
{
    if (!m_published)
        m_requests.emplace_back(to, number);
    else if (!m_error)
        m_out[static_cast<std::size_t>(to)].messages.push_back({{m_published->size(), number, MessageKind::Answer},
                                                                *m_published,
                                                                [](const Result<void>&) {},
                                                                limit(),
                                                                m_published});
}

void MailThread::pull(int from, std::span<char> into, Mailbox::Received done)
{
    std::uint32_t number = 0;
    {
        const std::lock_guard lock(m_mutex);
        number = m_pulls++;
    }
    await({from, MessageKind::Answer, number, into, std::move(done), limit()});
    post(from, {{0, number, MessageKind::Request}, {}, [](const Result<void>&) {}, limit()});
}

std::optional<PendingReceive> MailThread::receiveFor(int from, const MessageHeader& head)
{
    const auto found = std::find_if(m_awaited.begin(), m_awaited.end(), [&](const PendingReceive& awaited) {
        return awaited.kind == head.kind && awaited.tag == head.tag && (awaited.from < 0 || awaited.from == from);
    });
    if (found == m_awaited.end())
        return std::nullopt;
    PendingReceive awaited = std::move(*found);
    m_awaited.erase(found);
    return awaited;
}

Result<int> MailThread::sized(const PendingReceive& awaited, int from, std::size_t bytes, const PeerList& peers)
{
    if (bytes == awaited.into.size())
        return from;
    return millrace::fail(ErrorCode::Protocol,
                          fmt::format("{} sent a message of {} bytes with tag {}, expected {} bytes",
                                      peers.describe(from), bytes, awaited.tag, awaited.into.size()));
}

void MailThread::fail(Error error)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_error)
            m_error = std::move(error);
        for (Outbox& outbox : m_out) {
            for (OutgoingMessage& message : outbox.messages)
                finish(message.done, *m_error);
            outbox.messages.clear();
        }
        for (Inbox& inbox : m_in) {
            if (inbox.direct)
                finish(*inbox.direct, *m_error);
            inbox.direct.reset();
        }
        for (PendingReceive& awaited : m_awaited)
            finish(awaited, *m_error);
        m_awaited.clear();
    }
    m_wakeUp.notify();
}

void MailThread::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::vector<pollfd> polled;
        {
            const std::lock_guard lock(m_mutex);
            for (std::size_t peer = 0; peer < m_out.size(); ++peer)
                write(peer);
            polled = descriptors();
        }
        settle();
        ::poll(polled.data(), polled.size(), 100);
        m_wakeUp.drain();
        {
            const std::lock_guard lock(m_mutex);
            acceptGuests();
            introduce();
            for (std::size_t peer = 0; peer < m_in.size(); ++peer)
                read(peer);
            expire();
        }
        settle();
    }
}

std::vector<pollfd> MailThread::descriptors()
{
    std::vector<pollfd> polled{{m_wakeUp.fd(), POLLIN, 0}, {m_listener.get(), POLLIN, 0}};
    for (const UnknownPeer& guest : m_guests)
        polled.push_back({guest.fd.get(), POLLIN, 0});
    for (const Inbox& inbox : m_in)
        if (inbox.fd && (inbox.direct || inbox.unexpectedBytes < mostUnexpectedBytes))
            polled.push_back({inbox.fd.get(), POLLIN, 0});
    for (const Outbox& outbox : m_out)
        if (outbox.fd && !outbox.messages.empty())
            polled.push_back({outbox.fd.get(), POLLOUT, 0});
    return polled;
}

void MailThread::acceptGuests()
{
    for (;;) {
        UniqueFd fd(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!fd)
            return;
        m_guests.push_back({std::move(fd), 0, {}});
    }
}

void MailThread::introduce()
{
    for (auto guest = m_guests.begin(); guest != m_guests.end();) {
        const ssize_t got = ::recv(guest->fd.get(), reinterpret_cast<char*>(&guest->introduction) + guest->bytes,
                                   sizeof(MailIntroduction) - guest->bytes, 0);
        guest->bytes += got > 0 ? static_cast<std::size_t>(got) : 0;
        const bool waits = got < 0 && (errno == EAGAIN || errno == EINTR);
        if (guest->bytes < sizeof(MailIntroduction) && (waits || got > 0)) {
            ++guest;
            continue;
        }
        const MailIntroduction& introduction = guest->introduction;
        const bool known = guest->bytes == sizeof(MailIntroduction) && introduction.magic == MailIntroduction{}.magic
            && introduction.to == m_rank && introduction.from >= 0 && introduction.from < m_peers.size();
        if (known && !m_in[static_cast<std::size_t>(introduction.from)].fd)
            m_in[static_cast<std::size_t>(introduction.from)].fd = std::move(guest->fd);
        guest = m_guests.erase(guest);
    }
}

void MailThread::write(std::size_t peer)
{
    Outbox& outbox = m_out[peer];
    const auto giveUp = [&](const Error& error) {
        for (OutgoingMessage& message : outbox.messages)
            finish(message.done, error);
        outbox.messages.clear();
        outbox.fd.reset();
    };
    if (!outbox.fd && !outbox.messages.empty()) {
        auto fd = connectTcp(m_peers[static_cast<int>(peer)], deadlineIn(std::chrono::seconds(5)));
        if (!fd)
            return giveUp(within("sending to " + m_peers.describe(static_cast<int>(peer)), std::move(fd).error()));
        const MailIntroduction introduction{.from = m_rank, .to = static_cast<std::int32_t>(peer)};
        if (::send(fd->get(), &introduction, sizeof introduction, MSG_NOSIGNAL) != sizeof introduction)
            return giveUp(millrace::fail(ErrorCode::PeerFailed,
                                         m_peers.describe(static_cast<int>(peer)) + " has closed its connection"));
        outbox.fd = *std::move(fd);
        outbox.sent = 0;
    }
    while (!outbox.messages.empty()) {
        OutgoingMessage& message = outbox.messages.front();
        const std::size_t whole = sizeof(MessageHeader) + message.data.size();
        const bool inHead = outbox.sent < sizeof(MessageHeader);
        const char* from = inHead ? reinterpret_cast<const char*>(&message.head) + outbox.sent
                                  : message.data.data() + (outbox.sent - sizeof(MessageHeader));
        const std::size_t bytes = (inHead ? sizeof(MessageHeader) : whole) - outbox.sent;
        const ssize_t sent = bytes == 0
            ? 0
            : ::send(outbox.fd.get(), from, bytes,
                     MSG_NOSIGNAL | MSG_DONTWAIT | (inHead && !message.data.empty() ? MSG_MORE : 0));
        if (sent < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (sent < 0)
            return giveUp(millrace::fail(ErrorCode::PeerFailed,
                                         m_peers.describe(static_cast<int>(peer))
                                             + " closed its connection in the middle of a message"));
        outbox.sent += static_cast<std::size_t>(sent);
        if (outbox.sent == whole) {
            finish(message.done, {});
            outbox.messages.pop_front();
            outbox.sent = 0;
        }
    }
}

void MailThread::read(std::size_t peer)
{
    while (m_in[peer].fd && (m_in[peer].direct || m_in[peer].unexpectedBytes < mostUnexpectedBytes) && readSome(peer)) {
    }
}

bool MailThread::readSome(std::size_t peer)
{
    Inbox& inbox = m_in[peer];
    const bool inHead = inbox.headBytes < sizeof(MessageHeader);
    // A message of which the first bytes have come and that is awaited meanwhile goes on into the buffer.
    char* body = inbox.direct && inbox.buffer.empty() ? inbox.direct->into.data() : inbox.buffer.data();
    char* into = inHead ? reinterpret_cast<char*>(&inbox.head) + inbox.headBytes : body + inbox.bytes;
    const std::size_t wanted = inHead ? sizeof(MessageHeader) - inbox.headBytes : inbox.head.bytes - inbox.bytes;
    const ssize_t got = ::recv(inbox.fd.get(), into, wanted, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (got <= 0) {
        leave(peer);
        return false;
    }
    if (inHead) {
        inbox.headBytes += static_cast<std::size_t>(got);
        if (inbox.headBytes == sizeof(MessageHeader))
            begin(peer);
    } else {
        inbox.bytes += static_cast<std::size_t>(got);
        if (inbox.bytes == inbox.head.bytes)
            complete(peer);
    }
    return true;
}

/// The head of a message is complete: its data go to the receiver directly if there is one with the right size.
void MailThread::begin(std::size_t peer)
{
    Inbox& inbox = m_in[peer];
    inbox.bytes = 0;
    if (inbox.head.bytes > largestMessage || (inbox.head.kind == MessageKind::Request && inbox.head.bytes > 0))
        return leave(peer);
    inbox.direct = receiveFor(static_cast<int>(peer), inbox.head);
    if (!inbox.direct || inbox.direct->into.size() != inbox.head.bytes)
        inbox.buffer.resize(inbox.head.bytes);
    if (inbox.head.bytes == 0)
        complete(peer);
}

void MailThread::complete(std::size_t peer)
{
    Inbox& inbox = m_in[peer];
    inbox.headBytes = 0;
    if (inbox.head.kind == MessageKind::Request)
        return answer(static_cast<int>(peer), inbox.head.tag);
    if (inbox.direct) {
        PendingReceive awaited = std::move(*inbox.direct);
        inbox.direct.reset();
        inbox.buffer.clear();
        finish(awaited, sized(awaited, static_cast<int>(peer), inbox.head.bytes, m_peers));
        return;
    }
    inbox.unexpectedBytes += inbox.buffer.size();
    inbox.unexpected.push_back({inbox.head.kind, inbox.head.tag, std::exchange(inbox.buffer, {})});
    // Somebody may have begun to wait while the message arrived.
    if (auto awaited = receiveFor(static_cast<int>(peer), inbox.head); awaited && !takeUnexpected(*awaited))
        m_awaited.push_front(std::move(*awaited));
}

void MailThread::leave(std::size_t peer)
{
    Inbox& inbox = m_in[peer];
    const Error error =
        millrace::fail(ErrorCode::PeerFailed, m_peers.describe(static_cast<int>(peer)) + " has closed its connection");
    if (inbox.direct)
        finish(*inbox.direct, error);
    inbox.direct.reset();
    for (auto awaited = m_awaited.begin(); awaited != m_awaited.end();) {
        if (awaited->from == static_cast<int>(peer)) {
            finish(*awaited, error);
            awaited = m_awaited.erase(awaited);
        } else {
            ++awaited;
        }
    }
    inbox.fd.reset();
    inbox.gone = true;
}

void MailThread::expire()
{
    const Deadline now = std::chrono::steady_clock::now();
    const auto late = [&](int peer) {
        return millrace::fail(ErrorCode::Timeout,
                              fmt::format("no message {} within {}",
                                          peer < 0 ? "from any rank" : "from " + m_peers.describe(peer),
                                          humanDuration(m_patience)));
    };
    for (auto awaited = m_awaited.begin(); awaited != m_awaited.end();) {
        if (awaited->until > now) {
            ++awaited;
            continue;
        }
        finish(*awaited, late(awaited->from));
        awaited = m_awaited.erase(awaited);
    }
    for (std::size_t peer = 0; peer < m_out.size(); ++peer) {
        Outbox& outbox = m_out[peer];
        if (outbox.messages.empty() || outbox.messages.front().until > now)
            continue;
        // The stream is broken in the middle of a message, so it cannot go on.
        for (OutgoingMessage& message : outbox.messages)
            finish(message.done,
                   millrace::fail(ErrorCode::Timeout,
                                  fmt::format("{} does not take the message within {}",
                                              m_peers.describe(static_cast<int>(peer)), humanDuration(m_patience))));
        outbox.messages.clear();
        outbox.fd.reset();
    }
}

} // namespace millrace::collective
