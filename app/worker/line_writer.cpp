// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/worker/line_writer.h"

#include "core/base/unique_fd.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <poll.h>
#include <unistd.h>

namespace millrace::worker {
namespace {

/// Written atomically to a pipe, without blocking if it is writable.
constexpr std::size_t pieceBytes = PIPE_BUF;
constexpr std::chrono::seconds patience(30);

/// Returns the longest run of complete lines that fits.
std::size_t pieceOf(std::string_view lines)
{
    if (lines.size() <= pieceBytes)
        return lines.size();
    const std::size_t end = lines.rfind('\n', pieceBytes - 1);
    return end == lines.npos ? pieceBytes : end + 1;
}

} // namespace

Result<void> writeLines(std::string_view lines)
{
    const Deadline deadline = deadlineIn(patience);
    while (!lines.empty()) {
        MR_TRY(ready, waitReady(STDOUT_FILENO, POLLOUT, deadline));
        if (!ready)
            return fail(ErrorCode::Timeout, "the reader of this worker's standard output is gone");
        const ssize_t written = write(STDOUT_FILENO, lines.data(), pieceOf(lines));
        if (written < 0 && errno != EINTR && errno != EAGAIN)
            return failErrno("writing to standard output");
        lines.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(0, written)));
    }
    return {};
}

} // namespace millrace::worker
