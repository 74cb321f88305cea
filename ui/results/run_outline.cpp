// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/run_outline.h"

#include "core/report/gate_tables.h"
#include "core/report/recording_tables.h"
#include "ui/base/format.h"
#include "ui/base/run_text.h"
#include "ui/figures/metric_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace millrace::ui {
namespace {

using Rows = std::vector<std::pair<QString, QString>>;

class Run
{
public:
    static QString verdictText(store::Verdict verdict, const std::string& condition = {})
    {
        if (verdict == store::Verdict::Unknown && condition == "capture")
            return QStringLiteral("! ") + tr("warning");
        switch (verdict) {
        case store::Verdict::Pass: return QStringLiteral("✓ ") + tr("met");
        case store::Verdict::Fail: return QStringLiteral("✗ ") + tr("NOT met");
        case store::Verdict::Unknown: break;
        }
        return QStringLiteral("? ") + tr("not measured");
    }
    static std::string word(const QString& text) { return text.toStdString(); }
    static report::Table metricTable(const RunDetails& run);
    static report::Table gateTable(const RunDetails& run);
    static report::Table recordingTable(const RunDetails& run);
    static report::Table historyTable(const RunDetails& run, const QLocale& locale);

private:
    Q_DECLARE_TR_FUNCTIONS(RunOutline)

public:
    Run(const RunDetails& run, const QLocale& locale) : m_run(run), m_locale(locale) { }

    [[nodiscard]] Details whole() const
    {
        std::vector<DetailSection> sections{{{}, stateRows()}};
        if (!m_run.run.factors.empty())
            sections.push_back({tr("Levels"), factorRows()});
        if (!m_run.gates.empty())
            sections.push_back({tr("Requested and achieved"), gateCounts()});
        sections.push_back({tr("Where it is from"), originRows()});
        return {runNameText(m_run.run.campaign, m_run.run.position, m_run.campaigns),
                runStateText(m_run.run.state, m_run.run.errorCode), std::move(sections)};
    }

private:
    [[nodiscard]] Rows stateRows() const
    {
        const store::RunRecord& run = m_run.run;
        Rows rows;
        if (!run.errorText.empty())
            rows.emplace_back(tr("What ended it"), toQString(run.errorText));
        if (run.excluded)
            rows.emplace_back(tr("Left out of statistics"), toQString(run.exclusionReason));
        if (run.warmup)
            rows.emplace_back(tr("Warm-up"), tr("its results do not count"));
        rows.emplace_back(tr("Repetition"), formatCount(run.repetition, m_locale));
        if (run.attempt > 1)
            rows.emplace_back(tr("Attempt"), formatCount(run.attempt, m_locale));
        if (run.started.count() > 0)
            rows.emplace_back(tr("Started"), formatInstant(run.started, m_locale));
        if (run.ended.count() > 0)
            rows.emplace_back(tr("Ended"), formatInstant(run.ended, m_locale));
        if (run.duration.count() > 0)
            rows.emplace_back(tr("Duration"), formatDuration(run.duration, m_locale));
        rows.emplace_back(tr("Cell"), toQString(run.cell));
        return rows;
    }

    [[nodiscard]] Rows factorRows() const
    {
        Rows rows;
        for (const store::Factor& factor : m_run.run.factors)
            rows.emplace_back(toQString(factor.name), toQString(factor.level));
        return rows;
    }

    /// How many conditions were met; the table next to it lists them.
    [[nodiscard]] Rows gateCounts() const
    {
        const auto count = [this](store::Verdict verdict) {
            return formatCount(std::ranges::count(m_run.gates, verdict, &store::GateResult::verdict), m_locale);
        };
        return {{verdictText(store::Verdict::Pass), count(store::Verdict::Pass)},
                {verdictText(store::Verdict::Fail), count(store::Verdict::Fail)},
                {verdictText(store::Verdict::Unknown), count(store::Verdict::Unknown)}};
    }

    [[nodiscard]] Rows originRows() const
    {
        const store::CampaignRecord& campaign = m_run.campaign;
        return {{tr("Project"), toQString(campaign.projectName)},
                {tr("Grid"), toQString(campaign.gridName)},
                {tr("Campaign"), tr("%1 in this store").arg(campaign.id.value)},
                {tr("Campaign id"), toQString(campaign.uuid)},
                {tr("Run id"), toQString(m_run.run.uuid)},
                {tr("Program"), QStringLiteral("Millrace ") + toQString(campaign.toolVersion)}};
    }

