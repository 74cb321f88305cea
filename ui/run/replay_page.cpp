// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/replay_page.h"

#include "core/base/seconds.h"
#include "core/replay/replay_table.h"
#include "ui/base/error_banner.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/report_table_model.h"
#include "ui/run/live_run.h"
#include "ui/run/log_view.h"
#include "ui/run/run_monitor.h"
#include "ui/run/stored_run.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

namespace millrace::ui {
namespace {

constexpr int sliderSteps = 1000;
const QString speedKey = QStringLiteral("replay/speed");

} // namespace

ReplayPage::ReplayPage(const QString& store, store::RunId run, int number, const QString& label, Settings& settings,
                       QWidget* parent)
    : DocumentPage(QString(), parent), m_store(toPath(store)), m_run(run), m_number(number), m_label(label),
      m_settings(settings), m_session(new ReplaySession(this)), m_banner(new ErrorBanner(this)),
      m_monitor(new RunMonitor(settings, this)), m_tabs(new QTabWidget(this)), m_log(new LogView(settings, this)),
      m_rows(new ReportTableModel(this))
{
    makeLayout();
    connect(m_session, &ReplaySession::batchArrived, this, &ReplayPage::takeBatch);
    connect(m_session, &ReplaySession::moved, this, &ReplayPage::updateBar);
    connect(m_session, &ReplaySession::finished, this, &ReplayPage::takeReport);
    connect(m_session, &ReplaySession::failed, this, [this](const Error& error) {
        m_banner->showError(error, m_label);
        updateBar();
    });
    updateBar();
}

ReplayPage::~ReplayPage()
{
    m_session->stop();
}

void ReplayPage::makeLayout()
{
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_log, tr("Log"));
    m_tabs->addTab(makeComparison(), tr("Comparison"));
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("replaySplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_monitor);
    splitter->addWidget(m_tabs);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({600, 400});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(makeBar());
    column->addWidget(splitter, 1);
}

QWidget* ReplayPage::makeBar()
{
    auto* bar = new QWidget(this);
    m_badge = new QLabel(tr("Replay"), bar);
    m_badge->setObjectName(QStringLiteral("replayBadge"));
    m_badge->setStyleSheet(QStringLiteral("QLabel { background: palette(highlight); color: palette(highlighted-text);"
                                          " border-radius: 4px; padding: 2px 8px; font-weight: bold; }"));
    m_slider = new QSlider(Qt::Horizontal, bar);
    m_slider->setObjectName(QStringLiteral("replaySlider"));
    m_slider->setAccessibleName(tr("Position in the recording"));
    m_slider->setToolTip(tr("Drag to another place in the recording"));
    m_slider->setRange(0, sliderSteps);
    m_place = new QLabel(bar);
    m_place->setObjectName(QStringLiteral("replayPlace"));
    m_speed = new QComboBox(bar);
    m_speed->setObjectName(QStringLiteral("replaySpeed"));
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("How fast the recording is played"));
    for (const double speed : {1.0, 2.0, 10.0, 100.0})
        m_speed->addItem(tr("%1×").arg(speed), speed);
    m_speed->addItem(tr("As fast as possible"), replay::ReplayControl::unlimited);
    m_speed->setCurrentIndex(std::clamp(m_settings.value(speedKey, 0).toInt(), 0, m_speed->count() - 1));
    m_pause = new QToolButton(bar);
    m_pause->setObjectName(QStringLiteral("replayPause"));
    m_pause->setAutoRaise(true);
    m_end = new QToolButton(bar);
    m_end->setObjectName(QStringLiteral("replayEnd"));
    m_end->setAutoRaise(true);
    m_end->setIcon(icon(QStringLiteral("bottom")));
    m_end->setText(tr("To the End"));
    m_end->setToolTip(tr("Play the rest at once and compare"));
    m_end->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connectBar();
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 6, 8, 2);
    row->addWidget(m_badge);
    row->addWidget(m_pause);
    row->addWidget(m_slider, 1);
    row->addWidget(m_place);
    row->addWidget(m_speed);
    row->addWidget(m_end);
    return bar;
}

void ReplayPage::connectBar()
{
    connect(m_pause, &QToolButton::clicked, this, [this] {
        if (m_session->isActive())
            m_session->setPaused(!m_session->isPaused());
        else
            begin();
    });
    connect(m_end, &QToolButton::clicked, this, [this] {
        m_session->setPaused(false);
        m_session->skipTo(Nanoseconds::max());
    });
    connect(m_speed, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_settings.setValue(speedKey, index);
        m_session->setSpeed(chosenSpeed());
        updateBar();
    });
    connect(m_slider, &QSlider::sliderReleased, this, [this] { seek(m_slider->value()); });
    connect(m_slider, &QSlider::actionTriggered, this, [this](int action) {
        if (action != QAbstractSlider::SliderMove)
            seek(m_slider->sliderPosition());
    });
}

QWidget* ReplayPage::makeComparison()
{
    auto* panel = new QWidget(this);
    m_verdict = new QLabel(
        tr("After the replay, the values found by the current version are listed here next to the stored ones."),
        panel);
    m_verdict->setObjectName(QStringLiteral("replayVerdict"));
    m_verdict->setWordWrap(true);
    m_notes = new QLabel(panel);
    m_notes->setObjectName(QStringLiteral("replayNotes"));
    m_notes->setWordWrap(true);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notes->hide();
    m_table = new TableView(m_settings, QStringLiteral("replayTable"), panel);
    m_table->setObjectName(QStringLiteral("replayTable"));
    m_table->setAccessibleName(tr("Stored then and found now"));
    m_table->setEmptyText(tr("The replay has not ended yet."));
    m_table->setModel(m_rows);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(8, 6, 8, 6);
    column->addWidget(m_verdict);
    column->addWidget(m_table, 1);
    column->addWidget(m_notes);
    return panel;
}

