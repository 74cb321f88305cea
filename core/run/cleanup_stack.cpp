// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/cleanup_stack.h"

namespace millrace::run {

void CleanupStack::push(std::string what, std::function<Result<void>()> undo)
{
    m_entries.push_back({std::move(what), std::move(undo)});
}

std::vector<Error> CleanupStack::unwind()
{
    std::vector<Error> errors;
    while (!m_entries.empty()) {
        const Entry entry = std::move(m_entries.back());
        m_entries.pop_back();
        if (auto undone = entry.undo(); !undone)
            errors.push_back(within("undoing: " + entry.what, std::move(undone).error()));
    }
    return errors;
}

} // namespace millrace::run
