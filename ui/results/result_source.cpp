// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_source.h"

#include "core/store/run_repository.h"

namespace millrace::ui {

Result<ResultOverview> readOverview(const std::filesystem::path& file, const store::ResultFilter& filter,
                                    const store::ResultOrder& order, std::size_t pageSize, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    const SystemClock clock;
    store::ResultQuery query(database);
    ResultOverview overview;
    MR_TRY(campaigns, store::RunRepository(database, clock).campaigns());
    MR_TRY(states, query.countByState(filter));
    MR_TRY(count, query.count(filter));
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "Reading the store was cancelled.");
    MR_TRY(factors, query.factors(filter));
    MR_TRY(metrics, query.metrics(filter));
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "Reading the store was cancelled.");
    MR_TRY(page, query.page(filter, order, pageSize));
    return ResultOverview{std::move(campaigns), std::move(states),  count,
                          std::move(factors),   std::move(metrics), std::move(page)};
}

Result<store::ResultPage> readPage(const std::filesystem::path& file, const store::ResultFilter& filter,
                                   const store::ResultOrder& order, std::size_t pageSize,
                                   const store::ResultCursor& after)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    return store::ResultQuery(database).page(filter, order, pageSize, after);
}

Result<RunDetails> readRun(const std::filesystem::path& file, store::RunId run)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_TRY(record, repository.run(run));
    MR_TRY(metrics, repository.metrics(run));
    MR_TRY(gates, repository.gates(run));
    return RunDetails{std::move(record), std::move(metrics), std::move(gates)};
}

} // namespace millrace::ui
