// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/host.h"
#include "core/remote/ssh_host.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::remote {

/// Server's reply: a packet of the protocol without its length and number.
struct SftpReply
{
    std::uint8_t type = 0;
    std::uint32_t number = 0; ///< of the request
    std::string body; ///< after the number
};

enum class SftpStatus : std::uint32_t
{
    Ok = 0,
    EndOfFile = 1,
    NoSuchFile = 2,
    PermissionDenied = 3,
    Failure = 4
};

struct SftpOpen
{
    bool write = false;
    bool create = false;
    bool truncate = false;
    std::uint32_t permissions = 0644; ///< of a new file
};

/// SFTP version 3 (draft-ietf-secsh-filexfer-02) over a subsystem channel of a session, so that transfers and commands
/// share the connection and do not block each other. Requests may be pipelined; one thread at a time.
class SftpClient
{
public:
    /// Fails with Unsupported if the server has no SFTP.
    [[nodiscard]] static Result<std::unique_ptr<SftpClient>> open(SshHost& host, Deadline deadline,
                                                                  const JobContext& job = {});

    [[nodiscard]] Result<std::string> openFile(const std::string& path, const SftpOpen& how); ///< a handle
    [[nodiscard]] Result<void> closeFile(const std::string& handle);
    /// Returns nothing if there is no such file.
    [[nodiscard]] Result<std::optional<std::uint64_t>> sizeOf(const std::string& path);
    [[nodiscard]] Result<void> setPermissions(const std::string& path, std::uint32_t permissions);
    [[nodiscard]] Result<void> remove(const std::string& path);
    /// Replaces an existing file, atomically if the server supports it (posix-rename@openssh.com).
    [[nodiscard]] Result<void> rename(const std::string& from, const std::string& to);
    /// Returns the free bytes of the file system of the path; nothing if the server does not report it.
    [[nodiscard]] std::optional<std::uint64_t> freeSpace(const std::string& path);

    [[nodiscard]] Result<std::uint32_t> requestRead(const std::string& handle, std::uint64_t offset,
                                                    std::uint32_t bytes);
    [[nodiscard]] Result<std::uint32_t> requestWrite(const std::string& handle, std::uint64_t offset,
                                                     std::string_view bytes);
    /// Returns the next reply. Cancelled within 100 ms after a stop request; Timeout after a minute without any.
    [[nodiscard]] Result<SftpReply> receive();
    [[nodiscard]] static SftpStatus statusOf(const SftpReply& reply);
    /// Returns the bytes of a reply to a read; nothing for any other reply.
    [[nodiscard]] static std::optional<std::string_view> dataOf(const SftpReply& reply);
    /// Returns the error for an unexpected reply.
    [[nodiscard]] Error failure(const SftpReply& reply, std::string_view doing, std::string_view path) const;

private:
    SftpClient(std::string host, std::unique_ptr<HostStream> stream, JobContext job);
    [[nodiscard]] Result<std::uint32_t> send(std::uint8_t type, std::string_view body);
    [[nodiscard]] Result<SftpReply> call(std::uint8_t type, std::string_view body);
    [[nodiscard]] Result<void> done(std::uint8_t type, std::string_view body, std::string_view doing,
                                    std::string_view path);
    [[nodiscard]] Result<void> write(std::string_view bytes);
    [[nodiscard]] Result<void> fill(std::size_t bytes);
    [[nodiscard]] Result<void> start();

    const std::string m_host;
    const std::unique_ptr<HostStream> m_stream;
    const JobContext m_job;
    std::string m_received;
    std::size_t m_read = 0;
    std::uint32_t m_next = 1;
    bool m_posixRename = false;
    bool m_statvfs = false;
};

} // namespace millrace::remote
