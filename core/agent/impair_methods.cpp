// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/impair_methods.h"

#include "core/agent/impair_json.h"

#include <utility>

namespace millrace::agent {

namespace {

/// JSON of a call's value, or its error.
template <typename T>
Result<Json> asJson(Result<T> value)
{
    if (!value)
        return std::move(value).error();
    return toJson(*value);
}

} // namespace

void handleImpairMethods(AgentServer& server, const std::shared_ptr<impair::NodeImpairment>& impairment,
                         std::function<void(impair::ImpairSpec&)> protect)
{
    server.handle("impair.ability",
                  [impairment](const Json&, const JobContext&) { return asJson(impairment->ability()); });
    server.handle("impair.apply",
                  [impairment, protect = std::move(protect)](const Json& params, const JobContext&) -> Result<Json> {
                      MR_TRY(spec, fromJson<impair::ImpairSpec>(params.at("spec")));
                      protect(spec);
                      return asJson(impairment->apply(spec));
                  });
    server.handle("impair.status",
                  [impairment](const Json&, const JobContext&) { return asJson(impairment->status()); });
    server.handle("impair.restore", [impairment](const Json&, const JobContext&) -> Result<Json> {
        MR_TRY(restored, impairment->restore());
        return toJson(RestoreReport{restored.changed, restored.warnings});
    });
}

} // namespace millrace::agent
