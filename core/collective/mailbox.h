// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/unique_fd.h"
#include "core/collective/peer_list.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace millrace::collective {

class MailThread;

/// Tagged messages between two ranks, in addition to the operations of a session that all ranks call. A thread of its
/// own moves the data. A rank connects to another with its first message to it, so unused pairs cost nothing. Messages
/// from one rank with one tag arrive in order; a message that nobody awaits is kept, up to a limit per sender.
///
/// All functions may be called from any thread. Callbacks run in the thread of the mailbox, or in the caller's if the
/// mailbox has failed; they must not wait for other messages.
class Mailbox
{
public:
    using Sent = std::function<void(Result<void>)>;
    /// Gets the rank of the sender.
    using Received = std::function<void(Result<int>)>;

    /// `listener` is the socket of this rank in `endpoints`, which have one port of each rank for messages only.
    /// `patience`: longest time that a message may take.
    [[nodiscard]] static Result<std::unique_ptr<Mailbox>> start(UniqueFd listener, PeerList endpoints, int rank,
                                                                Nanoseconds patience);
    /// Fails what is not finished.
    ~Mailbox();

    /// The data must stay as they are until the callback: all is handed to the kernel then.
    void send(int to, std::uint32_t tag, std::span<const char> data, Sent done);
    /// `from` -1: any rank. The size must be that of the message.
    void receive(int from, std::uint32_t tag, std::span<char> into, Received done);
    /// Offers data to pull(), instead of the previous ones; the ranks that are getting those still get them whole.
    void publish(std::shared_ptr<const std::vector<char>> data);
    /// Gets what a rank has published last, without its program taking part; waits for its first publish(). `from` may
    /// be this rank.
    void pull(int from, std::span<char> into, Received done);
    /// Ends all pending and later messages with this error: a rank is known to be gone.
    void fail(Error error);

private:
    explicit Mailbox(std::unique_ptr<MailThread> thread);

    std::unique_ptr<MailThread> m_thread;
};

} // namespace millrace::collective
