// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/mailbox.h"

#include "core/collective/mail_thread.h"

namespace millrace::collective {

Result<std::unique_ptr<Mailbox>> Mailbox::start(UniqueFd listener, PeerList endpoints, int rank, Nanoseconds patience)
{
    MR_CHECK(setNonBlocking(listener.get()));
    return std::unique_ptr<Mailbox>(
        new Mailbox(std::make_unique<MailThread>(std::move(listener), std::move(endpoints), rank, patience)));
}

Mailbox::Mailbox(std::unique_ptr<MailThread> thread) : m_thread(std::move(thread)) { }

Mailbox::~Mailbox() = default;

void Mailbox::send(int to, std::uint32_t tag, std::span<const char> data, Sent done)
{
    m_thread->post(to, {{data.size(), tag, MessageKind::Tagged}, data, std::move(done), m_thread->limit()});
}

void Mailbox::receive(int from, std::uint32_t tag, std::span<char> into, Received done)
{
    m_thread->await({from, MessageKind::Tagged, tag, into, std::move(done), m_thread->limit()});
}

void Mailbox::publish(std::shared_ptr<const std::vector<char>> data)
{
    m_thread->publish(std::move(data));
}

void Mailbox::pull(int from, std::span<char> into, Received done)
{
    m_thread->pull(from, into, std::move(done));
}

void Mailbox::fail(Error error)
{
    m_thread->fail(std::move(error));
}

} // namespace millrace::collective
