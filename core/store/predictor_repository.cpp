// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/predictor_repository.h"

#include "core/store/zstd_handle.h"

#include <fmt/format.h>

namespace millrace::store {

namespace {

constexpr std::size_t mostContentBytes = std::size_t(512) << 20;

Error noSuchVersion(PredictorId id)
{
    return fail(
        ErrorCode::NotFound,
        fmt::format("the store has no version {} of a predictor; list them with millrace-cli train --versions STORE",
                    id.value));
}

} // namespace

Result<PredictorId> PredictorRepository::add(const PredictorRecord& record, std::string_view content)
{
    ZstdCompressor compressor;
    const auto frame = compressor.compress(std::as_bytes(std::span(content)), 3);
    MR_TRY(transaction, m_database.begin());
    MR_TRY(insert,
           m_database.prepare("INSERT INTO predictors (made_ns, parent_id, samples, data_sha256, origin, content) "
                              "VALUES (?, ?, ?, ?, ?, ?)"));
    MR_CHECK(insert.run(record.made, record.parent, record.samples, record.dataSha256, record.origin, frame));
    const PredictorId id{m_database.lastRowId()};
    MR_CHECK(use(id, record.made));
    MR_CHECK(transaction.commit());
    return id;
}

Result<std::vector<PredictorRecord>> PredictorRepository::versions()
{
    MR_TRY(used, inUse());
    MR_TRY(row,
           m_database.prepare("SELECT id, made_ns, parent_id, samples, data_sha256, origin FROM predictors "
                              "ORDER BY id"));
    std::vector<PredictorRecord> records;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return records;
        const auto id = row.id<PredictorId>(0);
        records.push_back(
            {id, row.time(1), row.id<PredictorId>(2), row.integer(3), row.text(4), row.text(5), id == used});
    }
}

Result<PredictorId> PredictorRepository::inUse()
{
    MR_TRY(row, m_database.prepare("SELECT predictor_id FROM predictor_uses ORDER BY id DESC LIMIT 1"));
    MR_TRY(there, row.step());
    return there ? row.id<PredictorId>(0) : PredictorId();
}

Result<void> PredictorRepository::use(PredictorId id, Nanoseconds at)
{
    MR_TRY(insert,
           m_database.prepare("INSERT INTO predictor_uses (at_ns, predictor_id) "
                              "SELECT ?, id FROM predictors WHERE id = ?"));
    MR_CHECK(insert.run(at, id));
    return m_database.changes() > 0 ? Result<void>() : Result<void>(noSuchVersion(id));
}

Result<std::string> PredictorRepository::content(PredictorId id)
{
    MR_TRY(row, m_database.prepare("SELECT content FROM predictors WHERE id = ?"));
    row.bindAll(id);
    MR_TRY(there, row.step());
    if (!there)
        return noSuchVersion(id);
    ZstdDecompressor decompressor;
    auto bytes = decompressor.decompress(row.blob(0), mostContentBytes);
    if (!bytes)
        return within(fmt::format("version {} of the predictor", id.value), std::move(bytes).error());
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

} // namespace millrace::store
