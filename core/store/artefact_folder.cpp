// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/artefact_folder.h"

#include "core/base/sha256.h"
#include "core/base/unique_fd.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace millrace::store {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t blockBytes = std::size_t(1) << 20;

Result<void> makeFolder(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    return error ? failErrno("making the folder " + folder.string(), error.value()) : Result<void>();
}

void syncFolder(const fs::path& folder)
{
    const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd)
        ::fsync(fd.get());
}

/// Hashes a file by its content; `bytes` returns its size.
Result<std::string> hashOf(int fd, const fs::path& file, std::uint64_t& bytes, const JobContext& job)
{
    struct stat state
    {
    };
    ::fstat(fd, &state);
    Sha256 sha;
    std::string block(blockBytes, '\0');
    for (bytes = 0;;) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled while a file was stored");
        const ssize_t got = ::read(fd, block.data(), block.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failErrno("reading " + file.string());
        if (got == 0)
            return sha.finish();
        sha.add(std::string_view(block).substr(0, static_cast<std::size_t>(got)));
        bytes += static_cast<std::uint64_t>(got);
        job.progress(static_cast<long long>(bytes), state.st_size, "storing");
    }
}

/// Returns the hash in the file's name; empty for another kind of name.
std::string hashInName(const fs::path& file)
{
    const std::string stem = file.stem().string();
    const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return stem.size() == 64 && std::ranges::all_of(stem, isDigit) ? stem : std::string();
}

bool isKnown(std::span<const std::string> known, const std::string& hash)
{
    return std::ranges::binary_search(known, hash);
}

} // namespace

ArtefactFolder::ArtefactFolder(const fs::path& store) : m_path(fs::absolute(store).string() + ".files") { }

fs::path ArtefactFolder::fileOf(const std::string& sha256, const std::string& ending) const
{
    return m_path / sha256.substr(0, 2) / (sha256 + ending);
}

std::optional<ArtefactFolder::Place> ArtefactFolder::placeOf(const fs::path& file)
{
    const fs::path whole = fs::absolute(file).lexically_normal();
    const std::string hash = hashInName(whole);
    const fs::path folder = whole.parent_path().parent_path();
    if (hash.empty() || whole.parent_path().filename() != hash.substr(0, 2) || folder.extension() != ".files")
        return {};
    return Place{fs::path(folder).replace_extension(), hash};
}

Result<fs::path> ArtefactFolder::incoming() const
{
    fs::path folder = m_path / "incoming";
    MR_CHECK(makeFolder(folder));
    return folder;
}

Result<ArtefactFolder::Adopted> ArtefactFolder::adopt(const fs::path& incoming, const JobContext& job) const
{
    const UniqueFd fd(::open(incoming.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd)
        return failErrno("reading " + incoming.string());
    Adopted adopted;
    MR_TRY(hash, hashOf(fd.get(), incoming, adopted.bytes, job));
    adopted.sha256 = std::move(hash);
    const fs::path place = fileOf(adopted.sha256, incoming.extension().string());
    MR_CHECK(makeFolder(place.parent_path()));
    if (::fsync(fd.get()) != 0)
        return failErrno("writing " + incoming.string());
    if (::rename(incoming.c_str(), place.c_str()) != 0)
        return failErrno("giving " + incoming.string() + " its place in " + m_path.string());
    syncFolder(place.parent_path());
    syncFolder(m_path);
    return adopted;
}

std::vector<fs::path> ArtefactFolder::orphans(std::span<const std::string> known) const
{
    std::vector<fs::path> found;
    std::error_code error;
    for (auto folder = fs::directory_iterator(m_path, error); !error && folder != fs::directory_iterator();
         folder.increment(error)) {
        const bool coming = folder->path().filename() == "incoming";
        std::error_code inner;
        for (auto file = fs::directory_iterator(folder->path(), inner); !inner && file != fs::directory_iterator();
             file.increment(inner)) {
            const std::string hash = hashInName(file->path());
            const bool ours = hash.substr(0, 2) == folder->path().filename().string() && !hash.empty();
            if (file->is_regular_file(inner) && (coming || (ours && !isKnown(known, hash))))
                found.push_back(file->path());
        }
    }
    std::ranges::sort(found);
    return found;
}

std::vector<std::string> ArtefactFolder::removeOrphans(std::span<const std::string> known) const
{
    std::size_t removed = 0;
    for (const fs::path& file : orphans(known)) {
        std::error_code error;
        removed += fs::remove(file, error) ? 1 : 0;
    }
    if (removed == 0)
        return {};
    return {fmt::format("removed {} {} that an interrupted run had left in {}", removed,
                        removed == 1 ? "file" : "files", m_path.string())};
}

void ArtefactFolder::check(std::span<const std::string> known, bool contents, Issues& issues) const
{
    for (const std::string& hash : known) {
        const fs::path file = fileOf(hash);
        const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
        if (!fd) {
            countIssue(issues,
                       {"missing-file", Severity::Error, 1,
                        fmt::format("a run names the file {}, which is not there", file.string()), m_path.string()});
            continue;
        }
        std::uint64_t bytes = 0;
        if (contents && hashOf(fd.get(), file, bytes, {}).value_or(std::string()) != hash)
            countIssue(issues,
                       {"damaged-file", Severity::Error, 1,
                        fmt::format("{} has another content than when it was stored", file.string()), m_path.string()});
    }
    for (const fs::path& file : orphans(known))
        countIssue(issues,
                   {"orphaned-file", Severity::Warning, 1,
                    fmt::format("no run names {}; the next campaign in this store removes it", file.string()),
                    m_path.string()});
}

} // namespace millrace::store