    const RunDetails& m_run;
    QLocale m_locale;
};

report::Cell quantity(double value, const std::string& unit)
{
    return std::isnan(value) ? report::Cell() : report::Cell(report::Quantity{value, unit});
}

report::Table Run::metricTable(const RunDetails& run)
{
    report::Table table;
    table.columns = {{"metric", word(tr("metric"))},
                     {"of", word(tr("of"))},
                     {"value", word(tr("value"))},
                     {"how", word(tr("how it is made"))},
                     {"name", word(tr("name")), {}, word(tr("In filters and exports"))}};
    std::vector<store::Metric> metrics = run.metrics;
    std::ranges::stable_sort(metrics, {}, &store::Metric::subject);
    for (const store::Metric& metric : metrics)
        table.rows.push_back({word(metricText(metric.name)),
                              metric.subject.empty() ? word(tr("whole run")) : metric.subject,
                              quantity(metric.value, metric.unit), metric.how, metric.name});
    return table;
}

report::Table Run::gateTable(const RunDetails& run)
{
    report::Table table;
    table.columns = {{"verdict", word(tr("verdict"))},     {"condition", word(tr("condition"))},
                     {"where", word(tr("where"))},         {"requested", word(tr("requested"))},
                     {"achieved", word(tr("achieved"))},   {"low", word(tr("accepted from"))},
                     {"high", word(tr("accepted up to"))}, {"sentence", word(tr("remark"))}};
    for (const store::GateResult& gate : run.gates) {
        const report::GateCells cells = report::gateCells(gate);
        table.rows.push_back({word(verdictText(gate.verdict, gate.name)), gate.name, gate.subject, cells.requested,
                              cells.achieved, cells.low, cells.high, gate.sentence});
    }
    return table;
}

report::Table Run::recordingTable(const RunDetails& run)
{
    report::Table table;
    table.columns = {{"node", word(tr("node"))},
                     {"packets", word(tr("packets")), {}, {}, 9},
                     {"dropped", word(tr("dropped")), {}, word(tr("packets that were dropped by the recording")), 9},
                     {"wire", word(tr("on the wire")), "B"},
                     {"bytes", word(tr("file")), "B"},
                     {"snap", word(tr("of each")), "B", word(tr("bytes kept of each packet")), 6},
                     {"interface", word(tr("interface"))},
                     {"filter", word(tr("filter"))},
                     {"duration", word(tr("duration")), "s"},
                     {"kept", word(tr("kept"))},
                     {"remark", word(tr("remark"))}};
    for (const store::Artefact& each : run.recordings) {
        const auto number = [](std::uint64_t value) { return static_cast<double>(value); };
        table.rows.push_back({each.node, number(each.packets), number(each.droppedByKernel), number(each.wireBytes),
                              number(each.bytes), double(each.snapLength), each.interface, each.filter,
                              std::chrono::duration<double>(each.stop - each.start).count(),
                              word(each.sha256.empty() ? tr("the analysis only") : tr("yes")), report::remarkOf(each)});
    }
    return table;
}

report::Table Run::historyTable(const RunDetails& run, const QLocale& locale)
{
    report::Table table;
    table.columns = {{"time", word(tr("time"))},
                     {"kind", word(tr("kind"))},
                     {"node", word(tr("node"))},
                     {"text", word(tr("what happened"))}};
    std::vector<std::pair<std::int64_t, std::vector<report::Cell>>> rows;
    for (const store::JournalEntry& entry : run.journal) {
        const QString move = entry.from.empty() ? tr("made: %1").arg(toQString(entry.to))
                                                : tr("from %1 to %2").arg(toQString(entry.from), toQString(entry.to));
        rows.push_back({entry.wall.count(),
                        {word(formatInstant(entry.wall, locale)), word(tr("state")), std::string(),
                         word(move) + (entry.note.empty() ? "" : "; " + entry.note)}});
    }
    for (const store::Event& event : run.events)
        rows.push_back(
            {event.wall.count(), {word(formatInstant(event.wall, locale)), event.kind, event.node, event.text}});
    std::ranges::stable_sort(rows, {}, &std::pair<std::int64_t, std::vector<report::Cell>>::first);
    for (auto& [time, cells] : rows)
        table.rows.push_back(std::move(cells));
    return table;
}

} // namespace

Details runDetailsText(const RunDetails& run, const QLocale& locale)
{
    return Run(run, locale).whole();
}

report::Table runMetricTable(const RunDetails& run)
{
    return Run::metricTable(run);
}

report::Table runGateTable(const RunDetails& run)
{
    return Run::gateTable(run);
}

report::Table runRecordingTable(const RunDetails& run)
{
    return Run::recordingTable(run);
}

report::Table runHistoryTable(const RunDetails& run, const QLocale& locale)
{
    return Run::historyTable(run, locale);
}

} // namespace millrace::ui
