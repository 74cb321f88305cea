// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/score_report.h"
#include "ui/interference/report_page.h"

#include <functional>

class QCheckBox;

namespace millrace::ui {

/// Scores these detectors; called on a pool thread.
using ScoreSource =
    std::function<Result<report::ScoreReport>(const std::vector<std::string>& detectors, const JobContext&)>;

/// The score card of the detectors over runs whose cross traffic is known.
class ScorePage : public ReportPage
{
    Q_OBJECT
public:
    /// `detectors`: all that can be chosen.
    ScorePage(ReportSubject subject, ScoreSource source, const std::vector<std::string>& detectors, Settings& settings,
              QWidget* parent = nullptr);

    [[nodiscard]] QString helpPage() const override { return QStringLiteral("detectors"); }
    /// Those that are checked.
    [[nodiscard]] std::vector<std::string> detectors() const;

protected:
    void compute() override;

private:
    [[nodiscard]] QWidget* makeControls(const std::vector<std::string>& detectors);
    void choiceChanged();

    ScoreSource m_source;
    std::vector<std::pair<std::string, QCheckBox*>> m_boxes;
};

/// "13 runs, 3 of them clean · F1 over all levels: change-point 0.93, kungfu 0.71": the best first.
[[nodiscard]] QString scoreSummary(const report::ScoreReport& report, const QLocale& locale);

} // namespace millrace::ui
