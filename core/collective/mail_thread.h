// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/mailbox.h"

#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <poll.h>
#include <stop_token>
#include <thread>
#include <vector>

namespace millrace::collective {

/// First bytes from the side that connects, which is the one that sends.
struct MailIntroduction
{
    std::uint64_t magic = 0x3142584d4343524d; ///< "MRCCMXB1"
    std::int32_t from = 0;
    std::int32_t to = 0;
};

enum class MessageKind : std::uint32_t
{
    Tagged, ///< by send()
    Request, ///< for the published data
    Answer
};

struct MessageHeader
{
    std::uint64_t bytes = 0;
    std::uint32_t tag = 0; ///< of a message; number of a request and its answer
    MessageKind kind = MessageKind::Tagged;
};

struct OutgoingMessage
{
    MessageHeader head;
    std::span<const char> data;
    Mailbox::Sent done;
    Deadline until;
    std::shared_ptr<const std::vector<char>> owner = {}; ///< of the data, if nobody else keeps them
};

struct PendingReceive
{
    int from = -1;
    MessageKind kind = MessageKind::Tagged;
    std::uint32_t tag = 0;
    std::span<char> into;
    Mailbox::Received done;
    Deadline until;
};

struct UnexpectedMessage
{
    MessageKind kind = MessageKind::Tagged;
    std::uint32_t tag = 0;
    std::vector<char> data;
};

/// What one rank receives from another.
struct Inbox
{
    UniqueFd fd;
    std::size_t headBytes = 0;
    MessageHeader head;
    std::size_t bytes = 0; ///< of the current message
    std::optional<PendingReceive> direct; ///< the one that gets the current message
    std::vector<char> buffer; ///< of a message that nobody awaits yet
    std::deque<UnexpectedMessage> unexpected;
    std::size_t unexpectedBytes = 0;
    bool gone = false;
};

struct Outbox
{
    UniqueFd fd;
    std::deque<OutgoingMessage> messages;
    std::size_t sent = 0; ///< bytes of the first one, head included
};

struct UnknownPeer
{
    UniqueFd fd;
    std::size_t bytes = 0;
    MailIntroduction introduction;
};

/// Moves the messages of a mailbox: one loop over all its connections. Public functions may be called from any thread.
class MailThread
{
public:
    MailThread(UniqueFd listener, PeerList endpoints, int rank, Nanoseconds patience)
        : m_listener(std::move(listener)), m_peers(std::move(endpoints)), m_rank(rank), m_patience(patience),
          m_in(static_cast<std::size_t>(m_peers.size())), m_out(m_in.size())
    {
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    ~MailThread()
    {
        m_thread.request_stop();
        m_wakeUp.notify();
        m_thread.join();
        fail(millrace::fail(ErrorCode::Cancelled, "the process group was closed before the message was complete"));
        settle();
    }
    MailThread(const MailThread&) = delete;
    MailThread& operator=(const MailThread&) = delete;

    void post(int to, OutgoingMessage message);
    void await(PendingReceive awaited);
    void publish(std::shared_ptr<const std::vector<char>> data);
    void pull(int from, std::span<char> into, Mailbox::Received done);
    void fail(Error error);
    /// When a message that is posted now is too late.
    [[nodiscard]] Deadline limit() const { return deadlineIn(m_patience); }

private:
    using Callback = std::function<void()>;

    void run(const std::stop_token& stop);
    std::vector<pollfd> descriptors();
    void acceptGuests();
    void introduce();
    void write(std::size_t peer);
    void read(std::size_t peer);
    bool readSome(std::size_t peer);
    void begin(std::size_t peer);
    void complete(std::size_t peer);
    void leave(std::size_t peer);
    bool takeUnexpected(PendingReceive& awaited);
    [[nodiscard]] std::optional<PendingReceive> receiveFor(int from, const MessageHeader& head);
    void answer(int to, std::uint32_t number);

    void expire();
    void settle();
    void finish(Mailbox::Sent& done, Result<void> result);
    void finish(PendingReceive& awaited, Result<int> result);
    [[nodiscard]] static Result<int> sized(const PendingReceive& awaited, int from, std::size_t bytes,
                                           const PeerList& peers);

    UniqueFd m_listener;
    PeerList m_peers;
    int m_rank;
    Nanoseconds m_patience;
    WakeUp m_wakeUp;

    std::mutex m_mutex; ///< of everything below
    std::vector<Inbox> m_in;
    std::vector<Outbox> m_out;
    std::vector<UnknownPeer> m_guests;
    std::list<PendingReceive> m_awaited;
    std::shared_ptr<const std::vector<char>> m_published;
    std::vector<std::pair<int, std::uint32_t>> m_requests; ///< rank and number, until something is published
    std::uint32_t m_pulls = 0;
    std::optional<Error> m_error;
    std::vector<Callback> m_callbacks; ///< to be called without the mutex
    std::jthread m_thread;
};

} // namespace millrace::collective
