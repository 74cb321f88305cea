// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/agent_filter.h"

#include "core/base/base64.h"
#include "core/remote/server_socket.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace millrace::remote {

namespace {

constexpr std::size_t longestMessage = 256 << 10;
constexpr char requestIdentities = 11;
constexpr char identitiesAnswer = 12;

std::uint32_t lengthAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

std::string numberText(std::size_t value)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
}

/// Takes a text with a four-byte length.
std::optional<std::string_view> takeText(std::string_view& bytes)
{
    if (bytes.size() < 4 || bytes.size() - 4 < lengthAt(bytes, 0))
        return std::nullopt;
    const std::string_view text = bytes.substr(4, lengthAt(bytes, 0));
    bytes.remove_prefix(4 + text.size());
    return text;
}

bool readAll(int fd, std::string& into, std::size_t count)
{
    into.resize(count);
    for (std::size_t done = 0; done < count;) {
        const ssize_t got = ::read(fd, into.data() + done, count - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += static_cast<std::size_t>(got);
    }
    return true;
}

bool readMessage(int fd, std::string& message)
{
    std::string length;
    if (!readAll(fd, length, 4) || lengthAt(length, 0) > longestMessage)
        return false;
    return readAll(fd, message, lengthAt(length, 0));
}

bool writeMessage(int fd, const std::string& message)
{
    const std::string bytes = numberText(message.size()) + message;
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t sent = ::send(fd, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        done += static_cast<std::size_t>(sent);
    }
    return true;
}

Result<UniqueFd> connectAgent(const std::filesystem::path& agent)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (agent.native().size() >= sizeof address.sun_path)
        return fail(ErrorCode::InvalidInput, "The path of the ssh agent's socket is too long: " + agent.string());
    std::memcpy(address.sun_path, agent.c_str(), agent.native().size() + 1);
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!fd || ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return failErrno("connecting to the ssh agent at " + agent.string());
    return fd;
}

void makeBlocking(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
}

} // namespace

std::string filteredIdentities(std::string_view answer, const std::set<std::string>& keys)
{
    std::string kept;
    std::size_t count = 0;
    if (answer.size() >= 5 && answer.front() == identitiesAnswer) {
        answer.remove_prefix(5);
        while (auto blob = takeText(answer)) {
            const auto comment = takeText(answer);
            if (!comment)
                break;
            if (!keys.contains(toBase64(*blob)))
                continue;
            kept += numberText(blob->size()) + std::string(*blob) + numberText(comment->size()) + std::string(*comment);
            ++count;
        }
    }
    return identitiesAnswer + numberText(count) + kept;
}

Result<std::unique_ptr<AgentFilter>> AgentFilter::start(const std::filesystem::path& agent, std::set<std::string> keys)
{
    MR_TRY(connection, connectAgent(agent));
    MR_TRY(ends, makeSocketPair());
    makeBlocking(ends.ours.get());
    makeBlocking(ends.theirs.get());
    std::unique_ptr<AgentFilter> filter(
        new AgentFilter(std::move(connection), std::move(ends.theirs), std::move(keys)));
    filter->end = std::move(ends.ours);
    filter->m_thread = std::jthread([self = filter.get()] { self->work(); });
    return filter;
}

AgentFilter::AgentFilter(UniqueFd agent, UniqueFd client, std::set<std::string> keys)
    : m_agent(std::move(agent)), m_client(std::move(client)), m_keys(std::move(keys))
{
}

AgentFilter::~AgentFilter()
{
    ::shutdown(m_client.get(), SHUT_RDWR);
    ::shutdown(m_agent.get(), SHUT_RDWR);
}

void AgentFilter::work()
{
    std::string request;
    std::string answer;
    while (readMessage(m_client.get(), request)) {
        if (!writeMessage(m_agent.get(), request) || !readMessage(m_agent.get(), answer))
            break;
        if (!request.empty() && request.front() == requestIdentities)
            answer = filteredIdentities(answer, m_keys);
        if (!writeMessage(m_client.get(), answer))
            break;
    }
    ::shutdown(m_client.get(), SHUT_RDWR);
}

} // namespace millrace::remote
