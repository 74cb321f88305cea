// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/worker.h"

#include "core/trainer/adaptation.h"
#include "core/trainer/step_loop.h"

#include <memory>
#include <new>

namespace millrace::trainer {
namespace {

using collective::Session;

Result<TrainReport> runOver(Session& session, const TrainSpec& spec, TrainingLog& log)
{
    MR_TRY(compute, ComputeModel::make(spec.compute, spec.model, spec.batch, spec.rank));
    try {
        StepLoop loop(spec, log, compute);
        loop.use(session, spec.peers);
        MR_CHECK(loop.compareSettings());
        Adaptation adaptation(spec, log);
        for (bool first = true; !loop.finished(); first = false) {
            MR_CHECK(loop.step());
            MR_CHECK(adaptation.afterStep(session, loop, first));
        }
        MR_CHECK(session.barrier());
        const TrainReport report = loop.report();
        if (const auto totals = session.tcpToOtherHosts())
            MR_CHECK(log.sent(*totals));
        MR_CHECK(log.end(report, spec, session.strategy()));
        return report;
    } catch (const std::bad_alloc&) {
        return notEnoughMemory(spec.model);
    }
}

Result<std::unique_ptr<Session>> open(const TrainSpec& spec, TrainingLog& log, const JobContext& job)
{
    MR_CHECK(validate(spec));
    MR_TRY(compute, ComputeModel::make(spec.compute, spec.model, spec.batch, spec.rank));
    MR_CHECK(log.start(spec, compute.nominal()));
    const Nanoseconds begin = monotonicNow();
    collective::SessionOptions options = spec.session;
    options.allLinks = options.allLinks || !spec.policies.empty();
    MR_TRY(session, Session::connect(spec.peers, spec.rank, options, job));
    MR_CHECK(log.connected(*session, monotonicNow() - begin));
    return session;
}

} // namespace

Result<TrainReport> train(const TrainSpec& spec, TrainingLog& log, const JobContext& job)
{
    auto session = open(spec, log, job);
    if (!session) {
        static_cast<void>(log.error(session.error(), spec.peers, std::nullopt));
        return std::move(session).error();
    }
    auto report = trainOver(**session, spec, log);
    if (report)
        (*session)->close();
    return report;
}

Result<TrainReport> trainOver(Session& session, const TrainSpec& spec, TrainingLog& log)
{
    auto report = runOver(session, spec, log);
    // The failure itself has priority over one of logging it.
    if (!report)
        static_cast<void>(log.error(report.error(), spec.peers, session.culprit()));
    return report;
}

} // namespace millrace::trainer
