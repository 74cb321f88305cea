// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/calibration_report.h"
#include "core/simulate/calibration.h"
#include "ui/interference/report_page.h"

#include <functional>

class QPushButton;

namespace millrace::ui {

/// What a store says about the simulation.
struct SimulationScore
{
    std::optional<simulate::Calibration> used; ///< the calibration in use
    std::optional<simulate::Calibration> fitted; ///< to the measured runs; not yet in use
    report::CalibrationReport report;
    std::string remark; ///< why nothing was fitted
};
/// Called on a pool thread, like the others.
using SimulationSource = std::function<Result<SimulationScore>(const JobContext&)>;
/// Measures the short runs of a calibration, and takes it into use.
using CalibrationMaker = std::function<Result<void>(const JobContext&)>;
using CalibrationSaver = std::function<Result<void>(const simulate::Calibration&, const JobContext&)>;

/// How wrong the simulation is for the measured runs of a store: held-out cells, errors by factor, bands, and steps as
/// they were simulated before their runs. Measures a calibration, and takes one into use.
class SimulationPage : public ReportPage
{
    Q_OBJECT
public:
    struct Functions
    {
        SimulationSource score;
        CalibrationMaker measure;
        CalibrationSaver save;
    };
    SimulationPage(ReportSubject subject, Functions functions, Settings& settings, QWidget* parent = nullptr);

    [[nodiscard]] QString helpPage() const override { return QStringLiteral("simulation"); }

protected:
    void compute() override;

private:
    [[nodiscard]] QWidget* makeControls();
    void measure();
    void takeIntoUse();
    void showScore(SimulationScore score);

    Functions m_functions;
    QPushButton* m_measure = nullptr;
    QPushButton* m_use = nullptr;
    std::optional<simulate::Calibration> m_fitted;
};

} // namespace millrace::ui
