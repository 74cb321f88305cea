// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/simulation_page.h"

#include "ui/base/format.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace millrace::ui {

SimulationPage::SimulationPage(ReportSubject subject, Functions functions, Settings& settings, QWidget* parent)
    : ReportPage(QStringLiteral("simulation"), tr("Simulation and its error"), std::move(subject), settings, parent),
      m_functions(std::move(functions))
{
    addControls(makeControls());
}

QWidget* SimulationPage::makeControls()
{
    auto* controls = new QWidget(this);
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(16, 2, 16, 6);
    m_measure = new QPushButton(tr("&Calibrate (about a minute)"), controls);
    m_measure->setObjectName(QStringLiteral("calibrate"));
    m_measure->setToolTip(
        tr("Measure 30 cells of short runs on eight emulated nodes of this machine, and use what they "
           "say from then on"));
    m_use = new QPushButton(tr("&Use the fit to these runs"), controls);
    m_use->setObjectName(QStringLiteral("useCalibration"));
    m_use->setToolTip(tr("Simulated runs of this store and estimates use this calibration from then on"));
    m_use->setEnabled(false);
    row->addWidget(m_measure);
    row->addWidget(m_use);
    row->addStretch(1);
    connect(m_measure, &QPushButton::clicked, this, &SimulationPage::measure);
    connect(m_use, &QPushButton::clicked, this, &SimulationPage::takeIntoUse);
    return controls;
}

void SimulationPage::compute()
{
    m_fitted.reset();
    m_use->setEnabled(false);
    m_measure->setEnabled(true);
    job().start(m_functions.score, [this](Result<SimulationScore> score) {
        if (score)
            showScore(*std::move(score));
        else
            showProblem(score.error(), tr("No score"), QString());
    });
}

void SimulationPage::showScore(SimulationScore score)
{
    m_fitted = std::move(score.fitted);
    m_use->setEnabled(m_fitted.has_value());
    const QString inUse = tr("In use: %1").arg(toQString(simulate::stampOf(score.used)));
    if (score.report.tables.empty()) {
        showProblem(fail(ErrorCode::NotFound, score.remark), tr("No measured runs to compare with"),
                    tr("Calibrate, or run a grid of the framework “builtin” on an emulated cluster. %1.").arg(inUse));
        return;
    }
    std::vector<std::string> notes;
    if (!score.remark.empty())
        notes.push_back(score.remark);
    if (m_fitted)
        notes.push_back("Fit to the runs of this store: " + simulate::stampOf(m_fitted));
    showReport(std::move(score.report.figures), std::move(score.report.tables), notes, inUse);
}

void SimulationPage::measure()
{
    m_measure->setEnabled(false);
    m_use->setEnabled(false);
    job().start(m_functions.measure, [this](Result<void> made) {
        if (made)
            compute();
        else {
            m_measure->setEnabled(true);
            showProblem(made.error(), tr("Not calibrated"), QString());
        }
    });
}

void SimulationPage::takeIntoUse()
{
    if (!m_fitted)
        return;
    job().start([save = m_functions.save,
                 calibration = *m_fitted](const JobContext& context) { return save(calibration, context); },
                [this](Result<void> saved) {
                    if (saved)
                        compute();
                    else
                        showProblem(saved.error(), tr("Not saved"), QString());
                });
}

} // namespace millrace::ui

#include "moc_simulation_page.cpp"
