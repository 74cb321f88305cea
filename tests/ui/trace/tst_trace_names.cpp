// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/artefact_repository.h"
#include "core/store/event_repository.h"
#include "tests/core/report/made_store.h"
#include "tests/ui/trace/trace_page_test.h"
#include "ui/base/issue_model.h"
#include "ui/base/search_line.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/plots/timeline_plot.h"
#include "ui/trace/flow_table.h"
#include "ui/trace/lane_view.h"
#include "ui/trace/matrix_model.h"
#include "ui/trace/matrix_panel.h"
#include "ui/trace/trace_plot.h"

#include <QAction>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using report::need;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t start = test::madeEpoch * second;

store::Artefact recordingOf(const std::string& node, char hash)
{
    store::Artefact made;
    made.node = node;
    made.sha256 = std::string(64, hash);
    return made;
}

} // namespace

/// Captures that a run recorded, on its clock and with the names of its nodes.
class TestTraceNames : public test::TracePageTest
{
    Q_OBJECT

private Q_SLOTS:
    void nodesHaveTheirNames();
    void addressesByASwitch();
    void bothAreFound();
    void filesAreCalledByTheirNodes();
    void theRunIsOnEveryTimeAxis();
    void otherCapturesHaveAddresses();
    void shots_data();
    void shots();

private:
    /// A run whose nodes are hub (10.0.0.1), b10 (10.0.0.2) and b9 (10.0.0.3), with the star as recording of hub.
    void openRecorded(std::size_t cut = 0);
    [[nodiscard]] QString cell(Tab tab, int row, int column, int role = Qt::DisplayRole) const
    {
        return m_page->table(tab).model().index(row, column).data(role).toString();
    }
    [[nodiscard]] QStringList sources() const
    {
        QStringList names;
        for (int row = 0; row < rows(Tab::FlowTab); ++row)
            if (const QString name = cell(Tab::FlowTab, row, FlowTable::SourceColumn); !names.contains(name))
                names.append(name);
        names.sort();
        return names;
    }
    [[nodiscard]] QString file() const
    {
        return QString::fromStdString(
            store::ArtefactFolder(m_store->folder.path() / "results.mrdb").fileOf(std::string(64, 'a')).string());
    }

    std::unique_ptr<report::MadeStore> m_store;
};

