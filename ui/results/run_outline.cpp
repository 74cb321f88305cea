// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/run_outline.h"

#include "ui/base/format.h"
#include "ui/base/run_words.h"

#include <QCoreApplication>

#include <map>

namespace millrace::ui {
namespace {

using Rows = std::vector<std::pair<QString, QString>>;

class Run
{
    Q_DECLARE_TR_FUNCTIONS(RunOutline)

public:
    Run(const RunDetails& run, const QLocale& locale) : m_run(run), m_locale(locale) { }

    [[nodiscard]] Details whole() const
    {
        std::vector<DetailSection> sections{{{}, stateRows()}};
        if (!m_run.run.factors.empty())
            sections.push_back({tr("Levels"), factorRows()});
        if (!m_run.gates.empty())
            sections.push_back({tr("Requested and achieved"), gateRows()});
        addMetrics(sections);
        return {tr("Run %1").arg(m_run.run.position), runStateText(m_run.run.state), std::move(sections)};
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

    [[nodiscard]] Rows gateRows() const
    {
        Rows rows;
        for (const store::GateResult& gate : m_run.gates) {
            const QString verdict = gate.verdict == store::Verdict::Pass ? tr("met")
                : gate.verdict == store::Verdict::Fail                   ? tr("NOT met")
                                                                         : tr("not measured");
            const auto value = [&](double number) { return formatQuantity(number, gate.unit, m_locale); };
            QString name = toQString(gate.name);
            if (!gate.subject.empty())
                name += QLatin1Char(' ') + toQString(gate.subject);
            if (!gate.sentence.empty()) {
                rows.emplace_back(name, verdict + QStringLiteral(": ") + toQString(gate.sentence));
                continue;
            }
            rows.emplace_back(
                name,
                tr("%1, asked for %2 (accepted: %3 to %4): %5")
                    .arg(value(gate.achieved), value(gate.requested), value(gate.low), value(gate.high), verdict));
        }
        return rows;
    }

    void addMetrics(std::vector<DetailSection>& sections) const
    {
        std::map<std::string, Rows> bySubject;
        for (const store::Metric& metric : m_run.metrics)
            bySubject[metric.subject].emplace_back(toQString(metric.name),
                                                   formatQuantity(metric.value, metric.unit, m_locale));
        for (auto& [subject, rows] : bySubject)
            sections.push_back(
                {subject.empty() ? tr("Results of the whole run") : tr("Results of %1").arg(toQString(subject)),
                 std::move(rows)});
    }

    const RunDetails& m_run;
    QLocale m_locale;
};

} // namespace

Details runDetailsText(const RunDetails& run, const QLocale& locale)
{
    return Run(run, locale).whole();
}

} // namespace millrace::ui
