// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/score_page.h"

#include "core/report/policy_detector.h"
#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>

#include <cmath>

namespace millrace::ui {
namespace {

const QString scoreChoiceKey = QStringLiteral("score/leftOut");

} // namespace

QString scoreSummary(const report::ScoreReport& report, const QLocale& locale)
{
    const auto clean = std::ranges::count_if(report.jobs, [](const auto& each) { return !each.truth; });
    QStringList parts{ScorePage::tr("%Ln run(s)", nullptr, static_cast<int>(report.jobs.size())),
                      ScorePage::tr("%Ln of them clean", nullptr, static_cast<int>(clean))};
    std::vector<const monitor::DetectorScore*> overall;
    for (const monitor::DetectorScore& score : report.scores)
        if (std::isnan(score.level) && std::isfinite(score.f1))
            overall.push_back(&score);
    std::ranges::stable_sort(overall, std::greater(), [](const auto* score) { return score->f1; });
    QStringList scores;
    for (const monitor::DetectorScore* score : overall)
        scores.append(ScorePage::tr("%1 %2").arg(toQString(score->detector), locale.toString(score->f1, 'f', 2)));
    if (!scores.isEmpty())
        parts.append(ScorePage::tr("F1 over all levels: %1").arg(scores.join(QStringLiteral(", "))));
    return parts.join(QStringLiteral(" · "));
}

ScorePage::ScorePage(ReportSubject subject, ScoreSource source, const std::vector<std::string>& detectors,
                     Settings& settings, QWidget* parent)
    : ReportPage(QStringLiteral("score"), tr("Detector score card"), std::move(subject), settings, parent),
      m_source(std::move(source))
{
    addControls(makeControls(detectors));
}

QWidget* ScorePage::makeControls(const std::vector<std::string>& detectors)
{
    auto* controls = new QWidget(this);
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(16, 2, 16, 6);
    row->setSpacing(14);
    row->addWidget(new QLabel(tr("Detectors"), controls));
    // Replays of policies are many times slower than detectors, so they are a choice.
    QStringList policies;
    for (const std::string& name : detectors)
        if (name.starts_with(report::PolicyDetector::prefix))
            policies.append(toQString(name));
    const QStringList leftOut = settings().value(scoreChoiceKey, policies).toStringList();
    for (const std::string& name : detectors) {
        const QString text = toQString(name);
        auto* box = new QCheckBox(text, controls);
        box->setObjectName(QStringLiteral("detector-") + text);
        box->setChecked(!leftOut.contains(text));
        if (name == monitor::defaultDetector)
            box->setToolTip(tr("The one that watches live runs, unless another one is chosen"));
        if (policies.contains(text))
            box->setToolTip(tr("A policy: a change away from the strategy of the run counts as its alarm"));
        connect(box, &QCheckBox::toggled, this, &ScorePage::choiceChanged);
        row->addWidget(box);
        m_boxes.emplace_back(name, box);
    }
    row->addStretch(1);
    return controls;
}

std::vector<std::string> ScorePage::detectors() const
{
    std::vector<std::string> chosen;
    for (const auto& [name, box] : m_boxes)
        if (box->isChecked())
            chosen.push_back(name);
    return chosen;
}

void ScorePage::choiceChanged()
{
    QStringList leftOut;
    for (const auto& [name, box] : m_boxes)
        if (!box->isChecked())
            leftOut.append(toQString(name));
    settings().setValue(scoreChoiceKey, leftOut);
    compute();
}

void ScorePage::compute()
{
    const std::vector<std::string> chosen = detectors();
    if (chosen.empty() && !m_boxes.empty()) {
        job().cancel();
        showProblem(fail(ErrorCode::InvalidInput, tr("No detector is chosen").toStdString()), tr("Nothing to score"),
                    tr("Check at least one detector above."));
        return;
    }
    job().start([source = m_source, chosen](const JobContext& context) { return source(chosen, context); },
                [this](Result<report::ScoreReport> report) {
                    if (!report) {
                        showProblem(report.error(), tr("No score card"),
                                    tr("Detectors are scored over runs whose slow-downs are known: runs with cross "
                                       "traffic, and runs without any as clean controls. Add a profile under “Cross "
                                       "traffic” in the project, name it and “none” as levels of the factor "
                                       "cross_traffic of a grid, and run the grid."));
                        return;
                    }
                    const QString words = scoreSummary(*report, locale());
                    showReport(std::move(report->figures), std::move(report->tables), report->notes, words);
                });
}

} // namespace millrace::ui

#include "moc_score_page.cpp"