void TestTraceNames::openRecorded(std::size_t cut)
{
    std::vector<report::Made> runs(3);
    for (int i = 0; i < 3; ++i)
        runs[static_cast<std::size_t>(i)].repetition = i + 1;
    m_store = std::make_unique<report::MadeStore>(runs);
    const store::RunId run = m_store->ids[2];
    need(store::ArtefactRepository(m_store->database).save(run, std::vector{recordingOf("hub", 'a')}));
    need(store::RunRepository(m_store->database, m_store->clock)
             .saveSnapshots(run, std::vector<store::Snapshot>{{"", R"({"nodes": [{"name": "hub", "address": "10.0.0.1"},
                                                        {"name": "b10", "address": "10.0.0.2"},
                                                        {"name": "b9", "address": "10.0.0.3"}]})"}}));
    analysis::Series steps{"step.time", "rank 0", "s", {}, {}};
    for (int i = 1; i <= 4; ++i) {
        steps.times.push_back(start + i * second / 5);
        steps.values.push_back(0.2);
    }
    m_store->addSeries(2, steps);
    const auto event = [](std::int64_t time, const char* kind, const char* node, const char* text,
                          const char* json = "") {
        return store::Event{Nanoseconds(start + time), Nanoseconds(time), kind, node, text, json};
    };
    need(store::EventRepository(m_store->database)
             .save(run,
                   std::vector{event(second / 5 + 1000, "phase", "hub", "benchmark"),
                               event(second / 5, "phase", "", "baseline"), event(second / 2, "phase", "", "loaded"),
                               event(second * 3 / 4, "alarm", "", "iterations got slower",
                                     R"({"detector": "confidence", "raised": 3, "onset": 2})")}));
    std::filesystem::create_directories(std::filesystem::path(file().toStdString()).parent_path());
    test::writeStar(file().toStdString(), 200, cut);
    open({file()});
}

void TestTraceNames::nodesHaveTheirNames()
{
    openRecorded();
    QCOMPARE(m_page->title(), QStringLiteral("Packets of run 3"));
    QCOMPARE(
        sources(),
        (QStringList{QStringLiteral("10.0.0.4"), QStringLiteral("b10"), QStringLiteral("b9"), QStringLiteral("hub")}));
    m_page->table(Tab::FlowTab).model().sort(FlowTable::SourceColumn, Qt::AscendingOrder);
    settle();
    // As people count, and names before addresses.
    QCOMPARE(cell(Tab::FlowTab, 0, FlowTable::SourceColumn), QStringLiteral("b9"));
    QCOMPARE(cell(Tab::FlowTab, 0, FlowTable::SourceColumn, Qt::ToolTipRole), QStringLiteral("b9 (10.0.0.3)"));
    QCOMPARE(cell(Tab::FlowTab, 1, FlowTable::SourceColumn), QStringLiteral("b10"));
    QCOMPARE(cell(Tab::FlowTab, 5, FlowTable::SourceColumn), QStringLiteral("10.0.0.4"));
    QVERIFY(cell(Tab::FlowTab, 5, FlowTable::SourceColumn, Qt::ToolTipRole).isEmpty());
    const Trace& trace = *m_page->session().trace();
    QVERIFY(flowName(trace, 0).startsWith(QStringLiteral("hub:40000 → b10:")));
    m_page->showTab(Tab::MatrixTab);
    settle();
    const auto* matrix = m_page->matrix().findChild<MatrixModel*>();
    QVERIFY(matrix);
    QCOMPARE(matrix->headerData(0, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("b9 →"));
    QVERIFY(matrix->headerData(0, Qt::Vertical, Qt::ToolTipRole).toString().contains(QStringLiteral("10.0.0.3")));
    for (const TimelineSeries& line : m_page->plot().plot().series())
        QVERIFY2(!line.name.contains(QStringLiteral("10.0.0.1")), qPrintable(line.name));
}

void TestTraceNames::addressesByASwitch()
{
    openRecorded();
    auto* addresses = child<QAction>("showAddresses");
    QVERIFY(addresses->isVisible());
    TraceFocus focus;
    focus.kind = TraceFocus::Kind::Pairs;
    focus.rows = {0};
    m_page->setFocus(focus);
    settle();
    const auto read = m_page->session().trace()->owned;
    addresses->trigger();
    settle();
    QVERIFY(m_page->session().trace()->owned == read); // not read again
    QCOMPARE(m_page->focus().rows, focus.rows);
    m_page->setFocus({});
    settle();
    QVERIFY(sources().contains(QStringLiteral("10.0.0.1")) && !sources().contains(QStringLiteral("hub")));
    addresses->trigger();
    settle();
    QVERIFY(sources().contains(QStringLiteral("hub")));
}

void TestTraceNames::bothAreFound()
{
    openRecorded();
    const auto found = [&](const char* filter) {
        m_page->table(Tab::FlowTab).model().setFilter(QString::fromLatin1(filter));
        settle();
        return rows(Tab::FlowTab);
    };
    const int all = found("");
    QCOMPARE(found("hub"), all);
    QCOMPARE(found("10.0.0.1"), all);
    QCOMPARE(found("b9"), 2);
    QCOMPARE(found("source=b9"), 1);
    QCOMPARE(found("source=10.0.0.3"), 1);
    QCOMPARE(found("host=10.0.0.3"), 2);
    QCOMPARE(found("source=b"), 0);
}

void TestTraceNames::filesAreCalledByTheirNodes()
{
    openRecorded(11);
    const Issues issues = problemsOf(*m_page->session().trace());
    QVERIFY(std::ranges::any_of(issues, [](const Issue& issue) { return issue.where.starts_with("hub.pcap"); }));
    for (const Issue& issue : issues) {
        QVERIFY2(issue.where.find("aaaa") == std::string::npos, issue.where.c_str());
        QVERIFY2(issue.example.find("aaaa") == std::string::npos, issue.example.c_str());
    }
    m_page->showTab(Tab::PacketTab);
    settle();
    QVERIFY(rows(Tab::PacketTab) > 0);
}

void TestTraceNames::theRunIsOnEveryTimeAxis()
{
    openRecorded();
    const TimelinePlot& plot = m_page->plot().plot();
    QStringList bands;
    for (const TimelineBand& band : plot.bands())
        bands.append(band.name);
    QCOMPARE(bands.join(QStringLiteral(", ")),
             QStringLiteral("warm-up step 1, baseline, step 1, step 2, loaded, step 3"));
    QCOMPARE(plot.bands()[2].begin, start + second / 5);
    QCOMPARE(plot.bands()[2].end, start + 2 * second / 5);
    const auto alarm = std::ranges::find(plot.events(), QStringLiteral("alarm"), &TimelineEvent::kind);
    QVERIFY(alarm != plot.events().end());
    QCOMPARE(alarm->time, start + second * 3 / 4);
    // Phases found in the traffic are shown in addition, not instead.
    m_page->showTab(Tab::StepTab);
    settle();
    QCOMPARE(plot.bands().size(), std::size_t(6));
    QVERIFY(std::ranges::count(plot.events(), QStringLiteral("alarm"), &TimelineEvent::kind) == 1);
    m_page->showTab(Tab::LaneTab);
    settle();
    QVERIFY(m_page->lanes().bands() == plot.bands());
    QVERIFY(m_page->lanes().events() == plot.events());
}

void TestTraceNames::otherCapturesHaveAddresses()
{
    openStar();
    QVERIFY(!child<QAction>("showAddresses")->isVisible());
    QVERIFY(sources().contains(QStringLiteral("10.0.0.1")));
    QVERIFY(m_page->plot().plot().bands().empty());
    QCOMPARE(m_page->title(), QStringLiteral("star.pcap"));
}

void TestTraceNames::shots_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTraceNames::shots()
{
    const QString folder = qEnvironmentVariable("MR_SHOTS");
    if (folder.isEmpty())
        QSKIP("MR_SHOTS names no folder for pictures");
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
    openRecorded();
    m_page->resize(1280, 800);
    for (const auto& [tab, name] : {std::pair(Tab::FlowTab, "flows"), std::pair(Tab::MatrixTab, "matrix"),
                                    std::pair(Tab::LaneTab, "lanes"), std::pair(Tab::StepTab, "steps")}) {
        m_page->showTab(tab);
        settle();
        QTest::qWait(400);
        m_page->grab().save(
            QStringLiteral("%1/trace-%2-%3.png")
                .arg(folder, QLatin1String(name), dark ? QStringLiteral("dark") : QStringLiteral("light")));
    }
}

QTEST_MAIN(TestTraceNames)
#include "tst_trace_names.moc"
