// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/opened_predictor.h"

#include "core/store/store_file.h"

#include <fmt/format.h>

namespace millrace::headless {

Result<OpenedPredictor> openPredictor(const std::filesystem::path& file, std::int64_t version)
{
    if (store::isSqliteFile(file)) {
        MR_TRY(database, store::Database::openReadOnly(file));
        MR_TRY(stored, run::readPredictor(database, store::PredictorId{version}));
        return OpenedPredictor{std::move(stored.predictor), stored.record.id};
    }
    if (version > 0)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} is no result store and has no versions; remove --version", file.string()));
    MR_TRY(predictor, predict::UsagePredictor::open(file));
    return OpenedPredictor{std::move(predictor), {}};
}

} // namespace millrace::headless
