// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/pipe_transfer.h"

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/base/unique_fd.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace millrace::remote {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr std::size_t pipePiece = 256 << 10;
constexpr Nanoseconds pipePatience = 30s; ///< per block
constexpr Nanoseconds endPatience = 10min; ///< for the checksum of a large file

/// $1 the file, $2 its permissions, $3 its size, $4 its SHA-256. Prints the result as one word.
constexpr std::string_view takeFileText = R"sh(umask 077
part=$1.partial
trap 'rm -f -- "$part"' EXIT
cat >"$part" || { echo write; exit 1; }
[ "$(wc -c <"$part")" -eq "$3" ] || { echo size; exit 1; }
if command -v sha256sum >/dev/null && [ "$(sha256sum <"$part" | cut -c1-64)" != "$4" ]; then echo sum; exit 1; fi
chmod "$2" "$part" && mv -f -- "$part" "$1" || { echo name; exit 1; }
echo whole
)sh";

/// $1 the file. Prints its size, and its SHA-256 or an empty line.
constexpr std::string_view tellFileText = R"sh([ -f "$1" ] || exit 3
wc -c <"$1" || exit 1
command -v sha256sum >/dev/null && sha256sum <"$1" | cut -c1-64
exit 0
)sh";

Result<std::string> readPiece(int fd, const fs::path& file)
{
    std::string piece(pipePiece, '\0');
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0)
        return failErrno("reading " + file.string());
    piece.resize(static_cast<std::size_t>(got));
    return piece;
}

std::span<const std::byte> pipeBytes(std::string_view text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

Result<std::string> readPipeToEnd(HostStream& stream, Deadline deadline)
{
    std::string all;
    std::array<std::byte, 4096> buffer;
    for (;;) {
        MR_TRY(got, stream.read(buffer, deadline));
        if (got == 0)
            return all;
        all.append(reinterpret_cast<const char*>(buffer.data()), got);
    }
}

Error pipeRefused(const Host& host, const std::string& to, std::string_view word, std::string_view said)
{
    if (said.find("No space left") != std::string_view::npos)
        return fail(ErrorCode::DiskFull, fmt::format("The disk of {} is full.", host.name()));
    if (word == "sum" || word == "size")
        return fail(ErrorCode::Corrupt, fmt::format("{} arrived damaged on {}.", to, host.name()));
    return fail(ErrorCode::Denied,
                fmt::format("{} cannot be written on {}: {}", to, host.name(),
                            said.empty() ? std::string_view("its shell ended early") : trim(said)));
}

} // namespace

Result<void> sendByPipe(Host& host, const fs::path& from, const std::string& to, std::uint32_t permissions,
                        const JobContext& job)
{
    const UniqueFd file(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file)
        return fail(errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
                    fmt::format("{} cannot be read.", from.string()));
    struct stat status
    {
    };
    if (::fstat(file.get(), &status) != 0)
        return failErrno("reading " + from.string());
    MR_TRY(sum, sha256OfFile(from, job));
    const std::string size = std::to_string(status.st_size);
    MR_TRY(
        stream,
        host.open({{"/bin/sh", "-c", std::string(takeFileText), "sh", to, fmt::format("{:o}", permissions), size, sum},
                   {},
                   {}}));
    std::optional<Error> broken; // the shell's output is more specific
    for (long long sent = 0; !broken;) {
        job.progress(sent, status.st_size, from.filename().string());
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "The transfer was cancelled.");
        MR_TRY(piece, readPiece(file.get(), from));
        if (piece.empty())
            break;
        if (auto written = stream->write(pipeBytes(piece), deadlineIn(pipePatience)); !written)
            broken = std::move(written).error();
        sent += static_cast<long long>(piece.size());
    }
    stream->closeWrite();
    const auto answer = readPipeToEnd(*stream, deadlineIn(endPatience));
    if (answer && trim(*answer) == "whole")
        return {};
    if (answer && !trim(*answer).empty())
        return pipeRefused(host, to, trim(*answer), lastErrors(*stream));
    if (broken)
        return within("sending to " + host.name(), *broken);
    return answer ? Result<void>(pipeRefused(host, to, {}, lastErrors(*stream))) : Result<void>(answer.error());
}

Result<void> fetchByPipe(Host& host, const std::string& from, const fs::path& to, const JobContext& job)
{
    MR_TRY(told,
           host.run({{"/bin/sh", "-c", std::string(tellFileText), "sh", from}, {}, {}}, deadlineIn(endPatience), job));
    if (told.exitCode == 3)
        return fail(ErrorCode::NotFound, fmt::format("{} is not there on {}.", from, host.name()));
    const std::vector<std::string_view> lines = split(trim(told.out), '\n');
    long long size = -1;
    const std::string_view digits = lines.empty() ? std::string_view() : trim(lines.front());
    if (!told.succeeded()
        || std::from_chars(digits.data(), digits.data() + digits.size(), size).ptr != digits.data() + digits.size()
        || size < 0)
        return fail(ErrorCode::Denied, fmt::format("{} cannot be read on {}: {}", from, host.name(), trim(told.err)));
    const fs::path part = to.string() + ".partial";
    UniqueFd file(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!file)
        return failErrno("writing " + part.string());
    const auto giveUp = [&part](Error error) {
        std::error_code ignored;
        fs::remove(part, ignored);
        return error;
    };
    MR_TRY(stream, host.open({{"cat", "--", from}, {}, {}}));
    stream->closeWrite();
    Sha256 hash;
    std::vector<std::byte> buffer(pipePiece);
    long long done = 0;
    while (done < size) {
        job.progress(done, size, to.filename().string());
        if (job.cancelled())
            return giveUp(fail(ErrorCode::Cancelled, "The transfer was cancelled."));
        auto got = stream->read(buffer, deadlineIn(pipePatience));
        if (!got)
            return giveUp(std::move(got).error());
        if (*got == 0)
            break;
        const std::string_view piece(reinterpret_cast<const char*>(buffer.data()), *got);
        hash.add(piece);
        if (::write(file.get(), piece.data(), piece.size()) != static_cast<ssize_t>(piece.size()))
            return giveUp(failErrno("writing " + part.string()));
        done += static_cast<long long>(*got);
    }
    if (done != size || (lines.size() > 1 && hash.finish() != trim(lines[1])))
        return giveUp(fail(ErrorCode::Corrupt, fmt::format("{} arrived damaged from {}.", from, host.name())));
    if (::rename(part.c_str(), to.c_str()) != 0)
        return giveUp(failErrno("writing " + to.string()));
    return {};
}

} // namespace millrace::remote
