// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/example_files.h"
#include "ui/base/issue_model.h"
#include "ui/project/outline_model.h"
#include "ui/project/project_outline.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

const QLocale english(QLocale::English, QLocale::UnitedStates);

/// The tree as indented lines "name | summary".
QStringList lines(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0)
{
    QStringList result;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex name = model.index(row, 0, parent);
        const QString summary = name.siblingAtColumn(1).data().toString();
        result.append(QString(depth * 2, QLatin1Char(' ')) + name.data().toString() + QStringLiteral(" | ")
                      + QString(summary).replace(QChar(0x00A0), QLatin1Char(' ')));
        result.append(lines(model, name, depth + 1));
    }
    return result;
}

} // namespace

class TestOutlineModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyModel();
    void quickstart();
    void emptyProject();
    void problemsAreCounted();
    void missingFile();
    void issues();

private:
    QTemporaryDir m_folder;
};

void TestOutlineModel::emptyModel()
{
    OutlineModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(model.item({}) == nullptr);
}

void TestOutlineModel::quickstart()
{
    const QString file = test::writeProject(m_folder.path());
    const auto document = readProject(file.toStdString());
    QVERIFY2(document, document ? "" : document.error().text().c_str());
    QVERIFY(document->problems.empty());
    QCOMPARE(document->sizes.size(), std::size_t(1));
    QCOMPARE(document->sizes[0].runs, std::uint64_t(20));
    QCOMPARE(document->sizes[0].cells, std::uint64_t(10));
    QVERIFY(!document->hasStore);

    OutlineModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setItems(projectOutline(*document, english));
    const QStringList expected{
        QStringLiteral("Quickstart | Project"),
        QStringLiteral("Clusters | 1"),
        QStringLiteral("  four nodes | 4 node(s), emulated"),
        QStringLiteral("    Nodes | 4"),
        QStringLiteral("      node0 | 1 slot(s)"),
        QStringLiteral("      node1 | 1 slot(s)"),
        QStringLiteral("      node2 | 1 slot(s)"),
        QStringLiteral("      node3 | 1 slot(s)"),
        QStringLiteral("    Links | 1"),
        QStringLiteral("      all nodes ↔ all nodes | Rate 500 Mbit/s, Delay, one way 200 µs"),
        QStringLiteral("Workloads | 1"),
        QStringLiteral("  small model | mobilenetv2, batch 32"),
        QStringLiteral("Grids | 1"),
        QStringLiteral("  strategies under loss | 20 run(s)"),
        QStringLiteral("    Factors | 2"),
        QStringLiteral("      strategy | RING, STAR, BINARY_TREE_STAR, CLIQUE, RING_ALLREDUCE"),
        QStringLiteral("      loss | 0%, 1%"),
    };
    const QStringList found = lines(model);
    for (qsizetype i = 0; i < std::min(found.size(), expected.size()); ++i)
        QCOMPARE(found[i], expected[i]);
    QCOMPARE(found.size(), expected.size());

    const QModelIndex grids = model.index(3, 0);
    const OutlineItem* grid = model.item(model.index(0, 0, grids));
    QVERIFY(grid != nullptr);
    QCOMPARE(grid->details.title, QStringLiteral("strategies under loss"));
    const auto& rows = grid->details.sections.at(0).rows;
    QVERIFY(std::ranges::find(rows, std::pair(QStringLiteral("Runs"), QStringLiteral("20"))) != rows.end());
    model.setItems({});
    QCOMPARE(model.rowCount(), 0);
}

void TestOutlineModel::emptyProject()
{
    const QString file = test::writeBytes(m_folder.path(), QStringLiteral("empty.millrace"),
                                          R"({"format": "millrace-project", "version": 1, "name": "Nothing yet"})");
    const auto document = readProject(file.toStdString());
    QVERIFY2(document, document ? "" : document.error().text().c_str());
    OutlineModel model;
    model.setItems(projectOutline(*document, english));
    QCOMPARE(lines(model),
             (QStringList{QStringLiteral("Nothing yet | Project"), QStringLiteral("Clusters | none"),
                          QStringLiteral("Workloads | none"), QStringLiteral("Grids | none")}));
}

void TestOutlineModel::problemsAreCounted()
{
    const QString good = test::writeProject(m_folder.path());
    QFile source(good);
    QVERIFY(source.open(QIODevice::ReadOnly));
    QByteArray text = source.readAll();
    text.replace("\"four nodes\",\n      \"workload\"", "\"no such cluster\",\n      \"workload\"");
    const QString bad = test::writeBytes(m_folder.path(), QStringLiteral("bad.millrace"), text.toStdString());
    const auto document = readProject(bad.toStdString());
    QVERIFY2(document, document ? "" : document.error().text().c_str());
    QVERIFY(hasErrors(document->problems));
    OutlineModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setItems(projectOutline(*document, english));
    QCOMPARE(model.rowCount(), 4);
}

void TestOutlineModel::missingFile()
{
    const auto document = readProject((m_folder.path() + QStringLiteral("/none.millrace")).toStdString());
    QVERIFY(!document);
    QCOMPARE(document.error().code, ErrorCode::NotFound);
}

void TestOutlineModel::issues()
{
    IssueModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setIssues({{"a", Severity::Error, 1, "No such cluster.", "grids[0].cluster"},
                     {"b", Severity::Note, 7, "Unknown member.", "notes"}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, IssueModel::SeverityColumn).data().toString(), QStringLiteral("Error"));
    QCOMPARE(model.index(0, IssueModel::WhereColumn).data().toString(), QStringLiteral("grids[0].cluster"));
    QCOMPARE(model.index(1, IssueModel::SentenceColumn).data().toString(),
             QStringLiteral("Unknown member. (7 time(s))"));
    model.setIssues({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(TestOutlineModel)
#include "tst_outline_model.moc"
