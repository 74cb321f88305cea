// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/traffic/traffic_example.h"
#include "ui/base/settings.h"
#include "ui/traffic/node_choice.h"
#include "ui/traffic/traffic_form.h"
#include "ui/traffic/traffic_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using crosstraffic::Pattern;
using crosstraffic::Transport;
using std::chrono::milliseconds;

class TestTrafficForm : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ProjectEditor> m_editor;
    std::unique_ptr<TrafficForm> m_form;
    project::Project m_before;

    template <typename T>
    T* field(const char* name) const
    {
        return m_form->findChild<T*>(QStringLiteral("traffic_") + QLatin1String(name));
    }
    const crosstraffic::TrafficProfile& profile() const { return m_editor->project().traffic[0]; }
    void type(const char* name, const QString& text)
    {
        auto* line = field<QLineEdit>(name);
        line->setFocus();
        line->selectAll();
        if (text.isEmpty())
            QTest::keyClick(line, Qt::Key_Delete);
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }
    void choose(const char* name, int position) { field<QComboBox>(name)->setCurrentIndex(position); }
    void tick(const char* name, int row)
    {
        QListWidgetItem* item = field<NodeChoice>(name)->item(row);
        item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
    }

private Q_SLOTS:
    void init()
    {
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        m_before = test::trafficProject();
        m_editor = std::make_unique<ProjectEditor>();
        m_editor->reset(m_before);
        m_form = std::make_unique<TrafficForm>(*m_editor, *m_settings);
        m_form->setIndex(0);
        m_form->resize(460, 700);
        m_form->show();
    }

    void everyFieldIsEditedWithUndo()
    {
        type("name", QStringLiteral("web"));
        type("rate", QStringLiteral("40Mbit"));
        type("sizes.bytes", QStringLiteral("2MB"));
        type("flow_rate", QStringLiteral("10Mbit"));
        type("dscp", QStringLiteral("8"));
        type("congestion_control", QStringLiteral("bbr"));
        type("phases.baseline", QStringLiteral("3s"));
        type("phases.loaded", QStringLiteral("4s"));
        type("phases.recovery", QStringLiteral("2s"));
        type("phases.onset_spread", QStringLiteral("500ms"));
        field<QCheckBox>("exact_volume")->click();
        choose("matrix", int(crosstraffic::Matrix::Incast));
        QCOMPARE(m_editor->undoStack()->count(), 12); // typing in one field is one edit
        const crosstraffic::TrafficProfile& now = profile();
        QCOMPARE(now.name, std::string("web"));
        QCOMPARE(now.bitsPerSecond, 40e6);
        QCOMPARE(now.sizes.fixedBytes, std::uint64_t(2'000'000));
        QCOMPARE(now.flowBitsPerSecond, 10e6);
        QCOMPARE(now.dscp, 8);
        QCOMPARE(now.congestionControl, std::string("bbr"));
        QCOMPARE(now.phases,
                 (crosstraffic::Phases{milliseconds(3000), milliseconds(4000), milliseconds(2000), milliseconds(500)}));
        QVERIFY(!now.exactVolume);
        QCOMPARE(now.matrix, crosstraffic::Matrix::Incast);
        const project::Project after = m_editor->project();
        while (m_editor->undoStack()->canUndo())
            m_editor->undoStack()->undo();
        QVERIFY(m_editor->project() == m_before);
        QCOMPARE(field<QLineEdit>("rate")->text(), QStringLiteral("100Mbit"));
        while (m_editor->undoStack()->canRedo())
            m_editor->undoStack()->redo();
        QVERIFY(m_editor->project() == after);
    }

    void fieldsOfPatterns_data()
    {
        QTest::addColumn<int>("pattern");
        QTest::addColumn<QStringList>("shown");
        const auto row = [](const char* name, Pattern pattern, QStringList shown) {
            QTest::newRow(name) << int(pattern) << shown;
        };
        const QString bytes = QStringLiteral("sizes.bytes");
        const QString scale = QStringLiteral("sizes.scale");
        const QStringList sized{QStringLiteral("sizes.name"), bytes, scale, QStringLiteral("exact_volume")};
        row("deterministic", Pattern::Deterministic, sized);
        row("log-normal", Pattern::LogNormal, sized + QStringList{QStringLiteral("gap_variation")});
        row("on-off", Pattern::OnOff, sized + QStringList{QStringLiteral("on_time"), QStringLiteral("off_time")});
        row("burst", Pattern::Burst,
            sized
                + QStringList{QStringLiteral("burst_period"), QStringLiteral("burst_width"),
                              QStringLiteral("burst_share")});
        row("trace", Pattern::Trace, {QStringLiteral("file")});
        row("stream", Pattern::Stream, {QStringLiteral("streams"), QStringLiteral("slowdown")});
        row("published burst", Pattern::PublishedBurst, {QStringLiteral("burst_width"), scale});
        row("published Poisson", Pattern::PublishedPoisson, {bytes, scale});
    }

    /// The fields that mean something for a pattern, and no other one.
    void fieldsOfPatterns()
    {
        QFETCH(int, pattern);
        QFETCH(QStringList, shown);
        choose("pattern", pattern);
        QCOMPARE(int(profile().pattern), pattern);
        for (const char* name : {"sizes.name", "sizes.bytes", "sizes.file", "sizes.unit_bytes", "sizes.scale",
                                 "exact_volume", "gap_variation", "on_time", "off_time", "burst_period", "burst_width",
                                 "burst_share", "streams", "slowdown", "file", "datagram_bytes"})
            if (!(pattern == int(Pattern::Trace) && QLatin1String(name) == QLatin1String("file")))
                QVERIFY2(field<QWidget>(name)->isVisible() == shown.contains(QLatin1String(name)), name);
        QVERIFY(!m_form->findChild<QLabel*>(QStringLiteral("trafficPatternText"))->text().isEmpty());
    }

    void patternFieldsAreEdited()
    {
        choose("pattern", int(Pattern::Burst));
        type("burst_period", QStringLiteral("20ms"));
        type("burst_width", QStringLiteral("2ms"));
        type("burst_share", QStringLiteral("40%"));
        QCOMPARE(profile().burstPeriod, Nanoseconds(milliseconds(20)));
        QCOMPARE(profile().burstWidth, Nanoseconds(milliseconds(2)));
        QCOMPARE(profile().burstShare, 0.4);
        choose("pattern", int(Pattern::OnOff));
        type("on_time", QStringLiteral("50ms"));
        type("off_time", QStringLiteral("70ms"));
        QCOMPARE(profile().onTime, Nanoseconds(milliseconds(50)));
        QCOMPARE(profile().offTime, Nanoseconds(milliseconds(70)));
        choose("pattern", int(Pattern::LogNormal));
        type("gap_variation", QStringLiteral("2.5"));
        QCOMPARE(profile().gapVariation, 2.5);
        choose("pattern", int(Pattern::Stream));
        type("streams", QStringLiteral("3"));
        QCOMPARE(profile().streams, 3);
        choose("transport", int(Transport::Udp));
        QVERIFY(field<QLineEdit>("datagram_bytes")->isVisible());
        QVERIFY(!field<QLineEdit>("congestion_control")->isVisible());
        type("datagram_bytes", QStringLiteral("1200"));
        QCOMPARE(profile().datagramBytes, 1200);
        type("datagram_bytes", QStringLiteral("9"));
        QCOMPARE(profile().datagramBytes, 1200);
        QVERIFY(!field<QLineEdit>("datagram_bytes")->toolTip().isEmpty());
    }

    /// A slowdown and a rate exclude each other; either is one edit.
    void rowsComeBack()
    {
        QVERIFY(field<QWidget>("flow_rate")->isVisible());
        choose("pattern", int(Pattern::Stream));
        choose("transport", int(crosstraffic::Transport::Udp));
        choose("transport", int(crosstraffic::Transport::Tcp));
        choose("pattern", int(Pattern::Exponential));
        for (const char* name : {"flow_rate", "congestion_control", "sizes.name", "exact_volume"}) {
            QVERIFY2(field<QWidget>(name)->isVisible(), name);
            QTRY_VERIFY2(field<QWidget>(name)->height() > 10, name);
        }
    }

    void slowdownInsteadOfARate()
    {
        choose("pattern", int(Pattern::Stream));
        type("slowdown", QStringLiteral("10%"));
        QCOMPARE(profile().slowdown, 0.1);
        QCOMPARE(profile().bitsPerSecond, 0.0);
        QCOMPARE(profile().transport, Transport::Udp);
        QVERIFY(field<QLineEdit>("rate")->text().isEmpty());
        type("rate", QStringLiteral("50Mbit"));
        QCOMPARE(profile().slowdown, 0.0);
        QVERIFY(field<QLineEdit>("slowdown")->text().isEmpty());
        type("slowdown", QStringLiteral("20%"));
        choose("pattern", int(Pattern::Exponential));
        QCOMPARE(profile().slowdown, 0.0);
    }

    void sizesFollowTheirUsualConvention()
    {
        auto* sizes = field<QComboBox>("sizes.name");
        sizes->setCurrentText(sizeTitle("web-search"));
        QCOMPARE(profile().sizes.name, std::string("web-search"));
        QCOMPARE(profile().sizes.convention, crosstraffic::Convention::Interpolated);
        QVERIFY(!field<QLineEdit>("sizes.bytes")->isVisible());
        // 1 711 250 bytes: HKUST's TrafficGenerator and HPCC, interpolated.
        const QString words = m_form->findChild<QLabel*>(QStringLiteral("trafficSizesText"))->text();
        QVERIFY2(words.contains(QStringLiteral("1.63")), qPrintable(words));
        choose("sizes.convention", int(crosstraffic::Convention::Step));
        QCOMPARE(profile().sizes.convention, crosstraffic::Convention::Step);
        sizes->setCurrentText(sizeTitle("file"));
        QVERIFY(field<QLineEdit>("sizes.file")->isVisible());
        type("sizes.unit_bytes", QStringLiteral("1"));
        QCOMPARE(profile().sizes.unitBytes, 1.0);
        type("sizes.file", QStringLiteral("/tmp/sizes.txt"));
        QCOMPARE(profile().sizes.file, std::filesystem::path("/tmp/sizes.txt"));
    }

    void nodesAreTickedOrNamed()
    {
        auto* sources = field<NodeChoice>("sources_list");
        QCOMPARE(sources->count(), 3);
        QCOMPARE(sources->item(2)->checkState(), Qt::Checked);
        tick("sources_list", 0);
        QCOMPARE(profile().sources, (std::vector<std::string>{"node2", "node0"}));
        type("sources", QStringLiteral("spine, node1,  , spine"));
        QCOMPARE(profile().sources, (std::vector<std::string>{"node2", "node0", "spine", "node1"}));
        QCOMPARE(field<QLineEdit>("sources")->text(), QStringLiteral("spine"));
        QCOMPARE(sources->item(1)->checkState(), Qt::Checked);
        tick("sources_list", 2);
        QCOMPARE(profile().sources, (std::vector<std::string>{"node0", "spine", "node1"}));
        m_editor->undoStack()->undo();
        QCOMPARE(sources->item(2)->checkState(), Qt::Checked);
        QCOMPARE(profile().destinations, std::vector<std::string>{"node0"});
        tick("destinations_list", 1);
        QCOMPARE(profile().destinations, (std::vector<std::string>{"node0", "node1"}));
    }

    void problemsStandBesideTheirFields()
    {
        m_editor->change(QStringLiteral("x"), [](project::Project& project) {
            project.traffic[0].sources.clear();
            project.traffic[0].slowdown = 0.1; // not of this pattern
        });
        QTRY_VERIFY(field<QLineEdit>("sources")->toolTip().contains(QStringLiteral("no node")));
        QVERIFY(field<QLineEdit>("slowdown")->isVisible()); // an existing value must stay removable
        type("slowdown", QString());
        QTRY_VERIFY(!field<QLineEdit>("slowdown")->isVisible());
        m_form->activateWindow();
        m_form->showField(QStringLiteral("cross_traffic[0].phases.loaded"));
        QCOMPARE(m_form->focusWidget()->objectName(), QStringLiteral("traffic_phases.loaded"));
    }

    void renamingFollowsInGrids()
    {
        m_editor->change(QStringLiteral("x"), [](project::Project& project) {
            project.grids.emplace_back().factors = {
                {"cross_traffic", {grid::textLevel("none"), grid::textLevel("x")}, false, {}, {}}};
        });
        type("name", QStringLiteral("heavy"));
        QCOMPARE(m_editor->project().grids[0].factors[0].levels[1].text, std::string("heavy"));
    }

    void allChoicesHaveWords()
    {
        QCOMPARE(patternTitles().size(), qsizetype(crosstraffic::allPatterns().size()));
        for (const Pattern pattern : crosstraffic::allPatterns())
            QVERIFY(!patternExplanation(pattern).isEmpty());
        for (const std::string& name : sizeNames())
            QVERIFY2(sizeTitle(name) != QString::fromStdString(name), name.c_str());
    }

    void withoutAProfile()
    {
        m_editor->reset({});
        QVERIFY(!m_form->isEnabled());
        m_form->setIndex(7);
        QVERIFY(!m_form->isEnabled());
    }
};

QTEST_MAIN(TestTrafficForm)
#include "tst_traffic_form.moc"
