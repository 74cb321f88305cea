// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/file_block.h"

#include "core/base/unique_fd.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace millrace::node {

namespace {

constexpr std::uint64_t mostBytes = std::uint64_t(8) << 20;

} // namespace

Result<agent::FileBlock> readBlock(const std::filesystem::path& file, std::uint64_t offset, std::uint64_t bytes)
{
    const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat state
    {
    };
    if (!fd || ::fstat(fd.get(), &state) != 0)
        return failErrno("reading " + file.string());
    agent::FileBlock block;
    block.offset = offset;
    block.fileBytes = static_cast<std::uint64_t>(state.st_size);
    if (offset >= block.fileBytes)
        return block;
    block.bytes.resize(std::min({bytes, mostBytes, block.fileBytes - offset}));
    std::size_t have = 0;
    while (have < block.bytes.size()) {
        const ssize_t got =
            ::pread(fd.get(), block.bytes.data() + have, block.bytes.size() - have, static_cast<off_t>(offset + have));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failErrno("reading " + file.string());
        if (got == 0)
            break;
        have += static_cast<std::size_t>(got);
    }
    block.bytes.resize(have);
    return block;
}

} // namespace millrace::node
