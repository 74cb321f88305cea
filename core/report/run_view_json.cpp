// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/report/run_view.h"
#include "core/report/safe_text.h"

#include <fmt/format.h>

namespace millrace::report {

std::string viewToJson(const RunView& view)
{
    Json factors = Json::array();
    for (const auto& factor : view.factors)
        factors.push_back({{"name", factor.name}, {"levels", factor.levels}});
    const Json json = {{"name", view.name},
                       {"filter", view.filter},
                       {"campaigns", view.campaigns},
                       {"states", view.states},
                       {"factors", factors},
                       {"group_by", view.groupBy},
                       {"kind", kindName(view.kind)},
                       {"metric", view.metric},
                       {"x", view.x},
                       {"series", view.series},
                       {"values", view.values == ViewValues::Steps ? "steps" : "runs"},
                       {"compare_of", view.compareOf},
                       {"compare_with", view.compareWith}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RunView> viewFromJson(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    Issues issues;
    JsonFields fields(json, "view", issues);
    if (!fields.isObject())
        return fail(ErrorCode::InvalidInput, "this is not a view of results");
    RunView view;
    fields.text("name", view.name);
    fields.text("filter", view.filter);
    fields.texts("campaigns", view.campaigns);
    fields.texts("states", view.states);
    fields.texts("group_by", view.groupBy);
    fields.text("metric", view.metric);
    fields.text("x", view.x);
    fields.text("series", view.series);
    fields.text("compare_of", view.compareOf);
    fields.text("compare_with", view.compareWith);
    std::size_t kind = 0, values = 0;
    fields.choice("kind", kind, viewKinds());
    fields.choice("values", values, {"runs", "steps"});
    view.kind = parseKind(viewKinds()[kind]).value_or(FigureKind::Bars);
    view.values = values == 1 ? ViewValues::Steps : ViewValues::Runs;
    if (const Json* factors = fields.array("factors"))
        for (const Json& each : *factors) {
            JsonFields factor(each, "view.factors", issues);
            auto& added = view.factors.emplace_back();
            factor.text("name", added.name);
            factor.texts("levels", added.levels);
        }
    for (const Issue& issue : issues)
        if (issue.severity == Severity::Error)
            return fail(ErrorCode::InvalidInput, issueText(issue));
    return view;
}

} // namespace millrace::report
