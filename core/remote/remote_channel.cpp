// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/remote_channel.h"

#include <algorithm>
#include <cstring>

namespace millrace::remote {

bool SessionDoor::touch(std::shared_ptr<RemoteChannel> channel)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed)
            return false;
        if (std::ranges::find(m_touched, channel) != m_touched.end())
            return true;
        m_touched.push_back(std::move(channel));
    }
    m_wake.notify();
    return true;
}

std::vector<std::shared_ptr<RemoteChannel>> SessionDoor::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_touched, {});
}

void SessionDoor::close(Error reason)
{
    const std::lock_guard lock(m_mutex);
    if (!m_closed)
        m_closed = std::move(reason);
}

std::optional<Error> SessionDoor::closed() const
{
    const std::lock_guard lock(m_mutex);
    return m_closed;
}

RemoteChannel::RemoteChannel(std::shared_ptr<SessionDoor> door, ChannelSpec spec, UniqueFd tunnel)
    : m_door(std::move(door)), m_spec(std::move(spec)), m_tunnel(std::move(tunnel))
{
}

Result<std::size_t> RemoteChannel::read(std::span<std::byte> into, Deadline deadline)
{
    std::unique_lock lock(m_mutex);
    const bool ready = m_changed.wait_until(
        lock, deadline, [this] { return m_outputRead < m_output.size() || m_outputEnded || m_finished; });
    if (!ready)
        return fail(ErrorCode::Timeout, "Timeout: nothing was received.");
    const std::string_view bytes = unread().substr(0, into.size());
    if (bytes.empty()) {
        if (m_finished && !*m_finished)
            return m_finished->error();
        return std::size_t(0);
    }
    std::memcpy(into.data(), bytes.data(), bytes.size());
    m_outputRead += bytes.size();
    if (m_outputRead == m_output.size()) {
        m_output.clear();
        m_outputRead = 0;
    }
    const bool wake = m_outputFull && m_output.size() - m_outputRead <= outputLimit / 2;
    if (wake)
        m_outputFull = false;
    const std::size_t count = bytes.size();
    lock.unlock();
    if (wake)
        m_door->touch(shared_from_this());
    return count;
}

bool RemoteChannel::waitForOutput(Deadline deadline)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_until(lock, deadline,
                                [this] { return m_outputRead < m_output.size() || m_outputEnded || m_finished; });
}

Result<void> RemoteChannel::write(std::span<const std::byte> bytes, Deadline deadline)
{
    while (!bytes.empty()) {
        std::unique_lock lock(m_mutex);
        const bool ready = m_changed.wait_until(
            lock, deadline, [this] { return m_input.size() < inputLimit || m_inputEnded || m_finished; });
        if (m_finished && !*m_finished)
            return m_finished->error();
        if (m_finished || m_inputEnded)
            return fail(ErrorCode::Io, "The process has closed its input.");
        if (!ready)
            return fail(ErrorCode::Timeout, "The process did not read in time.");
        const std::size_t count = std::min(bytes.size(), inputLimit - m_input.size());
        const bool first = m_input.empty();
        m_input.append(reinterpret_cast<const char*>(bytes.data()), count);
        bytes = bytes.subspan(count);
        lock.unlock();
        if (first)
            m_door->touch(shared_from_this());
    }
    return {};
}

std::size_t RemoteChannel::offer(std::string_view bytes)
{
    std::unique_lock lock(m_mutex);
    if (m_inputEnded || m_finished)
        return bytes.size();
    const std::size_t count = std::min(bytes.size(), inputLimit - std::min(inputLimit, m_input.size()));
    m_input.append(bytes.substr(0, count));
    lock.unlock();
    if (count > 0)
        m_door->touch(shared_from_this());
    return count;
}

void RemoteChannel::closeWrite()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_inputEnded)
            return;
        m_inputEnded = true;
        m_changed.notify_all();
    }
    m_door->touch(shared_from_this());
}

std::string RemoteChannel::errorText()
{
    const std::lock_guard lock(m_mutex);
    return m_errors;
}

void RemoteChannel::end(Ending how)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_finished || how <= m_ending)
            return;
        m_ending = how;
    }
    m_door->touch(shared_from_this());
}

std::optional<Result<ExitStatus>> RemoteChannel::wait(Deadline deadline)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_until(lock, deadline, [this] { return m_finished.has_value(); });
    return m_finished;
}

std::size_t RemoteChannel::outputRoom()
{
    const std::lock_guard lock(m_mutex);
    const std::size_t used = m_output.size() - m_outputRead;
    m_outputFull = used >= outputLimit;
    return m_outputFull ? 0 : outputLimit - used;
}

void RemoteChannel::addOutput(std::string_view bytes)
{
    const std::lock_guard lock(m_mutex);
    if (m_outputRead > outputLimit) {
        m_output.erase(0, m_outputRead);
        m_outputRead = 0;
    }
    m_output.append(bytes);
    m_changed.notify_all();
}

void RemoteChannel::addErrors(std::string_view bytes)
{
    const std::lock_guard lock(m_mutex);
    m_errors.append(bytes);
    if (m_errors.size() > m_spec.errorLimit)
        m_errors.erase(0, m_errors.size() - m_spec.errorLimit);
}

void RemoteChannel::endOutput()
{
    const std::lock_guard lock(m_mutex);
    m_outputEnded = true;
    m_changed.notify_all();
}

void RemoteChannel::takeInput(std::string& into, std::size_t limit)
{
    const std::lock_guard lock(m_mutex);
    const std::size_t count = std::min(limit, m_input.size());
    into.append(m_input, 0, count);
    m_input.erase(0, count);
    m_changed.notify_all();
}

bool RemoteChannel::hasInput()
{
    const std::lock_guard lock(m_mutex);
    return !m_input.empty();
}

bool RemoteChannel::inputEnded()
{
    const std::lock_guard lock(m_mutex);
    return m_inputEnded;
}

Ending RemoteChannel::ending()
{
    const std::lock_guard lock(m_mutex);
    return m_ending;
}

void RemoteChannel::finish(Result<ExitStatus> how)
{
    const std::lock_guard lock(m_mutex);
    if (!m_finished)
        m_finished = std::move(how);
    m_outputEnded = true;
    m_changed.notify_all();
}

bool RemoteChannel::isFinished()
{
    const std::lock_guard lock(m_mutex);
    return m_finished.has_value();
}

RemoteStream::~RemoteStream()
{
    using namespace std::chrono_literals;
    m_channel->closeWrite();
    const bool isProcess = m_channel->spec().kind != ChannelKind::Subsystem;
    if (isProcess && !m_channel->wait(deadlineIn(200ms))) {
        m_channel->end(Ending::Politely);
        static_cast<void>(m_channel->wait(deadlineIn(4s)));
    }
    m_channel->end(Ending::AtOnce);
}

} // namespace millrace::remote
