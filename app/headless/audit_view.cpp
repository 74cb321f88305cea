// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/audit_view.h"

#include "app/headless/chosen_runs.h"
#include "core/base/json_fields.h"
#include "core/report/safe_text.h"
#include "core/report/table_writers.h"
#include "core/studies/audit_tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::headless {

namespace {

using report::oneLine;
using report::validUtf8;
using studies::Finding;

constexpr std::size_t shownEvidence = 5; ///< on a terminal; JSON and the page list all
constexpr std::size_t shownFigures = 8;

Json numberOrNull(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json figuresJson(const report::PublishedFigures& figures)
{
    Json list = Json::array();
    for (const report::PublishedFigure& figure : figures)
        list.push_back({{"name", validUtf8(figure.name)},
                        {"subject", validUtf8(figure.subject)},
                        {"unit", figure.unit},
                        {"published", numberOrNull(figure.asPublished)},
                        {"right", numberOrNull(figure.right)},
                        {"definition", validUtf8(figure.definition)},
                        {"right_definition", validUtf8(figure.rightDefinition)},
                        {"remark", validUtf8(figure.remark)}});
    return list;
}

Json findingJson(const Finding& finding)
{
    Json evidence = Json::array();
    for (const studies::Evidence& each : finding.evidence)
        evidence.push_back({{"run", each.run ? Json(each.run.value) : Json()},
                            {"name", validUtf8(each.runName)},
                            {"node", validUtf8(each.node)},
                            {"file", validUtf8(each.file)},
                            {"line", each.line},
                            {"text", validUtf8(each.text)}});
    return {{"name", finding.name},
            {"title", finding.title},
            {"severity", studies::severityWord(finding.severity)},
            {"sentence", validUtf8(finding.sentence)},
            {"effect", validUtf8(finding.effect)},
            {"figures", figuresJson(finding.figures)},
            {"evidence_count", finding.evidenceCount},
            {"evidence", std::move(evidence)}};
}

std::string findingText(const Finding& finding)
{
    std::string text = fmt::format("{}: {} [{}]\n  {}\n", studies::severityWord(finding.severity), finding.title,
                                   finding.name, oneLine(finding.sentence));
    if (!finding.effect.empty())
        text += fmt::format("  → {}\n", oneLine(finding.effect));
    const std::size_t shown = std::min(shownEvidence, finding.evidence.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const studies::Evidence& each = finding.evidence[i];
        const std::string place = evidencePlace(each);
        text +=
            oneLine(fmt::format("    {}{}{}: {}", each.runName, place.empty() ? "" : ", ", place, each.text)) + "\n";
    }
    if (finding.evidenceCount > shown)
        text += fmt::format("    … and {} more\n", finding.evidenceCount - shown);
    if (!finding.figures.empty()) {
        report::Table table = findingFigureTable(finding);
        table.title.clear();
        if (table.rows.size() > shownFigures) {
            table.notes.push_back(fmt::format("{} more; --json has all of them.", table.rows.size() - shownFigures));
            table.rows.resize(shownFigures);
        }
        text += report::toText(table, {terminalWidth(), false});
    }
    return text + "\n";
}

} // namespace

std::string auditText(const studies::Audit& audit, bool claims)
{
    std::string text;
    for (const Finding& finding : audit.findings)
        text += findingText(finding);
    if (audit.findings.empty())
        text += "No findings.\n\n";
    if (claims && !audit.claims.empty())
        text += report::toText(claimTable(audit), {terminalWidth(), true}) + "\n";
    for (const std::string& note : audit.notes)
        text += oneLine(note) + "\n";
    return text + auditSummaryText(audit) + "\n";
}

std::string auditJson(const studies::Audit& audit)
{
    Json findings = Json::array(), claims = Json::array(), notes = Json::array();
    for (const Finding& finding : audit.findings)
        findings.push_back(findingJson(finding));
    for (const studies::Claim& claim : audit.claims)
        claims.push_back({{"name", claim.name},
                          {"text", claim.text},
                          {"source", claim.source},
                          {"unit", claim.unit},
                          {"stated", numberOrNull(claim.stated)},
                          {"computed", numberOrNull(claim.computed)},
                          {"measured", numberOrNull(claim.measured)},
                          {"verdict", studies::verdictName(claim.verdict)},
                          {"remark", validUtf8(claim.remark)},
                          {"runs", claim.runs}});
    for (const std::string& note : audit.notes)
        notes.push_back(validUtf8(note));
    const Json json{{"study", audit.study},
                    {"campaign", audit.campaign},
                    {"findings", std::move(findings)},
                    {"claims", std::move(claims)},
                    {"notes", std::move(notes)}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace millrace::headless
