// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>
#include <vector>

namespace millrace::run {

/// Undo actions, run in reverse order after success, failure and cancellation alike. Every step that changes state
/// outside this process first pushes its undo here.
class CleanupStack
{
public:
    CleanupStack() = default;
    CleanupStack(const CleanupStack&) = delete;
    CleanupStack& operator=(const CleanupStack&) = delete;
    ~CleanupStack() { (void)unwind(); }

    void push(std::string what, std::function<Result<void>()> undo);
    /// Undoes everything; an error does not stop the rest. Returns the errors, each with its action.
    [[nodiscard]] std::vector<Error> unwind();
    [[nodiscard]] std::size_t size() const noexcept { return m_entries.size(); }

private:
    struct Entry
    {
        std::string what;
        std::function<Result<void>()> undo;
    };
    std::vector<Entry> m_entries;
};

} // namespace millrace::run
