// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/empty_state.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/interference/report_browser.h"
#include "ui/interference/simulation_page.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::ui;

/// The page of the simulation and its error.
class TestSimulationPage : public QObject
{
    Q_OBJECT

private:
    void shoot(QWidget& page, const QString& name)
    {
        QTest::qWait(100);
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(page.grab().save(QDir(shots).filePath(name + QStringLiteral(".png"))));
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void cleanup() { QThreadPool::globalInstance()->waitForDone(); }

    void simulationIsScoredAndCalibrated()
    {
        int measured = 0, saved = 0;
        std::optional<simulate::Calibration> used;
        const auto score = [&](const JobContext&) -> Result<SimulationScore> {
            SimulationScore made;
            made.used = used;
            if (measured == 0) {
                made.remark = "3 measured all-reduces are too few for a calibration";
                return made;
            }
            made.fitted.emplace();
            made.fitted->made = "2026-11-27T08:00:00Z";
            made.fitted->model = simulate::modelVersion;
            made.fitted->cells = 30;
            made.fitted->medianError = 0.046;
            made.fitted->highError = 0.179;
            std::vector<simulate::Sample> samples;
            simulate::Fit fit;
            for (std::size_t i = 0; i < 30; ++i) {
                simulate::Sample sample;
                sample.levels = {{"strategy", i % 2 == 0 ? "RING_ALLREDUCE" : "STAR"},
                                 {"workers", i % 3 == 0 ? "8" : "4"}};
                sample.seconds = 0.01 * std::pow(1.15, static_cast<double>(i));
                samples.push_back(sample);
                const double predicted = sample.seconds * (1 + 0.05 * std::sin(static_cast<double>(i)));
                fit.heldOut.push_back({i, predicted, {0.9 * predicted, 1.1 * predicted}});
            }
            made.report = report::calibrationReport(samples, fit);
            return made;
        };
        const auto measure = [&](const JobContext&) -> Result<void> {
            ++measured;
            return {};
        };
        const auto save = [&](const simulate::Calibration& calibration, const JobContext&) -> Result<void> {
            ++saved;
            used = calibration;
            return {};
        };
        applyTheme(*qApp, Theme::Light);
        Settings settings(m_folder.filePath(QStringLiteral("settings.ini")));
        SimulationPage page({m_folder.filePath(QStringLiteral("loads.mrdb")), {}, QStringLiteral("loads")},
                            {score, measure, save}, settings);
        page.resize(1280, 720);
        page.show();
        QSignalSpy loaded(&page, &DocumentPage::loaded);
        page.reload();
        QVERIFY(loaded.wait());
        QVERIFY(!page.showsReport());
        QVERIFY2(page.empty().text().contains(QStringLiteral("not calibrated")), qPrintable(page.empty().text()));
        auto* calibrate = page.findChild<QPushButton*>(QStringLiteral("calibrate"));
        auto* use = page.findChild<QPushButton*>(QStringLiteral("useCalibration"));
        QVERIFY(!use->isEnabled());
        calibrate->click();
        QTRY_VERIFY(page.showsReport());
        QCOMPARE(measured, 1);
        QVERIFY(use->isEnabled());
        use->click();
        QTRY_COMPARE(saved, 1);
        QTRY_VERIFY(page.findChild<QLabel*>(QStringLiteral("simulationSummary"))
                        ->text()
                        .contains(QStringLiteral("4.6 % median")));
        applyTheme(*qApp, Theme::Light);
        page.browser().choose(QStringLiteral("calibration"));
        shoot(page, QStringLiteral("simulation-light"));
        applyTheme(*qApp, Theme::Dark);
        shoot(page, QStringLiteral("simulation-dark"));
    }
};

QTEST_MAIN(TestSimulationPage)
#include "tst_simulation_page.moc"