QStringList ReplayPage::files() const
{
    return {QStringLiteral("replay:%1:%2").arg(m_run.value).arg(pathText(m_store))};
}

QString ReplayPage::title() const
{
    return tr("Replay of run %1 · %2").arg(QString::number(m_number), pathText(m_store.stem()));
}

void ReplayPage::find()
{
    m_tabs->setCurrentWidget(m_log);
    m_log->find();
}

void ReplayPage::reload()
{
    if (!m_begun)
        begin();
}

void ReplayPage::begin(Nanoseconds skip)
{
    m_begun = true;
    m_logBegun = false;
    m_live.reset();
    m_iteration.reset();
    m_report.reset();
    m_banner->clear();
    m_rows->setTable({});
    m_notes->hide();
    m_monitor->clear();
    m_tabs->setCurrentIndex(0);
    m_session->start({replay::RunOfStore{m_store, m_run, m_settings.frameworks()}, true}, chosenSpeed(), skip);
    updateBar();
}

void ReplayPage::seek(int share)
{
    const auto position = m_session->isActive() ? m_session->position() : m_last;
    const auto span = position.end - position.begin;
    const auto wall = position.begin + std::chrono::duration_cast<Nanoseconds>(span * (double(share) / sliderSteps));
    if (m_session->isActive() && wall >= position.now)
        m_session->skipTo(wall);
    else
        begin(wall);
}

double ReplayPage::chosenSpeed() const
{
    return m_speed->currentData().toDouble();
}

void ReplayPage::takeBatch(const RunBatch& batch)
{
    for (const RunBatch::Move& move : batch.moves)
        if (move.state == store::RunState::Running && !move.outcome) {
            m_live = std::make_shared<LiveRun>(move.heading);
            m_monitor->showLive(m_live);
        }
    if (!m_live)
        return;
    bool isNew = false;
    for (const RunBatch::Samples& samples : batch.samples)
        isNew = m_live->add(samples) || isNew;
    std::vector<store::LogLine> lines;
    for (const auto& [run, event] : batch.events) {
        isNew = m_live->add(event) || isNew;
        if (const auto alarm = alarmOf(event))
            lines.push_back(alarmLine(*alarm, QLocale()));
    }
    if (batch.iteration)
        m_iteration = batch.iteration;
    for (const auto& [run, line] : batch.lines)
        lines.push_back(line);
    if (!m_logBegun && m_session->position().begin.count() > 0) {
        m_log->beginLive(m_session->position().begin);
        m_logBegun = true;
    }
    m_log->append(lines);
    for (const RunBatch::Move& move : batch.moves)
        if (move.outcome) {
            m_live->finish();
            isNew = true;
        }
    if (isNew)
        m_monitor->refresh();
}

void ReplayPage::takeReport(const replay::ReplayReport& report)
{
    m_report = report;
    m_last = m_session->position();
    report::Table table = replay::comparisonTable(report);
    const QStringList headings{tr("What"), tr("Stored then"), tr("Found now"), tr("Same")};
    for (std::size_t i = 0; i < table.columns.size() && table.columns.size() == 4; ++i)
        table.columns[i].label = headings[static_cast<int>(i)].toStdString();
    QStringList notes;
    for (const std::string& note : table.notes)
        notes.append(toQString(note));
    table.notes.clear();
    m_rows->setTable(std::move(table));
    m_table->fitColumns();
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    const auto differences = static_cast<int>(report.differences());
    m_verdict->setText(
        differences == 0
            ? tr("All %n value(s) match the stored ones.", nullptr, static_cast<int>(report.rows.size()))
            : tr("%n values differ with the current version; they are listed first.", nullptr, differences));
    m_tabs->setCurrentIndex(1);
    updateBar();
    Q_EMIT stateChanged();
    Q_EMIT ended();
}

QString ReplayPage::stateText() const
{
    if (!m_session->isActive())
        return m_report ? tr("The replay has ended.") : QString();
    QString text = m_session->isPaused() ? tr("Paused") : tr("Playing what was recorded");
    if (m_iteration)
        text += QStringLiteral(" · ")
            + (m_iteration->warmup ? tr("warm-up step %1") : tr("step %1")).arg(m_iteration->iteration + 1);
    return text;
}

void ReplayPage::updateBar()
{
    const bool active = m_session->isActive();
    const auto position = active ? m_session->position() : m_last;
    const double all = seconds(position.end - position.begin);
    const double gone = seconds(position.now - position.begin);
    if (!m_slider->isSliderDown())
        m_slider->setValue(all > 0 ? static_cast<int>(std::lround(gone / all * sliderSteps)) : 0);
    m_place->setText(tr("%1 of %2")
                         .arg(formatDuration(position.now - position.begin, locale()),
                              formatDuration(position.end - position.begin, locale())));
    const bool plays = active && !m_session->isPaused();
    const QString words = plays ? tr("Pause") : active ? tr("Go On") : tr("Play Again");
    m_pause->setIcon(icon(plays ? QStringLiteral("pause") : active ? QStringLiteral("play") : QStringLiteral("retry")));
    m_pause->setToolTip(words);
    m_pause->setAccessibleName(words);
    m_end->setEnabled(active);
    m_monitor->setHeading(m_label, stateText());
}

} // namespace millrace::ui

#include "moc_replay_page.cpp"
