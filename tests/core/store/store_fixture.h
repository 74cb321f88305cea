// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/need.h"

#include "core/base/file_io.h"
#include "core/store/database.h"
#include "core/store/records.h"
#include "core/store/run_repository.h"

#include <QtTest>
#include <fstream>
#include <sqlite3.h>

namespace millrace::store {

using tests::need;

/// Clock that advances only when it is set.
class HandClock final : public Clock
{
public:
    [[nodiscard]] Nanoseconds monotonic() const override { return m_monotonic; }
    [[nodiscard]] Nanoseconds wall() const override { return m_wall; }
    void advance(Nanoseconds time)
    {
        m_monotonic += time;
        m_wall += time;
    }
    void setWall(Nanoseconds wall) { m_wall = wall; }

private:
    Nanoseconds m_monotonic = std::chrono::hours(5);
    Nanoseconds m_wall = std::chrono::hours(24 * 365 * 50);
};

/// A new store in a folder of its own, with one campaign of `runs` planned runs.
struct TestStore
{
    explicit TestStore(int runs = 1)
    {
        std::vector<RunRecord> planned(static_cast<std::size_t>(runs));
        for (int i = 0; i < runs; ++i) {
            planned[static_cast<std::size_t>(i)].cell = "cell" + std::to_string(i);
            planned[static_cast<std::size_t>(i)].position = i;
        }
        RunRepository repository(database, clock);
        campaign = need(repository.createCampaign({}, planned));
        for (const RunRecord& record : need(repository.runs(campaign)))
            ids.push_back(record.id);
    }

    TemporaryFolder folder = need(TemporaryFolder::make("mr-store"));
    std::filesystem::path file = folder.path() / "results.mrdb";
    Database database = need(Database::create(file));
    HandClock clock;
    CampaignId campaign;
    std::vector<RunId> ids;
};

/// Runs SQL on a file behind the store's back.
inline void runSql(const std::filesystem::path& file, const std::string& sql)
{
    sqlite3* connection = nullptr;
    if (sqlite3_open(file.c_str(), &connection) != SQLITE_OK
        || sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        qFatal("%s", sqlite3_errmsg(connection));
    sqlite3_close_v2(connection);
}

inline std::int64_t askSql(const std::filesystem::path& file, const std::string& sql)
{
    sqlite3* connection = nullptr;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_open(file.c_str(), &connection) != SQLITE_OK
        || sqlite3_prepare_v2(connection, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK
        || sqlite3_step(statement) != SQLITE_ROW)
        qFatal("%s", sqlite3_errmsg(connection));
    const std::int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close_v2(connection);
    return value;
}

inline std::string hashOf(const std::filesystem::path& file)
{
    return sha256(need(readFile(file)));
}

inline std::vector<std::string> namesIn(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace millrace::store
