// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/impair_handlers.h"

#include "core/agent/impair_json.h"
#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/impair/impairment.h"
#include "core/node/process_search.h"
#include "core/node/ssh_ends.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace millrace::node {

namespace {

using agent::Json;

constexpr auto commandTime = std::chrono::seconds(10);

/// Impairments of this agent. From any thread; one change at a time.
class Impairment
{
public:
    Impairment(std::shared_ptr<WorkFolder> work, std::string token) : m_work(std::move(work)), m_token(std::move(token))
    {
    }

    Result<Json> ability()
    {
        MR_TRY(able, impair::impairAbility(execute()));
        return agent::toJson(able);
    }

    Result<Json> apply(const Json& params)
    {
        MR_TRY(spec, agent::fromJson<impair::ImpairSpec>(params.at("spec")));
        protectSsh(spec);
        const std::lock_guard lock(m_mutex);
        MR_CHECK(putBack());
        MR_TRY(folder, m_work->open());
        auto applied = impair::applyImpairment(execute(), spec, [&](const impair::ImpairRecord& record) {
            m_file = folder / fmt::format("{}{}.json", undoPrefix, record.interface);
            m_record = record;
            return writeFileAtomically(m_file, impair::recordText(record));
        });
        if (!applied) {
            // Records stay if restoring failed.
            (void)putBack();
            return std::move(applied).error();
        }
        return agent::toJson(applied->report);
    }

    Result<Json> status()
    {
        const std::lock_guard lock(m_mutex);
        if (!m_record)
            return agent::toJson(impair::ImpairStatus{});
        MR_TRY(status, impair::impairmentStatus(execute(), *m_record));
        return agent::toJson(status);
    }

    Result<Json> restore()
    {
        const std::lock_guard lock(m_mutex);
        MR_TRY(report, putBack());
        return agent::toJson(report);
    }

    Result<void> close()
    {
        const std::lock_guard lock(m_mutex);
        MR_TRY(report, putBack());
        for (const std::string& warning : report.warnings)
            fmt::print(stderr, "millrace-agent: {}\n", warning);
        return {};
    }

private:
    /// Not cancellable: each command is short, and a change is completed or undone.
    impair::Execute execute() const
    {
        return [mark = m_token + ":impair;"](const Command& command) {
            Command marked = command;
            marked.environment.emplace_back(markVariable, mark);
            return runCommand(marked, deadlineIn(commandTime));
        };
    }

    Result<agent::RestoreReport> putBack()
    {
        if (!m_record)
            return agent::RestoreReport{};
        MR_TRY(restored, impair::restoreImpairment(execute(), *m_record));
        m_record.reset();
        std::error_code error;
        std::filesystem::remove(m_file, error);
        return agent::RestoreReport{restored.changed, restored.warnings};
    }

    const std::shared_ptr<WorkFolder> m_work;
    const std::string m_token;
    std::mutex m_mutex;
    std::optional<impair::ImpairRecord> m_record;
    std::filesystem::path m_file;
};

} // namespace

void registerImpairHandlers(agent::AgentServer& server, const std::shared_ptr<WorkFolder>& work,
                            const std::string& token, std::function<void()> failed)
{
    const auto impairment = std::make_shared<Impairment>(work, token);
    server.handle("impair.ability", [impairment](const Json&, const JobContext&) { return impairment->ability(); });
    server.handle("impair.apply",
                  [impairment](const Json& params, const JobContext&) { return impairment->apply(params); });
    server.handle("impair.status", [impairment](const Json&, const JobContext&) { return impairment->status(); });
    server.handle("impair.restore", [impairment](const Json&, const JobContext&) { return impairment->restore(); });
    server.onClose([impairment, failed = std::move(failed)] {
        const auto closed = impairment->close();
        if (closed)
            return;
        fmt::print(stderr, "millrace-agent: {}\n", closed.error().text());
        failed();
    });
}

} // namespace millrace::node
