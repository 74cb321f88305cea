// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unique_fd.h"

#include <filesystem>
#include <memory>

namespace millrace::store {

/// Exclusive write access of one process to a store: a kernel lock on `<store>-writer`, released with the process,
/// however it ends. The file names the holder.
class WriterLock
{
public:
    /// Fails with Locked, with the holder's process, host and start; Denied if the folder is read-only.
    [[nodiscard]] static Result<std::shared_ptr<WriterLock>> acquire(const std::filesystem::path& store);
    WriterLock(const WriterLock&) = delete;
    WriterLock& operator=(const WriterLock&) = delete;
    /// Removes the file.
    ~WriterLock();

private:
    WriterLock(std::filesystem::path file, UniqueFd fd) : m_file(std::move(file)), m_fd(std::move(fd)) { }

    std::filesystem::path m_file;
    UniqueFd m_fd;
};

} // namespace millrace::store
