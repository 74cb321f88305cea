// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/sftp_client.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::remote {

namespace {

using namespace std::chrono_literals;

constexpr std::uint8_t packetInit = 1;
constexpr std::uint8_t packetVersion = 2;
constexpr std::uint8_t packetOpen = 3;
constexpr std::uint8_t packetClose = 4;
constexpr std::uint8_t packetRead = 5;
constexpr std::uint8_t packetWrite = 6;
constexpr std::uint8_t packetSetStat = 9;
constexpr std::uint8_t packetRemove = 13;
constexpr std::uint8_t packetStat = 17;
constexpr std::uint8_t packetRename = 18;
constexpr std::uint8_t packetStatus = 101;
constexpr std::uint8_t packetHandle = 102;
constexpr std::uint8_t packetData = 103;
constexpr std::uint8_t packetAttributes = 105;
constexpr std::uint8_t packetExtended = 200;
constexpr std::uint8_t packetExtendedReply = 201;
constexpr std::uint32_t flagSize = 1;
constexpr std::uint32_t flagPermissions = 4;
constexpr std::size_t longestPacket = 1 << 20;
constexpr Nanoseconds patience = 60s;

void addNumber(std::string& to, std::uint64_t value, int bytes = 4)
{
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
        to += static_cast<char>(value >> shift & 0xff);
}

void addText(std::string& to, std::string_view text)
{
    addNumber(to, text.size());
    to += text;
}

std::string textBody(std::string_view first, std::string_view second = {}, std::string_view third = {})
{
    std::string body;
    addText(body, first);
    if (second.data() != nullptr)
        addText(body, second);
    if (third.data() != nullptr)
        addText(body, third);
    return body;
}

std::uint64_t numberAt(std::string_view bytes, std::size_t at, std::size_t count = 4)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count && at + i < bytes.size(); ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

std::optional<std::string_view> textAt(std::string_view bytes, std::size_t at)
{
    if (bytes.size() < at + 4 || bytes.size() - at - 4 < numberAt(bytes, at))
        return std::nullopt;
    return bytes.substr(at + 4, numberAt(bytes, at));
}

} // namespace

SftpClient::SftpClient(std::string host, std::unique_ptr<HostStream> stream, JobContext job)
    : m_host(std::move(host)), m_stream(std::move(stream)), m_job(std::move(job))
{
}

Result<std::unique_ptr<SftpClient>> SftpClient::open(SshHost& host, Deadline, const JobContext& job)
{
    MR_TRY(stream, host.openSubsystem("sftp"));
    std::unique_ptr<SftpClient> client(new SftpClient(host.name(), std::move(stream), job));
    if (auto started = client->start(); !started)
        return within("opening SFTP on " + host.name(), std::move(started).error());
    return client;
}

Result<void> SftpClient::start()
{
    std::string packet;
    addNumber(packet, 5);
    packet += static_cast<char>(packetInit);
    addNumber(packet, 3);
    MR_CHECK(write(packet));
    MR_CHECK(fill(4));
    const std::size_t size = numberAt(m_received, m_read);
    if (size < 5 || size > longestPacket)
        return fail(ErrorCode::Protocol,
                    fmt::format("{} does not speak SFTP: its shell prints something at login.", m_host));
    MR_CHECK(fill(4 + size));
    std::string_view body = std::string_view(m_received).substr(m_read + 4, size);
    if (static_cast<std::uint8_t>(body.front()) != packetVersion || numberAt(body, 1) < 3)
        return fail(ErrorCode::Unsupported, fmt::format("{} speaks a version of SFTP before 3.", m_host));
    for (std::size_t at = 5; const auto name = textAt(body, at);) {
        at += 4 + name->size();
        const auto value = textAt(body, at);
        if (!value)
            break;
        at += 4 + value->size();
        m_posixRename |= *name == "posix-rename@openssh.com";
        m_statvfs |= *name == "statvfs@openssh.com";
    }
    m_read += 4 + size;
    return {};
}

Result<void> SftpClient::write(std::string_view bytes)
{
    const Deadline deadline = deadlineIn(patience);
    while (!bytes.empty()) {
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "The transfer was cancelled.");
        const std::string_view piece = bytes.substr(0, 64 << 10);
        MR_CHECK(m_stream->write(std::as_bytes(std::span(piece)), deadline));
        bytes.remove_prefix(piece.size());
    }
    return {};
}

Result<void> SftpClient::fill(std::size_t bytes)
{
    if (m_read > longestPacket) {
        m_received.erase(0, m_read);
        m_read = 0;
    }
    const Deadline deadline = deadlineIn(patience);
    std::array<std::byte, 256 << 10> buffer;
    while (m_received.size() - m_read < bytes) {
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "The transfer was cancelled.");
        auto count = m_stream->read(buffer, std::min(deadline, deadlineIn(50ms)));
        if (!count && count.error().code == ErrorCode::Timeout && timeLeft(deadline).count() > 0)
            continue;
        if (!count)
            return std::move(count).error();
        if (*count == 0)
            return fail(ErrorCode::Unreachable, fmt::format("{} ended the SFTP connection.", m_host));
        m_received.append(reinterpret_cast<const char*>(buffer.data()), *count);
    }
    return {};
}

Result<std::uint32_t> SftpClient::send(std::uint8_t type, std::string_view body)
{
    const std::uint32_t number = m_next++;
    std::string packet;
    packet.reserve(body.size() + 9);
    addNumber(packet, body.size() + 5);
    packet += static_cast<char>(type);
    addNumber(packet, number);
    packet += body;
    MR_CHECK(write(packet));
    return number;
}

