// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/interference/alarm_model.h"
#include "ui/interference/alarm_panel.h"
#include "ui/interference/run_phases.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <cmath>

using namespace millrace;
using namespace millrace::ui;
using namespace std::chrono_literals;

namespace {

constexpr Nanoseconds start = 1'760'000'000s;

store::Event happened(Nanoseconds after, const char* kind, const std::string& text, const std::string& json = {})
{
    return {start + after, after, kind, {}, text, json};
}

const std::string raised = R"({"detector":"change-point","over":false,"raised":127,"onset":119,
    "onset_wall_ns":1760000011900000000,"size":0.314,"confidence":0.98,"workers":[1,2],"link":[1,2]})";
const std::string over = R"({"detector":"change-point","over":true,"raised":180,"onset":172,"size":0.0,
    "confidence":0.9,"workers":[],"link":null})";

} // namespace

class TestRunAlarms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }

    void readsTheEvent()
    {
        const auto alarm = alarmOf(happened(12700ms, "alarm", "sentence", raised));
        QVERIFY(alarm.has_value());
        QCOMPARE(alarm->wall, start + 12700ms);
        QCOMPARE(alarm->onsetWall, start + 11900ms);
        QCOMPARE(alarm->detector, std::string("change-point"));
        QVERIFY(!alarm->over);
        QCOMPARE(alarm->raised, std::int64_t(127));
        QCOMPARE(alarm->onset, std::int64_t(119));
        QCOMPARE(alarm->size, 0.314);
        QCOMPARE(alarm->confidence, 0.98);
        QCOMPARE(alarm->workers, (std::vector<int>{1, 2}));
        QVERIFY(alarm->link == std::optional(std::pair(1, 2)));
        QVERIFY(!alarmOf(happened(0s, "worker-error", "x", raised)).has_value());
    }

    void worse()
    {
        std::string json = raised;
        json.replace(json.find("\"over\":false"), 12, "\"over\":false,\"worse\":true");
        const RunAlarm alarm = *alarmOf(happened(12700ms, "alarm", "sentence", json));
        QVERIFY(alarm.worse && !alarm.over);
        const QLocale locale(QLocale::English, QLocale::UnitedStates);
        QVERIFY(alarmHeadline(alarm, locale).endsWith(QStringLiteral("longer since step 120, worse than before")));
        QVERIFY(alarmMark(alarm, locale).label.startsWith(QStringLiteral("worse")));
        AlarmModel model;
        model.setAlarms({*alarmOf(happened(1s, "alarm", "x", raised)), alarm}, start.count());
        QCOMPARE(model.data(model.index(0, AlarmModel::WhatColumn)).toString(), QStringLiteral("⚠ worse"));
        QCOMPARE(model.standing()->worse, true);
    }

    /// What cannot be read is unknown, and nothing ends the program.
    void hostileDetails_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("broken") << QByteArray("{\"size\":");
        QTest::newRow("a list") << QByteArray("[1,2,3]");
        QTest::newRow("wrong types") << QByteArray(
            R"({"detector":5,"over":"no","raised":"x","onset":[],"size":"big","confidence":{},)"
            R"("workers":7,"link":[1]})");
        QTest::newRow("wrong ranks") << QByteArray(
            R"({"workers":[-1,"a",1e30,99999999999999999999,null,[]],"link":[-1,4294967296]})");
        QTest::newRow("huge numbers") << QByteArray(R"({"raised":1e300,"onset":-1e300,"onset_wall_ns":1e300})");
        QTest::newRow("deep") << QByteArray(R"({"workers":)") + QByteArray(2000, '[') + QByteArray(2000, ']') + "}";
        QTest::newRow("no text") << QByteArray("{\"detector\":\"\xff\xfe\"}");
    }

    void hostileDetails()
    {
        QFETCH(QByteArray, json);
        const auto alarm = alarmOf(happened(1s, "alarm", "Something is slow", json.toStdString()));
        QVERIFY(alarm.has_value());
        QVERIFY(std::isnan(alarm->size));
        QVERIFY(std::isnan(alarm->confidence));
        QVERIFY(alarm->workers.empty());
        QVERIFY(!alarm->link.has_value());
        QVERIFY(alarm->detector.empty());
        QCOMPARE(alarmSentence(*alarm, QLocale::c()), QStringLiteral("Something is slow"));
        QCOMPARE(alarmMark(*alarm, QLocale::c()).label, QStringLiteral("alarm"));
    }

    void namesAreBounded()
    {
        std::string json = R"({"detector":"ewma","workers":[0)";
        for (int rank = 1; rank < 100'000; ++rank)
            json += "," + std::to_string(rank);
        const auto alarm = alarmOf(happened(1s, "alarm", {}, json + "]}"));
        QVERIFY(alarm->workers.size() <= 1024);
        QVERIFY(blamedText(*alarm).size() < 100);
    }

    void theCauseIsSaidWithItsNumbers()
    {
        const QLocale locale(QLocale::English, QLocale::UnitedStates);
        const QChar space(0x00A0);
        const auto with = [](const char* cause) {
            return *alarmOf(happened(1s, "alarm", "x",
                                     R"({"detector":"ewma","over":false,"raised":9,"onset":5,)"
                                     R"("size":0.5,"confidence":null,"workers":[1],"link":[0,1],)"
                                         + std::string(cause) + "}"));
        };
        const RunAlarm losses = with(R"("cause":"losses","cause_before":0.001,"cause_since":0.014)");
        QCOMPARE(causeText(losses, locale), QStringLiteral("retransmitted: 0.1%1% before, 1.4%1% since").arg(space));
        QVERIFY(alarmSentence(losses, locale).contains(causeText(losses, locale)));
        QCOMPARE(causeText(with(R"("cause":"stopped","cause_before":0,"cause_since":0.28)"), locale),
                 QStringLiteral("stopped by a signal: 0.0%1% before, 28%1% since").arg(space));
        QVERIFY(causeText(with(R"("cause":"unheard of","cause_before":1)"), locale).isEmpty());
        QVERIFY(causeText(with(R"("cause":7)"), locale).isEmpty());
        QVERIFY(causeText(with(R"("workers":[])"), locale).isEmpty());
    }

    void words()
    {
        const QLocale locale(QLocale::English, QLocale::UnitedStates);
        const auto first = *alarmOf(happened(1s, "alarm", "x", raised));
        const QChar space(0x00A0);
        QCOMPARE(alarmHeadline(first, locale), QStringLiteral("Steps take 31%1% longer since step 120").arg(space));
        QCOMPARE(alarmSentence(first, locale),
                 QStringLiteral("Steps take 31%1% longer since step 120 · noticed at step 128 · confidence 98%1% · "
                                "link rank 1 → rank 2 · detector change-point")
                     .arg(space));
        const TimelineEvent mark = alarmMark(first, locale);
        QCOMPARE(mark.kind, QStringLiteral("alarm"));
        QCOMPARE(mark.label, QStringLiteral("+31%1% · rank 1 → rank 2").arg(space));
        QCOMPARE(blamedText(*alarmOf(happened(1s, "alarm", "x", R"({"link":[-1,2]})"))), QStringLiteral("into rank 2"));
        QCOMPARE(blamedText(*alarmOf(happened(1s, "alarm", "x", R"({"link":[1,-1]})"))),
                 QStringLiteral("out of rank 1"));
        QVERIFY(!alarmOf(happened(1s, "alarm", "x", R"({"link":[-1,-1]})"))->link);
        const auto last = *alarmOf(happened(1s, "alarm", "x", over));
        QCOMPARE(alarmHeadline(last, locale), QStringLiteral("Step times are back to normal since step 173"));
        QCOMPARE(alarmMark(last, locale).label, QStringLiteral("over"));
        QCOMPARE(alarmLine(first, locale).stream, std::string("alarm"));
        QCOMPARE(alarmLine(last, locale).stream, std::string("notice"));
    }

    void phasesBecomeBands()
    {
        std::vector<TimelineBand> bands;
        QVERIFY(!addPhase(bands, happened(0s, "phase", "warmup")));
        QVERIFY(!addPhase(bands, happened(0s, "alarm", "loaded")));
        store::Event workers = happened(0s, "phase", "loaded");
        workers.node = "node1";
        QVERIFY2(!addPhase(bands, workers), "of the workload, not of the cross traffic");
        QVERIFY(addPhase(bands, happened(1s, "phase", "baseline")));
        QCOMPARE(bands.back().end, TimelineBand::open);
        QVERIFY(addPhase(bands, happened(3s, "phase", "loaded")));
        QVERIFY(addPhase(bands, happened(7s, "phase", "recovery")));
        QVERIFY(addPhase(bands, happened(9s, "phase", "end")));
        QVERIFY(addPhase(bands, happened(10s, "phase", "end")));
        QCOMPARE(bands.size(), std::size_t(3));
        QCOMPARE(bands[0].begin, (start + 1s).count());
        QCOMPARE(bands[0].end, (start + 3s).count());
        QCOMPARE(bands[1].end, (start + 7s).count());
        QCOMPARE(bands[2].end, (start + 9s).count());
        QCOMPARE(bands[1].name, QStringLiteral("loaded"));
        QVERIFY(bands[1].tone == TimelineBand::Tone::Warning);
        addPhase(bands, happened(1s, "phase", "baseline"));
        addPhase(bands, happened(0s, "phase", "end")); // a clock that went backwards
        QVERIFY(bands.back().end >= bands.back().begin);
        for (int i = 0; i < 5000; ++i)
            addPhase(bands, happened(20s, "phase", "loaded"));
        QVERIFY(bands.size() <= 1000);
    }

    void modelHasTheLatestFirst()
    {
        AlarmModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setAlarms(
            {*alarmOf(happened(12700ms, "alarm", "x", raised)), *alarmOf(happened(18s, "alarm", "x", over))},
            start.count());
        const auto text = [&model](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(text(0, AlarmModel::WhatColumn).contains(QStringLiteral("over")));
        QVERIFY(text(1, AlarmModel::TimeColumn).startsWith(QStringLiteral("12.7")));
        QCOMPARE(text(1, AlarmModel::OnsetColumn), QStringLiteral("120"));
        QCOMPARE(text(1, AlarmModel::RaisedColumn), QStringLiteral("128"));
        QCOMPARE(text(1, AlarmModel::WhereColumn), QStringLiteral("rank 1 → rank 2"));
        QCOMPARE(text(1, AlarmModel::DetectorColumn), QStringLiteral("change-point"));
        QCOMPARE(text(0, AlarmModel::WhereColumn), QStringLiteral("–"));
        model.setAlarms({*alarmOf(happened(1s, "alarm", "x", "{}"))}, 0);
        for (const int column : {AlarmModel::SizeColumn, AlarmModel::OnsetColumn, AlarmModel::ConfidenceColumn})
            QCOMPARE(text(0, column), QStringLiteral("–"));
    }

    /// Each detector speaks for itself: what one takes back another may still hold.
    void standsUntilItsDetectorTakesItBack()
    {
        AlarmModel model;
        QVERIFY(model.standing() == nullptr);
        const auto alarm = [](Nanoseconds after, const char* detector, bool isOver) {
            RunAlarm made;
            made.wall = start + after;
            made.detector = detector;
            made.over = isOver;
            return made;
        };
        std::vector<RunAlarm> alarms{alarm(1s, "change-point", false), alarm(2s, "kungfu", false),
                                     alarm(3s, "kungfu", true)};
        model.setAlarms(alarms, 0);
        QVERIFY(model.standing() != nullptr);
        QCOMPARE(model.standing()->wall, start + 1s);
        alarms.push_back(alarm(4s, "change-point", true));
        model.setAlarms(alarms, 0);
        QCOMPARE(model.standing()->wall, start + 4s);
        QVERIFY(model.standing()->over);
    }

    void panelShowsTheLatest_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void panelShowsTheLatest()
    {
        QFETCH(bool, dark);
        applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
        QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* panel = new AlarmPanel(settings, &window);
        column->addWidget(panel);
        column->addStretch(1);
        window.resize(1000, 220);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY2(!panel->isVisible(), "nothing to say");
        std::vector<RunAlarm> alarms{*alarmOf(happened(12700ms, "alarm", "x", raised))};
        panel->setAlarms(alarms, start.count());
        QVERIFY(panel->isVisible());
        QVERIFY(panel->text().contains(QStringLiteral("noticed at step 128")));
        QVERIFY(!panel->table().isVisible());
        alarms.push_back(*alarmOf(happened(18s, "alarm", "x", over)));
        panel->setAlarms(alarms, start.count());
        QVERIFY(panel->text().startsWith(QStringLiteral("Step times are back to normal")));
        panel->findChild<QToolButton*>(QStringLiteral("alarmList"))->click();
        QVERIFY(panel->table().isVisible());
        QSignalSpy chosen(panel, &AlarmPanel::timeChosen);
        panel->table().selectRow(1);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.at(0).at(0).toLongLong(), (start + 12700ms).count());
        QTest::qWait(50);
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(window.grab().save(
                QDir(shots).filePath(dark ? QStringLiteral("alarms-dark.png") : QStringLiteral("alarms-light.png"))));
        panel->setAlarms({}, 0);
        QVERIFY(!panel->isVisible());
        applyTheme(*qApp, Theme::Light);
    }
};

QTEST_MAIN(TestRunAlarms)
#include "tst_run_alarms.moc"
