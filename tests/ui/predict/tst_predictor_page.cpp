// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/predict/model_graph.h"
#include "core/project/project_file.h"
#include "core/run/predictor_versions.h"
#include "core/run/usage_sources.h"
#include "tests/core/predict/made_onnx.h"
#include "tests/core/predict/made_samples.h"
#include "tests/need.h"
#include "tests/ui/predict/made_measured_store.h"
#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/quantity_edit.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/interference/report_browser.h"
#include "ui/predict/network_view.h"
#include "ui/predict/prediction_view.h"
#include "ui/predict/predictor_page.h"
#include "ui/predict/setting_form.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

constexpr int patience = 60'000; // ms

using tests::need;

} // namespace

/// Training, predictions, comparisons and versions in the window.
class TestPredictorPage : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<PredictorPage> m_page;

    std::filesystem::path path(const char* name) const { return m_folder.path().toStdString() + "/" + name; }
    template <typename Widget>
    Widget* child(const char* name) const
    {
        return m_page->findChild<Widget*>(QLatin1String(name));
    }
    QString cell(const char* table, int row, int column) const
    {
        return child<TableView>(table)->model()->index(row, column).data().toString();
    }
    int rows(const char* table) const { return child<TableView>(table)->model()->rowCount(); }
    QString summary() const { return child<QLabel>("predictorSummary")->text(); }
    void open(PredictorSource source, OpenProjects projects = {})
    {
        m_page = std::make_unique<PredictorPage>(std::move(source), std::move(projects), *m_settings);
        m_page->resize(1280, 740);
        m_page->show();
        QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
        m_page->reload();
        QTRY_COMPARE_WITH_TIMEOUT(loaded.size(), 1, patience);
    }
    void type(const char* field, const QString& text)
    {
        auto* edit = child<QuantityEdit>(field);
        QVERIFY(edit != nullptr);
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        QVERIFY(predict::writeSamples(path("samples.json"), predict::test::madeSamples(40, 0.1, 1)).has_value());
        QVERIFY(predict::writeSamples(path("few.json"), predict::test::madeSamples(4, 0.1, 1)).has_value());
    }
    void cleanup()
    {
        m_page.reset();
        QThreadPool::globalInstance()->waitForDone();
    }

    /// Without anything: train on a file, predict, save, open what was saved.
    void trainsOnAFile()
    {
        open({});
        QVERIFY(child<EmptyState>("noPrediction")->text().contains(QStringLiteral("No predictor yet")));
        QVERIFY(!child<QTabWidget>("predictorTabs")->isTabVisible(PredictorPage::VersionTab));
        QVERIFY(!child<QAction>("savePredictor")->isEnabled());
        QSignalSpy rated(m_page.get(), &PredictorPage::rated);
        QSignalSpy idle(m_page.get(), &DocumentPage::idle);
        m_page->train({pathText(path("samples.json"))});
        QCOMPARE(m_page->activities().size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(idle.size(), 1, patience);
        QVERIFY(m_page->activities().isEmpty());
        QVERIFY(rated.size() >= int(predict::metricCount)); // rows appear while it goes on
        QCOMPARE(rows("predictorRatings"), 48);
        QVERIFY2(summary().contains(QStringLiteral("40 sample")), qPrintable(summary()));
        QTRY_VERIFY_WITH_TIMEOUT(m_page->prediction().hasPrediction(), patience);
        QVERIFY(m_page->isModified()); // closing asks
        QVERIFY2(summary().contains(QStringLiteral("not saved")), qPrintable(summary()));
        m_page->saveAs(pathText(path("none/predictor.json")));
        QVERIFY(m_page->isModified());
        m_page->saveAs(pathText(path("predictor.json")));
        QVERIFY(!m_page->isModified());
        QVERIFY2(!summary().contains(QStringLiteral("not saved")), qPrintable(summary()));
        QCOMPARE(m_page->title(), QStringLiteral("predictor.json"));
        const auto predictor = need(predict::UsagePredictor::open(path("predictor.json")));

        open({{}, path("predictor.json")});
        QTRY_VERIFY_WITH_TIMEOUT(m_page->prediction().hasPrediction(), patience);
        QCOMPARE(m_page->title(), QStringLiteral("predictor.json"));
        // The same numbers as the command line prints.
        m_page->setSetting(predict::test::madeSetting(3, 4, 1e9, 32));
        const auto expected = predictor.predict(predict::test::madeSetting(3, 4, 1e9, 32));
        const std::size_t burst = *predict::findMetric("tx_burst");
        QTRY_COMPARE_WITH_TIMEOUT(m_page->prediction().prediction().prediction.metrics[burst].value,
                                  expected.metrics[burst].value, patience);
        QCOMPARE(rows("predictedValues"), 12);
        m_page->prediction().selectMetric(burst);
        QVERIFY2(child<QLabel>("predictionFormula")->text().startsWith(QStringLiteral("TX burst ")),
                 qPrintable(child<QLabel>("predictionFormula")->text()));
        QVERIFY(rows("predictionDrivers") >= 5);
        QVERIFY(child<FigureView>("predictedRate")->hasFigure());
        QCOMPARE(child<FigureView>("predictedRate")->figure().series.size(), std::size_t(2));
    }

    void typedSettings()
    {
        open({{}, path("predictor.json")});
        QTRY_VERIFY_WITH_TIMEOUT(m_page->prediction().hasPrediction(), patience);
        type("setting_workers", QStringLiteral("500"));
        const std::size_t burst = *predict::findMetric("tx_burst");
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->prediction().prediction().prediction.metrics[burst].isKnown, patience);
        QVERIFY2(child<QLabel>("predictionSentences")->text().contains(QStringLiteral("outside of what was measured")),
                 qPrintable(child<QLabel>("predictionSentences")->text()));
        QVERIFY(!child<FigureView>("predictedRate")->hasFigure());
        type("setting_workers", QStringLiteral("many"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->prediction().hasPrediction(), patience);
        type("setting_workers", QStringLiteral("4"));
        QTRY_VERIFY_WITH_TIMEOUT(m_page->prediction().hasPrediction(), patience);
        // Another predictor than the recommended one.
        auto* kinds = child<QComboBox>("predictorKind");
        kinds->setCurrentIndex(kinds->findData(static_cast<int>(predict::RegressorKind::Mean)));
        Q_EMIT kinds->activated(kinds->currentIndex());
        QTRY_COMPARE_WITH_TIMEOUT(m_page->prediction().prediction().prediction.kind, predict::RegressorKind::Mean,
                                  patience);
        // Shown again in the next session.
        const QJsonObject shown = m_page->shown();
        open({{}, path("predictor.json")});
        m_page->restore(shown);
        QTRY_COMPARE_WITH_TIMEOUT(child<QuantityEdit>("setting_workers")->text(), QStringLiteral("4"), patience);
    }

    void cancelsATraining()
    {
        open({});
        QSignalSpy idle(m_page.get(), &DocumentPage::idle);
        m_page->train({pathText(path("samples.json"))});
        m_page->stopActivities();
        QCOMPARE(idle.size(), 1);
        QVERIFY(m_page->activities().isEmpty());
        QVERIFY(m_page->content().predictor == nullptr);
    }

    void saysWhyItCannotTrain()
    {
        open({});
        QSignalSpy failed(m_page.get(), &DocumentPage::failed);
        m_page->train({pathText(path("few.json"))});
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
        const auto error = failed.at(0).at(0).value<Error>();
        QVERIFY2(error.text().find("4 samples; a predictor needs 10") != std::string::npos, error.text().c_str());
        QVERIFY(m_page->hasContent());
    }

    /// Runs of a store: versions, roll-back, learning, errors of new runs.
    void storeWithRuns()
    {
        const auto store = path("results.mrdb");
        ui::test::addMeasuredRuns(store);
        open({store, {}});
        QVERIFY2(summary().contains(QStringLiteral("48 samples of 48 measured runs")), qPrintable(summary()));
        QSignalSpy idle(m_page.get(), &DocumentPage::idle);
        child<QAction>("trainHere")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(idle.size(), 1, patience);
        QVERIFY2(summary().contains(QStringLiteral("version 1 of 1")), qPrintable(summary()));
        QCOMPARE(rows("predictorVersions"), 1);
        QVERIFY(!child<QAction>("learnRuns")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(m_page->prediction().hasPrediction(), patience);
        QVERIFY(child<FigureView>("predictedRate")->hasFigure());
        QVERIFY(!child<FigureView>("predictedUse")->hasFigure()); // GPU was not measured

        // While another connection writes to the store, the predictor is there, but not kept.
        {
            const auto writing = need(store::Database::open(store));
            QSignalSpy failed(m_page.get(), &DocumentPage::failed);
            child<QAction>("trainHere")->trigger();
            QTRY_COMPARE_WITH_TIMEOUT(idle.size(), 2, patience);
            QCOMPARE(failed.size(), 1);
            const auto error = failed.at(0).at(0).value<Error>();
            QVERIFY2(error.code == ErrorCode::Locked && error.text().starts_with("the predictor is not kept"),
                     error.text().c_str());
            QVERIFY2(summary().contains(QStringLiteral("not saved")), qPrintable(summary()));
            QVERIFY(child<QAction>("savePredictor")->isEnabled());
            QCOMPARE(rows("predictorVersions"), 1);
        }

        // Slower runs after that: a drift, until they are learnt.
        ui::test::addMeasuredRuns(store, 1.6, 2, 2);
        m_page->reload();
        QTRY_VERIFY_WITH_TIMEOUT(child<QAction>("learnRuns")->isEnabled(), patience);
        QVERIFY(child<QAction>("learnRuns")->text().startsWith(QStringLiteral("&Learn 12 new run")));
        auto* drift = child<QLabel>("predictorDrift");
        QTRY_VERIFY2_WITH_TIMEOUT(drift->text().startsWith(QStringLiteral("Drift in 12 new runs: ")),
                                  qPrintable(drift->text()), patience);
        child<QAction>("learnRuns")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(idle.size(), 3, patience);
        QVERIFY2(summary().contains(QStringLiteral("version 2 of 2")), qPrintable(summary()));
        QVERIFY(!child<QAction>("learnRuns")->isEnabled());

        m_page->showTab(PredictorPage::VersionTab);
        child<TableView>("predictorVersions")->selectRow(1);
        auto* use = child<QPushButton>("useVersion");
        QVERIFY(use->isEnabled());
        use->click();
        QTRY_COMPARE_WITH_TIMEOUT(idle.size(), 4, patience);
        QVERIFY2(summary().contains(QStringLiteral("version 1 of 2")), qPrintable(summary()));
        auto database = need(store::Database::openReadOnly(store));
        QCOMPARE(need(run::readPredictor(database)).record.id.value, std::int64_t(1));
        QCOMPARE(m_page->bookmark().value(QStringLiteral("kind")).toString(), QStringLiteral("predictor"));
        QVERIFY(m_page->recentFiles().isEmpty());
    }

    /// A graph of another model replaces its facts, and not those of the cluster.
    void takesTheGraphOfAModel()
    {
        open({{}, path("predictor.json")});
        predict::Setting setting = predict::test::madeSetting(3, 4, 1e9, 32);
        setting.workers = 3;
        m_page->setSetting(setting);
        const std::string file = path("small_net.onnx").string();
        QVERIFY(writeFileAtomically(file, predict::test::smallNetwork().bytes()).has_value());
        QSignalSpy failed(m_page.get(), &DocumentPage::failed);
        m_page->takeGraph(toQString(file));
        QTRY_COMPARE_WITH_TIMEOUT(child<QComboBox>("setting_model")->currentText(), QStringLiteral("small_net"),
                                  patience);
        const auto graph = predict::readModelGraph(file);
        QCOMPARE(child<QuantityEdit>("setting_parameters")->value(), std::optional(graph->parameters));
        QCOMPARE(child<QuantityEdit>("setting_workers")->value(), std::optional(3.0));
        QVERIFY(child<QLabel>("settingGraph")->text().contains(QStringLiteral("27")));
        QVERIFY(writeFileAtomically(file, "no graph").has_value());
        m_page->takeGraph(toQString(file));
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
        QCOMPARE(child<QuantityEdit>("setting_parameters")->value(), std::optional(graph->parameters));
    }

    /// A graph network: its program is missing, dies, or is cancelled; losses are drawn until then.
    void graphNetworks()
    {
        open({});
        NetworkView& network = m_page->network();
        m_page->showTab(PredictorPage::NetworkTab);
        QSignalSpy failed(m_page.get(), &DocumentPage::failed);
        network.setProgram(path("none"));
        child<QPushButton>("networkStart")->click();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
        QVERIFY2(network.state().contains(QStringLiteral("is not installed; build Millrace where libtorch")),
                 qPrintable(network.state()));

        const std::string begin = "#!/bin/sh\necho '{\"event\":\"ready\",\"protocol\":1}'\nread x\n"
                                  "for i in 1 2 3; do echo '{\"id\":1,\"event\":\"epoch\",\"member\":0,\"epoch\":'$i',"
                                  "\"train\":0.'$i',\"validation\":0.'$i'}'; done\n";
        const auto script = [this, begin](const char* name, const char* end) {
            const auto file = path(name);
            if (!writeFileAtomically(file, begin + end))
                qFatal("no script");
            std::filesystem::permissions(file, std::filesystem::perms::owner_all);
            return file;
        };
        network.setProgram(script("dies", "exit 3\n"));
        network.start();
        QVERIFY(m_page->activities().contains(QStringLiteral("A graph network is being trained.")));
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 2, patience);
        QVERIFY2(network.state().contains(QStringLiteral("exit code 3")), qPrintable(network.state()));
        QCOMPARE(child<FigureView>("networkLosses")->figure().series.size(), std::size_t(2));
        QCOMPARE(child<FigureView>("networkLosses")->figure().series[0].points.size(), std::size_t(3));

        network.setProgram(script("slow", "read x\necho '{\"id\":1,\"event\":\"cancelled\"}'\nread x\n"));
        network.start();
        QTRY_VERIFY_WITH_TIMEOUT(network.state().contains(QStringLiteral("member 1, epoch 3")), patience);
        QSignalSpy idle(m_page.get(), &DocumentPage::idle);
        child<QPushButton>("networkStart")->click();
        QVERIFY(!network.isTraining());
        QVERIFY(!idle.isEmpty());
        QCOMPARE(network.state(), QStringLiteral("The training was cancelled."));
        QCOMPARE(failed.size(), 2);
    }

    void takesSettings()
    {
        const auto file = need(project::ProjectFile::parse(R"({
          "format": "millrace-project", "version": 1, "name": "small",
          "clusters": [{"name": "lab", "nodes": 4, "nic_rate": "2.5Gbit"}],
          "workloads": [{"name": "job", "framework": "builtin", "model": "resnet50", "batch": 8, "steps": 3}],
          "grids": [{"name": "grid", "cluster": "lab", "workload": "job",
                     "factors": [{"name": "workers", "levels": [2, 4]}]}]
        })",
                                                           "x.millrace"));
        const auto project = std::make_shared<const project::Project>(file.project);
        open({{}, path("predictor.json")}, [project] {
            return std::vector<OfferedProject>{{QStringLiteral("small.millrace"), project}};
        });
        auto* menu = child<QPushButton>("takeSetting")->menu();
        Q_EMIT menu->aboutToShow();
        const auto find = [menu](const QString& text) -> QAction* {
            for (QAction* action : menu->actions())
                if (action->text() == text)
                    return action;
            return nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(find(QStringLiteral("grid: workers=2")) != nullptr, patience);
        find(QStringLiteral("grid: workers=2"))->trigger();
        QCOMPARE(child<QuantityEdit>("setting_rate")->text(), QStringLiteral("2.5Gbit"));
        QCOMPARE(child<QuantityEdit>("setting_workers")->text(), QStringLiteral("2"));
        QCOMPARE(child<SettingForm>("settingForm")->given().at("model").get<std::string>(), std::string("resnet50"));
    }
};

QTEST_MAIN(TestPredictorPage)
#include "tst_predictor_page.moc"
