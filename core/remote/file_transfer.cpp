// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/file_transfer.h"

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/remote/sftp_client.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <future>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

namespace millrace::remote {

namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t pieceBytes = 128 << 10;
constexpr std::size_t piecesAhead = 32;
constexpr Nanoseconds hashTime = std::chrono::minutes(30);

std::string partialName(const std::string& name)
{
    return name + ".partial";
}

/// Adds the first bytes of a local file to a SHA-256; the descriptor's position moves.
Result<void> addToHash(Sha256& hash, int fd, std::uint64_t bytes, const JobContext& job)
{
    std::string buffer(1 << 20, '\0');
    for (std::uint64_t done = 0; done < bytes;) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "The transfer was cancelled.");
        const ssize_t got =
            ::pread(fd, buffer.data(), std::min<std::uint64_t>(buffer.size(), bytes - done), static_cast<off_t>(done));
        if (got < 0)
            return failErrno("reading the file again");
        if (got == 0)
            return fail(ErrorCode::Io, "The file was truncated while it was read.");
        hash.add(std::string_view(buffer).substr(0, static_cast<std::size_t>(got)));
        done += static_cast<std::uint64_t>(got);
    }
    return {};
}

Result<bool> sameBeginning(SshHost& host, const std::string& remoteFile, int fd, std::uint64_t bytes,
                           const JobContext& job)
{
    MR_TRY(there, remoteSha256(host, remoteFile, bytes, job));
    if (!there)
        return false;
    Sha256 hash;
    MR_CHECK(addToHash(hash, fd, bytes, job));
    return hash.finish() == *there;
}

/// Checksum computed by the node while the bytes are transferred.
class RemoteHash
{
public:
    RemoteHash(SshHost& host, std::string file, JobContext job)
        : m_result(std::async(std::launch::async, [&host, file = std::move(file), job = std::move(job)] {
              return remoteSha256(host, file, std::nullopt, {job.stop, {}});
          }))
    {
    }
    Result<std::optional<std::string>> get() { return m_result.get(); }

private:
    std::future<Result<std::optional<std::string>>> m_result;
};

Error mismatch(const std::string& from, const std::string& to)
{
    return fail(
        ErrorCode::Corrupt,
        fmt::format("{} arrived damaged as {}: the checksums differ. The file may have been changed while it was "
                    "copied; try again.",
                    from, to));
}

class Fetch
{
public:
    Fetch(SshHost& host, const std::string& from, const std::filesystem::path& to, const TransferOptions& options,
          const JobContext& job)
        : m_host(host), m_from(from), m_to(to), m_partial(partialName(to.string())), m_options(options), m_job(job)
    {
    }

