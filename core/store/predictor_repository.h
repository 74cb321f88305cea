// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::store {

using PredictorId = StrongId<struct PredictorTag>;

/// One version of a trained predictor.
struct PredictorRecord
{
    PredictorId id; ///< the version, from 1
    Nanoseconds made{0}; ///< since 1970-01-01T00:00:00Z
    PredictorId parent; ///< version that learned further samples; 0: trained
    std::int64_t samples = 0;
    std::string dataSha256; ///< of the samples
    std::string origin; ///< what it was trained on, one sentence
    bool isInUse = false;

    bool operator==(const PredictorRecord&) const = default;
};

/// Versions of predictors. A store of version 3 or older has none.
class PredictorRepository
{
public:
    explicit PredictorRepository(Database& database) : m_database(database) { }

    /// Adds a version and takes it into use; `id` and `isInUse` of the record are ignored.
    [[nodiscard]] Result<PredictorId> add(const PredictorRecord& record, std::string_view content);
    /// The oldest first.
    [[nodiscard]] Result<std::vector<PredictorRecord>> versions();
    /// Version in use; 0: there is none.
    [[nodiscard]] Result<PredictorId> inUse();
    /// NotFound for a version that does not exist.
    [[nodiscard]] Result<void> use(PredictorId id, Nanoseconds at);
    /// NotFound for a version that does not exist, Corrupt for a damaged one.
    [[nodiscard]] Result<std::string> content(PredictorId id);

private:
    Database& m_database;
};

} // namespace millrace::store
