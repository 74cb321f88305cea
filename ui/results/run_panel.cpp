// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/run_panel.h"

#include "ui/base/detail_view.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/run_text.h"
#include "ui/base/search_line.h"
#include "ui/base/table_view.h"
#include "ui/figures/report_table_model.h"
#include "ui/results/run_log_model.h"
#include "ui/results/run_outline.h"
#include "ui/results/run_recordings.h"
#include "ui/results/run_series.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeWidget>

namespace millrace::ui {
namespace {

void addJson(QTreeWidgetItem* parent, const QString& key, const QJsonValue& value)
{
    auto* item = new QTreeWidgetItem(parent, {key});
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto each = object.begin(); each != object.end(); ++each)
            addJson(item, each.key(), each.value());
    } else if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (int i = 0; i < array.size(); ++i)
            addJson(item, QString::number(i + 1), array[i]);
    } else {
        item->setText(1, value.isNull() ? QStringLiteral("–") : value.toVariant().toString());
        item->setToolTip(1, item->text(1));
    }
}

} // namespace

RunPanel::RunPanel(QString file, Settings& settings, QWidget* parent)
    : QWidget(parent), m_file(toPath(file)), m_settings(settings), m_tabs(new QTabWidget(this)),
      m_overview(new DetailView(this)), m_metrics(new ReportTableModel(this)), m_gates(new ReportTableModel(this)),
      m_history(new ReportTableModel(this)), m_series(new RunSeries(file, settings, this)),
      m_recordings(new RunRecordings(file, settings, this)), m_log(new RunLogModel(file, this))
{
    m_overview->setHint(tr("Select a run to see everything about it."));
    m_tabs->setDocumentMode(true);
    m_tabs->setObjectName(QStringLiteral("runTabs"));
    m_tabs->setUsesScrollButtons(true);
    m_tabs->addTab(m_overview, tr("Overview"));
    m_tabs->addTab(addTable(QStringLiteral("metricTable"), tr("Metrics of the run"), m_metrics,
                            tr("This run has no metrics; only finished runs do.")),
                   tr("Metrics"));
    m_tabs->addTab(addTable(QStringLiteral("gateTable"), tr("Conditions of the run"), m_gates,
                            tr("No condition was checked in this run.")),
                   tr("Conditions"));
    m_tabs->addTab(m_series, tr("Series"));
    m_tabs->addTab(m_recordings, tr("Packets"));
    m_tabs->addTab(makeLog(), tr("Log"));
    m_tabs->addTab(
        addTable(QStringLiteral("historyTable"), tr("History of the run"), m_history, tr("No events in this run yet.")),
        tr("History"));
    m_tabs->addTab(makeEnvironment(), tr("Environment"));
    m_plan = new QTreeWidget(this);
    m_plan->setObjectName(QStringLiteral("runPlan"));
    m_plan->setAccessibleName(tr("Specification of the campaign"));
    m_tabs->addTab(m_plan, tr("Specification"));
    for (QTreeWidget* tree : {m_environment, m_plan}) {
        tree->setHeaderLabels({tr("Name"), tr("Value")});
        tree->setAlternatingRowColors(true);
        tree->setUniformRowHeights(true);
        tree->setFrameShape(QFrame::NoFrame);
        tree->header()->resizeSection(0, 220);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHead());
    column->addWidget(m_tabs, 1);
    connect(m_log, &RunLogModel::failed, this, &RunPanel::failed);
    connect(m_recordings, &RunRecordings::traceRequested, this, &RunPanel::traceRequested);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        if (m_details && m_tabs->currentWidget() == m_series)
            m_series->show(*m_details);
    });
    clear();
}

RunPanel::~RunPanel() = default;

