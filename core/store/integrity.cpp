// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/artefact_folder.h"
#include "core/store/artefact_repository.h"
#include "core/store/chunk_codec.h"
#include "core/store/database.h"

#include <array>
#include <fmt/format.h>

namespace millrace::store {

namespace {

Result<void> checkPages(Database& database, Issues& issues)
{
    MR_TRY(row, database.prepare("PRAGMA integrity_check"));
    for (;;) {
        auto there = row.step();
        if (!there && there.error().code == ErrorCode::Corrupt) {
            countIssue(issues, {"damaged-page", Severity::Error, 1, there.error().what, database.file().string()});
            return {};
        }
        MR_CHECK(std::move(there));
        if (!*there)
            return {};
        if (const std::string text = row.text(0); text != "ok")
            countIssue(issues, {"damaged-page", Severity::Error, 1, text, database.file().string()});
    }
}

Result<void> checkReferences(Database& database, Issues& issues)
{
    MR_TRY(row, database.prepare("PRAGMA foreign_key_check"));
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return {};
        countIssue(issues,
                   {"dangling-row", Severity::Error, 1,
                    fmt::format("a row of {} names a row of {} that is not there", row.text(0), row.text(2)),
                    database.file().string()});
    }
}

Result<void> checkBlobs(Database& database, std::string_view table, std::string_view column, Issues& issues)
{
    MR_TRY(row, database.prepare(fmt::format("SELECT {} FROM {}", column, table)));
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return {};
        if (const auto sound = checked(row.blob(0)); !sound)
            countIssue(issues,
                       {"damaged-chunk", Severity::Error, 1, sound.error().what,
                        fmt::format("table {} of {}", table, database.file().string())});
    }
}

} // namespace

Result<Issues> Database::integrityCheck()
{
    Issues issues;
    MR_CHECK(checkPages(*this, issues));
    if (!issues.empty())
        return issues;
    MR_CHECK(checkReferences(*this, issues));
    MR_CHECK(checkBlobs(*this, "chunks", "data", issues));
    MR_CHECK(checkBlobs(*this, "overviews", "blocks", issues));
    MR_CHECK(checkBlobs(*this, "log_blocks", "data", issues));
    MR_TRY(hashes, ArtefactRepository(*this).hashes());
    ArtefactFolder(m_file).check(hashes, true, issues);
    return issues;
}

} // namespace millrace::store
