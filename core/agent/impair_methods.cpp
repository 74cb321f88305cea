// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/impair_methods.h"

#include "core/agent/impair_json.h"

#include <utility>

namespace millrace::agent {

void handleImpairMethods(AgentServer& server, const std::shared_ptr<impair::NodeImpairment>& impairment,
                         std::function<void(impair::ImpairSpec&)> protect)
{
    server.handle("impair.ability", [impairment](const Json&, const JobContext&) -> Result<Json> {
        MR_TRY(ability, impairment->ability());
        return toJson(ability);
    });
    server.handle("impair.apply",
                  [impairment, protect = std::move(protect)](const Json& params, const JobContext&) -> Result<Json> {
                      MR_TRY(spec, fromJson<impair::ImpairSpec>(params.at("spec")));
                      protect(spec);
                      MR_TRY(report, impairment->apply(spec));
                      return toJson(report);
                  });
    server.handle("impair.status", [impairment](const Json&, const JobContext&) -> Result<Json> {
        MR_TRY(status, impairment->status());
        return toJson(status);
    });
    server.handle("impair.restore", [impairment](const Json&, const JobContext&) -> Result<Json> {
        MR_TRY(restored, impairment->restore());
        return toJson(RestoreReport{restored.changed, restored.warnings});
    });
}

} // namespace millrace::agent