Result<SftpReply> SftpClient::receive()
{
    MR_CHECK(fill(4));
    const std::size_t size = numberAt(m_received, m_read);
    if (size < 5 || size > longestPacket)
        return fail(ErrorCode::Protocol, fmt::format("{} sent an SFTP packet of {} bytes.", m_host, size));
    MR_CHECK(fill(4 + size));
    const std::string_view packet = std::string_view(m_received).substr(m_read + 4, size);
    SftpReply reply{static_cast<std::uint8_t>(packet.front()), static_cast<std::uint32_t>(numberAt(packet, 1)),
                    std::string(packet.substr(5))};
    m_read += 4 + size;
    return reply;
}

Result<SftpReply> SftpClient::call(std::uint8_t type, std::string_view body)
{
    MR_TRY(number, send(type, body));
    MR_TRY(reply, receive());
    if (reply.number != number)
        return fail(ErrorCode::Protocol, fmt::format("{} answered an SFTP request that was not asked.", m_host));
    return reply;
}

SftpStatus SftpClient::statusOf(const SftpReply& reply)
{
    return reply.type == packetStatus ? static_cast<SftpStatus>(numberAt(reply.body, 0)) : SftpStatus::Failure;
}

std::optional<std::string_view> SftpClient::dataOf(const SftpReply& reply)
{
    return reply.type == packetData ? textAt(reply.body, 0) : std::nullopt;
}

Error SftpClient::failure(const SftpReply& reply, std::string_view doing, std::string_view path) const
{
    const std::string place = fmt::format("{} {} on {}", doing, path, m_host);
    if (reply.type != packetStatus)
        return fail(ErrorCode::Protocol, fmt::format("{}: the server answers something else.", place));
    const auto text = textAt(reply.body, 4);
    switch (statusOf(reply)) {
    case SftpStatus::NoSuchFile: return fail(ErrorCode::NotFound, fmt::format("{}: no such file.", place));
    case SftpStatus::PermissionDenied: return fail(ErrorCode::Denied, fmt::format("{}: permission denied.", place));
    default: return fail(ErrorCode::Io, fmt::format("{}: {}.", place, text && !text->empty() ? *text : "it failed"));
    }
}

Result<void> SftpClient::done(std::uint8_t type, std::string_view body, std::string_view doing, std::string_view path)
{
    MR_TRY(reply, call(type, body));
    if (reply.type == packetStatus && statusOf(reply) == SftpStatus::Ok)
        return {};
    return failure(reply, doing, path);
}

Result<std::string> SftpClient::openFile(const std::string& path, const SftpOpen& how)
{
    std::string body = textBody(path);
    addNumber(body, how.write ? (2U | (how.create ? 8U : 0U) | (how.truncate ? 16U : 0U)) : 1U);
    addNumber(body, how.create ? flagPermissions : 0);
    if (how.create)
        addNumber(body, how.permissions);
    MR_TRY(reply, call(packetOpen, body));
    const auto handle = textAt(reply.body, 0);
    if (reply.type != packetHandle || !handle)
        return failure(reply, how.write ? "writing" : "reading", path);
    return std::string(*handle);
}

Result<void> SftpClient::closeFile(const std::string& handle)
{
    return done(packetClose, textBody(handle), "closing", "a file");
}

Result<std::optional<std::uint64_t>> SftpClient::sizeOf(const std::string& path)
{
    MR_TRY(reply, call(packetStat, textBody(path)));
    if (reply.type == packetStatus && statusOf(reply) == SftpStatus::NoSuchFile)
        return std::optional<std::uint64_t>();
    if (reply.type != packetAttributes || (numberAt(reply.body, 0) & flagSize) == 0)
        return failure(reply, "looking at", path);
    return std::optional(numberAt(reply.body, 4, 8));
}

Result<void> SftpClient::setPermissions(const std::string& path, std::uint32_t permissions)
{
    std::string body = textBody(path);
    addNumber(body, flagPermissions);
    addNumber(body, permissions);
    return done(packetSetStat, body, "changing the permissions of", path);
}

Result<void> SftpClient::remove(const std::string& path)
{
    return done(packetRemove, textBody(path), "removing", path);
}

Result<void> SftpClient::rename(const std::string& from, const std::string& to)
{
    if (m_posixRename)
        return done(packetExtended, textBody("posix-rename@openssh.com", from, to), "naming", to);
    static_cast<void>(remove(to));
    return done(packetRename, textBody(from, to), "naming", to);
}

std::optional<std::uint64_t> SftpClient::freeSpace(const std::string& path)
{
    if (!m_statvfs)
        return std::nullopt;
    const auto reply = call(packetExtended, textBody("statvfs@openssh.com", path));
    if (!reply || reply->type != packetExtendedReply || reply->body.size() < 40)
        return std::nullopt;
    // f_bsize, f_frsize, f_blocks, f_bfree, f_bavail
    return numberAt(reply->body, 8, 8) * numberAt(reply->body, 32, 8);
}

Result<std::uint32_t> SftpClient::requestRead(const std::string& handle, std::uint64_t offset, std::uint32_t bytes)
{
    std::string body = textBody(handle);
    addNumber(body, offset, 8);
    addNumber(body, bytes);
    return send(packetRead, body);
}

Result<std::uint32_t> SftpClient::requestWrite(const std::string& handle, std::uint64_t offset, std::string_view bytes)
{
    std::string body = textBody(handle);
    addNumber(body, offset, 8);
    addText(body, bytes);
    return send(packetWrite, body);
}

} // namespace millrace::remote