    Result<Transfer> run()
    {
        auto transfer = copy();
        const bool useless =
            !transfer && (transfer.error().code == ErrorCode::DiskFull || transfer.error().code == ErrorCode::Corrupt);
        std::error_code ignored;
        if (useless)
            std::filesystem::remove(m_partial, ignored);
        if (!transfer)
            return within(fmt::format("fetching {} from {}", m_from, m_host.name()), std::move(transfer).error());
        return transfer;
    }

private:
    Result<Transfer> copy()
    {
        MR_TRY(sftp, SftpClient::open(m_host, deadlineIn(30s), m_job));
        MR_TRY(size, sftp->sizeOf(m_from));
        if (!size)
            return fail(ErrorCode::NotFound, fmt::format("{} has no file {}.", m_host.name(), m_from));
        m_transfer.bytes = *size;
        MR_TRY(handle, sftp->openFile(m_from, {}));
        m_fd = UniqueFd(::open(m_partial.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
        if (!m_fd)
            return failErrno("writing " + m_partial);
        MR_CHECK(findStart());
        std::optional<RemoteHash> there;
        if (m_options.verify)
            there.emplace(m_host, m_from, m_job);
        MR_CHECK(receiveAll(*sftp, handle));
        MR_CHECK(sftp->closeFile(handle));
        if (there)
            MR_CHECK(verify(*there));
        if (::rename(m_partial.c_str(), m_to.c_str()) != 0)
            return failErrno("naming " + m_to.string());
        return m_transfer;
    }

    Result<void> findStart()
    {
        struct stat status = {};
        std::uint64_t had = ::fstat(m_fd.get(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
        if (!m_options.resume || had > m_transfer.bytes)
            had = 0;
        if (had > 0) {
            MR_TRY(same, sameBeginning(m_host, m_from, m_fd.get(), had, m_job));
            if (!same)
                had = 0;
        }
        if (::ftruncate(m_fd.get(), static_cast<off_t>(had)) != 0)
            return failErrno("writing " + m_partial);
        m_transfer.resumedAt = had;
        m_done = had;
        MR_CHECK(addToHash(m_hash, m_fd.get(), had, m_job));
        return {};
    }

    Result<void> receiveAll(SftpClient& sftp, const std::string& handle)
    {
        struct Piece
        {
            std::uint64_t offset;
            std::uint32_t bytes;
        };
        std::map<std::uint32_t, Piece> waiting;
        std::uint64_t next = m_done;
        const auto ask = [&](Piece piece) -> Result<void> {
            MR_TRY(number, sftp.requestRead(handle, piece.offset, piece.bytes));
            waiting[number] = piece;
            return {};
        };
        while (next < m_transfer.bytes || !waiting.empty()) {
            while (next < m_transfer.bytes && waiting.size() < piecesAhead) {
                const auto bytes =
                    static_cast<std::uint32_t>(std::min<std::uint64_t>(pieceBytes, m_transfer.bytes - next));
                MR_CHECK(ask({next, bytes}));
                next += bytes;
            }
            MR_TRY(reply, sftp.receive());
            const auto at = waiting.find(reply.number);
            const auto data = SftpClient::dataOf(reply);
            if (at == waiting.end() || !data || data->empty() || data->size() > at->second.bytes)
                return data || SftpClient::statusOf(reply) == SftpStatus::EndOfFile
                    ? fail(ErrorCode::Io, "The file was truncated while it was copied.")
                    : sftp.failure(reply, "reading", m_from);
            const Piece piece = at->second;
            waiting.erase(at);
            MR_CHECK(keep(piece.offset, *data));
            const auto got = static_cast<std::uint32_t>(data->size());
            if (got < piece.bytes)
                MR_CHECK(ask({piece.offset + got, piece.bytes - got}));
        }
        return {};
    }

    Result<void> keep(std::uint64_t offset, std::string_view bytes)
    {
        for (std::size_t done = 0; done < bytes.size();) {
            const ssize_t written =
                ::pwrite(m_fd.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
            if (written < 0 && errno == ENOSPC)
                return fail(ErrorCode::DiskFull,
                            fmt::format("The disk is full: {} needs {} bytes. What had come was removed.",
                                        m_to.string(), m_transfer.bytes));
            if (written < 0)
                return failErrno("writing " + m_partial);
            done += static_cast<std::size_t>(written);
        }
        if (offset == m_hashed + m_transfer.resumedAt) {
            m_hash.add(bytes);
            m_hashed += bytes.size();
        }
        m_done += bytes.size();
        m_job.progress(static_cast<long long>(m_done), static_cast<long long>(m_transfer.bytes), m_from);
        return {};
    }

    Result<void> verify(RemoteHash& there)
    {
        auto expected = there.get();
        if (!expected)
            return std::move(expected).error();
        if (!*expected)
            return {};
        std::string own;
        if (m_hashed + m_transfer.resumedAt == m_transfer.bytes) {
            own = m_hash.finish();
        } else {
            // Pieces arrived out of order.
            Sha256 again;
            MR_CHECK(addToHash(again, m_fd.get(), m_transfer.bytes, m_job));
            own = again.finish();
        }
        if (own != **expected)
            return mismatch(m_from, m_to.string());
        m_transfer.verified = true;
        m_transfer.sha256 = own;
        return {};
    }

    SshHost& m_host;
    const std::string& m_from;
    const std::filesystem::path& m_to;
    const std::string m_partial;
    const TransferOptions& m_options;
    const JobContext& m_job;
    UniqueFd m_fd;
    Transfer m_transfer;
    std::uint64_t m_done = 0;
    std::uint64_t m_hashed = 0; ///< bytes after resumedAt that arrived in order
    Sha256 m_hash;
};

class Send
{
public:
    Send(SshHost& host, const std::filesystem::path& from, const std::string& to, const TransferOptions& options,
         const JobContext& job)
        : m_host(host), m_from(from), m_to(to), m_partial(partialName(to)), m_options(options), m_job(job)
    {
    }

    Result<Transfer> run()
    {
        auto transfer = copy();
        if (!transfer)
            return within(fmt::format("copying {} to {}", m_from.string(), m_host.name()), std::move(transfer).error());
        return transfer;
    }

private:
    Result<Transfer> copy()
    {
        m_fd = UniqueFd(::open(m_from.c_str(), O_RDONLY | O_CLOEXEC));
        struct stat status = {};
        if (!m_fd || ::fstat(m_fd.get(), &status) != 0)
            return failErrno("reading " + m_from.string());
        m_transfer.bytes = static_cast<std::uint64_t>(status.st_size);
        MR_TRY(sftp, SftpClient::open(m_host, deadlineIn(30s), m_job));
        MR_CHECK(findStart(*sftp));
        SftpOpen how{true, true, m_transfer.resumedAt == 0, m_options.permissions};
        MR_TRY(handle, sftp->openFile(m_partial, how));
        if (auto sent = sendAll(*sftp, handle); !sent)
            return cleared(*sftp, std::move(sent).error());
        MR_CHECK(sftp->closeFile(handle));
        MR_CHECK(sftp->setPermissions(m_partial, m_options.permissions));
        if (m_options.verify) {
            if (auto same = verify(); !same)
                return cleared(*sftp, std::move(same).error());
        }
        MR_CHECK(sftp->rename(m_partial, m_to));
        return m_transfer;
    }

    /// Removes a file that no later attempt could continue.
    Error cleared(SftpClient& sftp, Error error)
    {
        if (error.code == ErrorCode::Io || error.code == ErrorCode::DiskFull || error.code == ErrorCode::Corrupt)
            static_cast<void>(sftp.remove(m_partial));
        return error;
    }

    Result<void> findStart(SftpClient& sftp)
    {
        MR_TRY(had, sftp.sizeOf(m_partial));
        if (!m_options.resume || !had || *had == 0 || *had > m_transfer.bytes)
            return {};
        MR_TRY(same, sameBeginning(m_host, m_partial, m_fd.get(), *had, m_job));
        if (same)
            m_transfer.resumedAt = *had;
        return {};
    }

    Result<void> sendAll(SftpClient& sftp, const std::string& handle)
    {
        std::string buffer(pieceBytes, '\0');
        std::uint64_t next = m_transfer.resumedAt;
        std::size_t waiting = 0;
        std::optional<SftpReply> refusal;
        while ((next < m_transfer.bytes && !refusal) || waiting > 0) {
            while (next < m_transfer.bytes && waiting < piecesAhead && !refusal) {
                const ssize_t got =
                    ::pread(m_fd.get(), buffer.data(), std::min<std::uint64_t>(buffer.size(), m_transfer.bytes - next),
                            static_cast<off_t>(next));
                if (got <= 0)
                    return fail(ErrorCode::Io, m_from.string() + " was truncated while it was copied.");
                const auto piece = std::string_view(buffer).substr(0, static_cast<std::size_t>(got));
                MR_CHECK(sftp.requestWrite(handle, next, piece));
                next += piece.size();
                ++waiting;
            }
            MR_TRY(reply, sftp.receive());
            --waiting;
            if (SftpClient::statusOf(reply) != SftpStatus::Ok && !refusal)
                refusal = std::move(reply);
            m_job.progress(static_cast<long long>(next - std::min<std::uint64_t>(next, waiting * pieceBytes)),
                           static_cast<long long>(m_transfer.bytes), m_from.string());
        }
        if (refusal)
            return refused(sftp, *refusal);
        return {};
    }

    /// SFTP has no status for a full disk; the free space shows it.
    Error refused(SftpClient& sftp, const SftpReply& reply)
    {
        const auto left = sftp.freeSpace(m_partial);
        if (left && *left < pieceBytes)
            return fail(ErrorCode::DiskFull,
                        fmt::format("The disk of {} is full: {} needs {} bytes. What had been copied was removed.",
                                    m_host.name(), m_to, m_transfer.bytes));
        return sftp.failure(reply, "writing", m_partial);
    }

    Result<void> verify()
    {
        RemoteHash there(m_host, m_partial, m_job);
        Sha256 hash;
        auto own = addToHash(hash, m_fd.get(), m_transfer.bytes, m_job);
        auto expected = there.get();
        MR_CHECK(own);
        if (!expected)
            return std::move(expected).error();
        if (!*expected)
            return {};
        const std::string digest = hash.finish();
        if (digest != **expected)
            return mismatch(m_from.string(), m_to);
        m_transfer.verified = true;
        m_transfer.sha256 = digest;
        return {};
    }

    SshHost& m_host;
    const std::filesystem::path& m_from;
    const std::string& m_to;
    const std::string m_partial;
    const TransferOptions& m_options;
    const JobContext& m_job;
    UniqueFd m_fd;
    Transfer m_transfer;
};

} // namespace

Result<std::optional<std::string>> remoteSha256(SshHost& host, const std::string& file,
                                                std::optional<std::uint64_t> bytes, const JobContext& job)
{
    const std::string text = bytes ? "command -v sha256sum >/dev/null || exit 127; head -c \"$2\" -- \"$1\" | sha256sum"
                                   : "command -v sha256sum >/dev/null || exit 127; sha256sum <\"$1\"";
    Command command{{"sh", "-c", text, "sh", file}, {}, {}};
    if (bytes)
        command.argv.push_back(std::to_string(*bytes));
    MR_TRY(output, host.run(command, deadlineIn(hashTime), job));
    if (output.exitCode == 127)
        return std::optional<std::string>();
    const std::string digest = output.out.substr(0, output.out.find(' '));
    if (!output.succeeded() || digest.size() != 64)
        return fail(ErrorCode::Io,
                    fmt::format("{} did not compute the checksum of {}: {}", host.name(), file, trim(output.err)));
    return std::optional(digest);
}

Result<Transfer> fetchFile(SshHost& host, const std::string& from, const std::filesystem::path& to,
                           const TransferOptions& options, const JobContext& job)
{
    return Fetch(host, from, to, options, job).run();
}

Result<Transfer> sendFile(SshHost& host, const std::filesystem::path& from, const std::string& to,
                          const TransferOptions& options, const JobContext& job)
{
    return Send(host, from, to, options, job).run();
}

} // namespace millrace::remote
