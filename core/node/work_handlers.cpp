// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/work_handlers.h"

#include "core/base/base64.h"
#include "core/base/file_io.h"
#include "core/base/units.h"
#include "core/base/wire.h"
#include "core/node/file_block.h"

#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace millrace::node {

namespace fs = std::filesystem;

namespace {

using agent::Json;

constexpr std::size_t mostListed = 10'000;
constexpr std::size_t largestFile = std::size_t(1) << 30;
constexpr std::string_view unfinishedSuffix = ".millrace-part";

Error diskFull(const fs::path& file, Error error)
{
    if (error.code != ErrorCode::DiskFull)
        return error;
    const auto left = freeSpace(file.parent_path());
    return fail(ErrorCode::DiskFull,
                fmt::format("the disk of {} on this node is full ({} left) while {} was written; free some space, or "
                            "name a folder on another disk",
                            file.parent_path().string(), left ? humanSize(static_cast<double>(*left)) : "unknown",
                            file.filename().string()));
}

Result<void> writePiece(const fs::path& file, const std::string& bytes, std::uint64_t offset)
{
    const int flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | (offset == 0 ? O_CREAT | O_TRUNC : 0);
    const UniqueFd fd(::open(file.c_str(), flags, 0600));
    if (!fd)
        return failErrno("writing " + file.string());
    struct stat state
    {
    };
    if (::fstat(fd.get(), &state) != 0 || static_cast<std::uint64_t>(state.st_size) != offset)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has {} bytes, the next piece is for {}; restart the transfer", file.string(),
                                state.st_size, offset));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t put =
            ::pwrite(fd.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return failErrno("writing " + file.string());
        done += static_cast<std::size_t>(put);
    }
    return {};
}

/// Checks the complete file and renames it.
Result<void> finishFile(const fs::path& unfinished, const fs::path& file, const std::string& hash, mode_t mode)
{
    MR_TRY(bytes, readFile(unfinished, largestFile));
    if (sha256(bytes) != hash)
        return fail(ErrorCode::Corrupt, fmt::format("{} came damaged; send it again", file.string()));
    if (::chmod(unfinished.c_str(), mode & 0777) != 0)
        return failErrno("setting the mode of " + unfinished.string());
    const UniqueFd fd(::open(unfinished.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd || ::fsync(fd.get()) != 0 || ::rename(unfinished.c_str(), file.c_str()) != 0)
        return failErrno("naming " + file.string());
    return {};
}

Result<Json> writeFile(WorkFolder& work, const Json& params)
{
    MR_CHECK(work.open());
    MR_TRY(file, work.inside(params.at("path").get<std::string>()));
    const auto offset = wholeNumber<std::uint64_t>(params.at("offset"));
    const auto bytes = parseBase64(params.at("data").get_ref<const std::string&>());
    if (!bytes)
        return fail(ErrorCode::Protocol, "the piece of " + file.string() + " is not base64");
    if (offset > largestFile || bytes->size() > largestFile - offset)
        return fail(ErrorCode::InvalidInput, "a file that is sent this way has 1 GiB at most");
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    const fs::path unfinished = file.string() + std::string(unfinishedSuffix);
    auto written = error ? Result<void>(failErrno("making the folder of " + file.string(), error.value()))
                         : writePiece(unfinished, *bytes, offset);
    if (written && params.at("last").get<bool>())
        written = finishFile(unfinished, file, params.at("sha256").get<std::string>(), params.at("mode").get<mode_t>());
    if (!written) {
        fs::remove(unfinished, error);
        return diskFull(file, std::move(written).error());
    }
    return Json{{"bytes", offset + bytes->size()}};
}

Result<Json> readFileOf(WorkFolder& work, const Json& params)
{
    MR_TRY(file, work.inside(params.at("path").get<std::string>()));
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        return fail(ErrorCode::NotFound, "there is no file " + file.string());
    MR_TRY(block,
           readBlock(file, wholeNumber<std::uint64_t>(params.at("offset")),
                     wholeNumber<std::uint64_t>(params.at("bytes"))));
    return agent::toJson(block);
}

Result<Json> listFiles(WorkFolder& work)
{
    MR_TRY(folder, work.open());
    Json files = Json::array();
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error), end;
         entry != end && !error && files.size() < mostListed; entry.increment(error)) {
        struct stat state
        {
        };
        if (::lstat(entry->path().c_str(), &state) != 0 || !S_ISREG(state.st_mode))
            continue;
        const std::string path = entry->path().lexically_relative(folder).string();
        if (path.starts_with(ownPrefix) || path.ends_with(unfinishedSuffix))
            continue;
        const Nanoseconds modified = std::chrono::seconds(state.st_mtim.tv_sec) + Nanoseconds(state.st_mtim.tv_nsec);
        files.push_back({{"path", path}, {"bytes", state.st_size}, {"modified_ns", modified.count()}});
    }
    return Json{{"files", std::move(files)}};
}

} // namespace

void registerWorkHandlers(agent::AgentServer& server, const std::shared_ptr<WorkFolder>& work)
{
    server.handle("work.open", [work](const Json& params, const JobContext&) -> Result<Json> {
        MR_TRY(folder, work->open(params.at("folder").get<std::string>()));
        return Json{{"folder", folder.string()}};
    });
    server.handle("file.write", [work](const Json& params, const JobContext&) { return writeFile(*work, params); });
    server.handle("file.read", [work](const Json& params, const JobContext&) { return readFileOf(*work, params); });
    server.handle("file.list", [work](const Json&, const JobContext&) { return listFiles(*work); });
}

} // namespace millrace::node
