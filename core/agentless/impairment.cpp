// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/impairment.h"

#include "core/agent/impair_json.h"
#include "core/impair/impairment.h"
#include "core/impair/ssh_ends.h"

#include <fmt/format.h>

namespace millrace::agentless {

namespace {

using namespace std::chrono_literals;

/// Serialises changes.
class Impairment
{
public:
    explicit Impairment(std::shared_ptr<NodeLine> line) : m_line(std::move(line)) { }

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
        auto applied = impair::applyImpairment(execute(), spec, [this](const impair::ImpairRecord& record) {
            m_record = record;
            m_file = m_line->own("undo-" + record.interface);
            const auto fed =
                m_line->feed("cat >\"$1\" && sync", {m_file}, impair::restoreScript(record), deadlineIn(10s));
            return fed ? Result<void>() : Result<void>(fed.error());
        });
        if (!applied) {
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

private:
    impair::Execute execute()
    {
        return [this](const Command& command) {
            Command marked = command;
            if (m_line->sudo())
                marked.argv.insert(marked.argv.begin(), {"sudo", "-n", "--"});
            marked.environment.emplace_back(markVariable, m_line->mark("impair"));
            return m_line->host().run(marked, deadlineIn(10s));
        };
    }

    void protectSsh(impair::ImpairSpec& spec) const
    {
        const auto ends = impair::parseSshConnection(m_line->sshConnection());
        if (!ends)
            return;
        impair::protect(spec, *ends);
        impair::protectPort(spec, 22);
    }

    Result<agent::RestoreReport> putBack()
    {
        if (!m_record)
            return agent::RestoreReport{};
        MR_TRY(restored, impair::restoreImpairment(execute(), *m_record));
        MR_CHECK(m_line->run("rm -f \"$1\"", {m_file}, deadlineIn(10s)));
        m_record.reset();
        return agent::RestoreReport{restored.changed, restored.warnings};
    }

    const std::shared_ptr<NodeLine> m_line;
    std::mutex m_mutex;
    std::optional<impair::ImpairRecord> m_record;
    std::string m_file;
};

} // namespace

void registerImpairment(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line)
{
    const auto impairment = std::make_shared<Impairment>(line);
    server.handle("impair.ability", [impairment](const Json&, const JobContext&) { return impairment->ability(); });
    server.handle("impair.apply",
                  [impairment](const Json& params, const JobContext&) { return impairment->apply(params); });
    server.handle("impair.status", [impairment](const Json&, const JobContext&) { return impairment->status(); });
    server.handle("impair.restore", [impairment](const Json&, const JobContext&) { return impairment->restore(); });
    server.onClose([impairment, line] {
        if (!line->lost())
            (void)impairment->restore(); // otherwise, or if this fails, the shell on the node does it
    });
}

} // namespace millrace::agentless