QWidget* RunPanel::makeHead()
{
    auto* head = new QWidget(this);
    m_title = new QLabel(head);
    m_title->setObjectName(QStringLiteral("runTitle"));
    m_title->setTextFormat(Qt::PlainText);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    const auto button = [&](const QString& name, const QString& iconName, const QString& tip,
                            const QKeySequence& keys) {
        auto* made = new QToolButton(head);
        made->setObjectName(name);
        made->setIcon(icon(iconName));
        made->setAccessibleName(tip);
        made->setToolTip(keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
        made->setShortcut(keys);
        made->setAutoRaise(true);
        return made;
    };
    auto* previous = button(QStringLiteral("previousRun"), QStringLiteral("up"), tr("Previous run"),
                            QKeySequence(Qt::ALT | Qt::Key_Up));
    auto* next =
        button(QStringLiteral("nextRun"), QStringLiteral("down"), tr("Next run"), QKeySequence(Qt::ALT | Qt::Key_Down));
    m_exclude = button(QStringLiteral("excludeRun"), QString(), tr("Leave out of statistics…"), {});
    m_exclude->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_replay = button(QStringLiteral("replayRun"), QStringLiteral("play"),
                      tr("Play the run once more and compare what is found with what was stored"), {});
    m_replay->setText(tr("Replay"));
    m_replay->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_replay, &QToolButton::clicked, this, &RunPanel::replayRequested);
    connect(previous, &QToolButton::clicked, this, &RunPanel::previousRequested);
    connect(next, &QToolButton::clicked, this, &RunPanel::nextRequested);
    connect(m_exclude, &QToolButton::clicked, this, &RunPanel::exclusionRequested);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(10, 4, 6, 2);
    row->addWidget(m_title, 1);
    row->addWidget(m_exclude);
    row->addWidget(m_replay);
    row->addWidget(previous);
    row->addWidget(next);
    return head;
}

TableView* RunPanel::addTable(const QString& name, const QString& title, ReportTableModel* model,
                              const QString& emptyText)
{
    auto* table = new TableView(m_settings, name, this);
    table->setObjectName(name);
    table->setAccessibleName(title);
    table->setEmptyText(emptyText);
    table->setModel(model);
    m_tables.push_back(table);
    return table;
}

QWidget* RunPanel::makeLog()
{
    auto* page = new QWidget(this);
    m_logSearch = new SearchLine(tr("Find in the log"), page);
    m_logSearch->setObjectName(QStringLiteral("logSearch"));
    m_logSearch->setAccessibleName(tr("Find in the log; upper and lower case matter"));
    m_logNode = new QComboBox(page);
    m_logNode->setObjectName(QStringLiteral("logNode"));
    m_logNode->setAccessibleName(tr("Node of the log"));
    auto* table = new TableView(m_settings, QStringLiteral("runLog"), page);
    table->setObjectName(QStringLiteral("runLog"));
    table->setAccessibleName(tr("Log of the run"));
    table->setEmptyText(tr("No line matches."));
    table->setModel(m_log);
    connect(m_log, &RunLogModel::loaded, table, &TableView::fitColumns);
    connect(m_logSearch, &SearchLine::searched, this, &RunPanel::showLog);
    connect(m_logNode, &QComboBox::activated, this, &RunPanel::showLog);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_logSearch, 1);
    row->addWidget(m_logNode);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(table, 1);
    return page;
}

QWidget* RunPanel::makeEnvironment()
{
    auto* page = new QWidget(this);
    m_nodes = new QComboBox(page);
    m_nodes->setObjectName(QStringLiteral("environmentNode"));
    m_nodes->setAccessibleName(tr("Node of the environment"));
    m_environment = new QTreeWidget(page);
    m_environment->setObjectName(QStringLiteral("runEnvironment"));
    m_environment->setAccessibleName(tr("Environment of the node"));
    connect(m_nodes, &QComboBox::currentIndexChanged, this, &RunPanel::showNode);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 6, 0, 0);
    column->addWidget(m_nodes, 0, Qt::AlignLeft);
    column->addWidget(m_environment, 1);
    return page;
}

