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

/// A packet of the protocol without its length and number: what a server answers.
struct SftpReply
{
    std::uint8_t type = 0;
    std::uint32_t number = 0; ///< of the request
    std::string body; ///< behind the number
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

/// SFTP version 3 (draft-ietf-secsh-filexfer-02) over a subsystem channel of a session, so that transfers share the
/// connection with commands and neither waits for the other. Requests may be sent ahead; one thread at a time.
class SftpClient
{
public:
    /// Unsupported where the server has no SFTP.
    [[nodiscard]] static Result<std::unique_ptr<SftpClient>> open(SshHost& host, Deadline deadline,
                                                                  const JobContext& job = {});

    [[nodiscard]] Result<std::string> openFile(const std::string& path, const SftpOpen& how); ///< a handle
    [[nodiscard]] Result<void> closeFile(const std::string& handle);
    /// Nothing when there is no such file.
    [[nodiscard]] Result<std::optional<std::uint64_t>> sizeOf(const std::string& path);
    [[nodiscard]] Result<void> setPermissions(const std::string& path, std::uint32_t permissions);
    [[nodiscard]] Result<void> remove(const std::string& path);
    /// Replaces what stands there, in one step where the server can (posix-rename@openssh.com).
    [[nodiscard]] Result<void> rename(const std::string& from, const std::string& to);
    /// Bytes that may still be written where the path lies; nothing where the server cannot tell.
    [[nodiscard]] std::optional<std::uint64_t> freeSpace(const std::string& path);

    [[nodiscard]] Result<std::uint32_t> requestRead(const std::string& handle, std::uint64_t offset,
                                                    std::uint32_t bytes);
    [[nodiscard]] Result<std::uint32_t> requestWrite(const std::string& handle, std::uint64_t offset,
                                                     std::string_view bytes);
    /// The next answer. Cancelled within 100 ms after a stop request; Timeout after a minute without any.
    [[nodiscard]] Result<SftpReply> receive();
    [[nodiscard]] static SftpStatus statusOf(const SftpReply& reply);
    /// The bytes of an answer to a read; nothing for any other answer.
    [[nodiscard]] static std::optional<std::string_view> dataOf(const SftpReply& reply);
    /// The error for an answer that is not the wished one.
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
