// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/screens.h"
#include "tests/ui/predict/made_measured_store.h"
#include "ui/base/format.h"
#include "ui/interference/report_browser.h"
#include "ui/predict/network_view.h"
#include "ui/predict/prediction_view.h"
#include "ui/predict/predictor_page.h"

#include <QAction>
#include <QPushButton>
#include <QTabWidget>

namespace millrace::ui::screens {

void shootPredictor(const Camera& camera)
{
    {
        Session session(camera);
        session.window().findChild<QAction*>(QStringLiteral("predictor"))->trigger();
        session.ready();
        session.shoot(QStringLiteral("predictor-first"));
        auto* page = session.page<PredictorPage>();
        page->showTab(PredictorPage::NetworkTab);
        page->network().setProgram("/no/such/program");
        page->network().start();
        wait(3000, [page] { return !page->network().isTraining(); });
        session.shoot(QStringLiteral("predictor-network-missing"));
        page->network().setProgram(
            toPath(QCoreApplication::applicationDirPath() + QStringLiteral("/../bin/millrace-graphs")));
        page->network().start();
        wait(9000, [page] { return !page->network().isTraining(); });
        session.shoot(QStringLiteral("predictor-network-training"));
        wait(120'000, [page] { return !page->network().isTraining(); });
        session.shoot(QStringLiteral("predictor-network-trained"));
    }
    Session session(camera);
    const QString store = session.folder() + QStringLiteral("/results.mrdb");
    test::addMeasuredRuns(toPath(store));
    session.open(store);
    wait(1000);
    session.shoot(QStringLiteral("predictor-results"));
    session.window().findChild<QAction*>(QStringLiteral("predict"))->trigger();
    session.ready();
    auto* page = session.page<PredictorPage>();
    if (page == nullptr)
        qFatal("no page of predictors");
    page->train({});
    wait(60'000, [page] { return page->content().predictor && page->activities().isEmpty(); });
    wait(1500);
    session.shoot(QStringLiteral("predictor-ratings"));
    page->showTab(PredictorPage::PredictionTab);
    page->prediction().selectMetric(*predict::findMetric("tx_burst"));
    wait(800);
    session.shoot(QStringLiteral("predictor-drivers"));
    auto* tabs = page->findChild<QTabWidget*>(QStringLiteral("predictionTabs"));
    tabs->setCurrentIndex(1);
    wait(800);
    session.shoot(QStringLiteral("predictor-sketch"));
    test::addMeasuredRuns(toPath(store), 1.6, 2, 2);
    page->reload();
    wait(5000);
    page->showTab(PredictorPage::MeasuredTab);
    wait(1000);
    session.shoot(QStringLiteral("predictor-measured"));
    page->findChild<ReportBrowser*>()->choose(QStringLiteral("errors-over-intervals"));
    wait(800);
    session.shoot(QStringLiteral("predictor-drift"));
    page->findChild<ReportBrowser*>()->choose(QStringLiteral("Drift"));
    wait(800);
    session.shoot(QStringLiteral("predictor-drift-table"));
    page->findChild<QAction*>(QStringLiteral("learnRuns"))->trigger();
    wait(8000);
    page->showTab(PredictorPage::VersionTab);
    wait(800);
    session.shoot(QStringLiteral("predictor-versions"));
}

} // namespace millrace::ui::screens