void RunPanel::show(store::RunId run)
{
    m_run = run;
    m_job.start([file = m_file, run](const JobContext&) { return readRun(file, run); },
                [this](Result<RunDetails> details) {
                    if (!details) {
                        Q_EMIT failed(details.error());
                        return;
                    }
                    take(*std::move(details));
                    Q_EMIT shown();
                });
}

void RunPanel::refresh()
{
    if (m_run && !m_job.isRunning())
        show(m_run);
}

void RunPanel::clear()
{
    m_job.cancel();
    m_run = {};
    m_details.reset();
    m_title->setText(tr("No run selected"));
    m_exclude->setEnabled(false);
    m_replay->setEnabled(false);
    m_overview->setDetails({});
    for (ReportTableModel* model : {m_metrics, m_gates, m_history})
        model->setTable({});
    m_log->clear();
    m_series->clear();
    m_recordings->clear();
    m_environment->clear();
    m_plan->clear();
}

void RunPanel::take(RunDetails details)
{
    const bool sameRun = m_details && m_details->run.id == details.run.id;
    const bool sameLog = sameRun && m_details->logLines == details.logLines;
    m_details = std::move(details);
    const store::RunRecord& run = m_details->run;
    m_title->setText(tr("%1 · %2").arg(runNameText(run.campaign, run.position, m_details->campaigns),
                                       runStateText(run.state, run.errorCode)));
    m_exclude->setEnabled(true);
    m_replay->setEnabled(m_details->logLines > 0 || !m_details->series.empty());
    m_exclude->setText(run.excluded ? tr("Take into statistics again") : tr("Leave out of statistics…"));
    m_overview->setDetails(runDetailsText(*m_details, locale()));
    m_metrics->setTable(runMetricTable(*m_details));
    m_gates->setTable(runGateTable(*m_details));
    m_recordings->show(*m_details);
    m_history->setTable(runHistoryTable(*m_details, locale()));
    for (TableView* table : m_tables)
        table->fitColumns();
    if (m_tabs->currentWidget() == m_series)
        m_series->show(*m_details);
    if (sameRun && sameLog)
        return;
    m_logNode->clear();
    m_logNode->addItem(tr("All nodes"));
    const QSignalBlocker quiet(m_nodes);
    m_nodes->clear();
    for (const store::Snapshot& snapshot : m_details->snapshots) {
        m_nodes->addItem(snapshot.node.empty() ? tr("This machine and the emulation") : toQString(snapshot.node));
        if (!snapshot.node.empty())
            m_logNode->addItem(toQString(snapshot.node), toQString(snapshot.node));
    }
    showNode();
    fillTree(m_plan, m_details->campaign.specJson);
    showLog();
}

void RunPanel::showLog()
{
    if (!m_details)
        return;
    store::LogQuery query;
    query.contains = m_logSearch->text().toStdString();
    query.node = m_logNode->currentData().toString().toStdString();
    m_log->show(m_run, query);
}

void RunPanel::showNode()
{
    const int node = m_nodes->currentIndex();
    m_nodes->setVisible(m_nodes->count() > 0);
    if (m_details && node >= 0 && node < static_cast<int>(m_details->snapshots.size()))
        fillTree(m_environment, m_details->snapshots[static_cast<std::size_t>(node)].json);
    else
        fillTree(m_environment, "");
}

void RunPanel::fillTree(QTreeWidget* tree, const std::string& json)
{
    tree->clear();
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json));
    const QJsonObject object = document.object();
    for (auto each = object.begin(); each != object.end(); ++each)
        addJson(tree->invisibleRootItem(), each.key(), each.value());
    if (object.isEmpty())
        new QTreeWidgetItem(tree, {tr("Nothing was recorded.")});
    tree->expandToDepth(0);
}

} // namespace millrace::ui

#include "moc_run_panel.cpp"
