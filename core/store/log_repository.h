// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/store/database.h"
#include "core/store/records.h"

#include <vector>

namespace millrace::store {

/// Filter of lines; empty fields match all.
struct LogQuery
{
    std::string node;
    std::string process;
    std::string stream;
    std::string contains; ///< exact, case-sensitive
    std::int64_t from = 0; ///< number of the first line to examine
    std::size_t limit = 1000;
};

struct LogPage
{
    struct Entry
    {
        std::int64_t number = 0; ///< lines of a run are numbered from 0
        LogLine line;

        bool operator==(const Entry&) const = default;
    };
    std::vector<Entry> entries;
    std::int64_t next = 0; ///< `from` of the next page
    bool atEnd = true; ///< no more lines at the moment
};

/// Output of the processes of a run. Damaged blocks are counted in `issues` ("damaged-log-block").
class LogRepository
{
public:
    explicit LogRepository(Database& database) : m_database(database) { }

    [[nodiscard]] Result<std::int64_t> lineCount(RunId run);
    /// Returns one page; examines at most 1 M lines and then returns with atEnd false.
    [[nodiscard]] Result<LogPage> lines(RunId run, const LogQuery& query, Issues& issues, const JobContext& job = {});

private:
    Database& m_database;
};

} // namespace millrace::store
