// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/log_view.h"

#include "core/store/event_kinds.h"
#include "core/store/event_repository.h"
#include "core/store/log_repository.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/run/live_run.h"
#include "ui/run/match_delegate.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QToolButton>

namespace millrace::ui {
namespace {

struct StoredLog
{
    std::vector<store::LogLine> lines;
    std::int64_t before = 0;
};

/// Adds the alarms of a run as lines; the model sorts them in.
Result<void> addAlarms(store::Database& database, store::RunId run, StoredLog& log)
{
    const Nanoseconds from = log.before > 0 && !log.lines.empty() ? log.lines.front().wall : Nanoseconds::min();
    store::EventRepository repository(database);
    MR_TRY(page, repository.events(run, {store::events::alarm.name, {}, 0, RunMarks::most}));
    for (const store::Event& event : page.events)
        if (const auto alarm = alarmOf(event); alarm && alarm->wall >= from)
            log.lines.push_back(alarmLine(*alarm, QLocale()));
    return {};
}

Result<StoredLog> readLog(const std::filesystem::path& file, store::RunId run, const JobContext& job)
{
    MR_TRY(database, store::Database::openReadOnly(file));
    store::LogRepository repository(database);
    MR_TRY(count, repository.lineCount(run));
    StoredLog log;
    log.before = std::max<std::int64_t>(0, count - static_cast<std::int64_t>(LogModel::mostLines));
    store::LogQuery query;
    query.from = log.before;
    query.limit = 5000;
    Issues damage;
    for (;;) {
        MR_TRY(page, repository.lines(run, query, damage, job));
        for (store::LogPage::Entry& entry : page.entries)
            log.lines.push_back(std::move(entry.line));
        if (page.atEnd || job.cancelled())
            break;
        query.from = page.next;
    }
    MR_CHECK(addAlarms(database, run, log));
    return log;
}

const QString relativeKey = QStringLiteral("log/relativeTimes");

} // namespace

LogView::LogView(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_model(new LogModel(this)),
      m_table(new TableView(settings, QStringLiteral("logTable"), this)), m_status(new QLabel(this))
{
    m_table->setAccessibleName(tr("Lines that the processes of the run wrote"));
    m_table->setModel(m_model);
    m_table->setSortingEnabled(false);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setItemDelegateForColumn(LogModel::TextColumn, new MatchDelegate(this));
    m_table->setEmptyText(tr("No lines yet. What the processes on the nodes write is shown here as it comes."));
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    m_table->setFont(font);
    const QFontMetrics metrics(font);
    m_table->verticalHeader()->setDefaultSectionSize(metrics.height() + 4);
    m_table->horizontalHeader()->setStretchLastSection(true);
    const int widths[] = {14, 9, 11, 11};
    for (int column = 0; column < LogModel::TextColumn; ++column)
        m_table->setColumnWidth(column, metrics.horizontalAdvance(QLatin1Char('0')) * widths[column]);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 6);
    layout->addWidget(makeBar());
    layout->addWidget(m_table, 1);
    layout->addWidget(m_status);
    m_status->setObjectName(QStringLiteral("logStatus"));
    m_searchSoon.setSingleShot(true);
    m_searchSoon.setInterval(0);
    connect(&m_searchSoon, &QTimer::timeout, this, &LogView::searchOn);
    connect(m_model, &LogModel::sourcesChanged, this, &LogView::fillSources);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex&, int first, int last) { forget(last - first + 1); });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] { search(m_sought); });
    connect(m_table->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar* bar = m_table->verticalScrollBar();
        m_follow->setChecked(bar->sliderPosition() >= bar->maximum());
    });
    setRelative(m_relative->isChecked());
    showStatus();
}

QToolButton* LogView::makeButton(const QString& iconName, const QString& text, const QKeySequence& key)
{
    auto* button = new QToolButton(this);
    button->setIcon(icon(iconName));
    button->setAccessibleName(text);
    button->setShortcut(key);
    button->setAutoRaise(true);
    button->setToolTip(key.isEmpty() ? text : tr("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    return button;
}

QWidget* LogView::makeBar()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    m_search = new SearchLine(tr("Search the lines"), bar);
    m_search->setObjectName(QStringLiteral("logSearch"));
    m_search->setAccessibleName(tr("Search the lines"));
    m_found = new QLabel(bar);
    m_found->setObjectName(QStringLiteral("logFound"));
    auto* previous = makeButton(QStringLiteral("previous"), tr("Previous match"), QKeySequence(tr("Shift+F3")));
    auto* next = makeButton(QStringLiteral("next"), tr("Next match"), QKeySequence(tr("F3")));
    m_nodes = new QComboBox(bar);
    m_nodes->setObjectName(QStringLiteral("logNodes"));
    m_nodes->setAccessibleName(tr("Lines of this node"));
    m_processes = new QComboBox(bar);
    m_processes->setObjectName(QStringLiteral("logProcesses"));
    m_processes->setAccessibleName(tr("Lines of this process"));
    m_levels = new QComboBox(bar);
    m_levels->setObjectName(QStringLiteral("logLevels"));
    m_levels->setAccessibleName(tr("Lines of this level and above"));
    m_levels->addItems({tr("All levels"), tr("Standard error and worse"), tr("Warnings and worse"), tr("Errors")});
    m_follow = makeButton(QStringLiteral("follow"), tr("Follow the newest line"), QKeySequence());
    m_follow->setObjectName(QStringLiteral("logFollow"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_relative = makeButton(QStringLiteral("clock"), tr("Times since the run began"), QKeySequence());
    m_relative->setObjectName(QStringLiteral("logRelative"));
    m_relative->setCheckable(true);
    m_relative->setChecked(m_settings.value(relativeKey, true).toBool());
    row->addWidget(m_search, 1);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_found, previous, next, m_nodes, m_processes, m_levels, m_relative, m_follow})
        row->addWidget(widget);
    fillSources();
    connect(m_search, &SearchLine::searched, this, &LogView::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { goToMatch(1); });
    connect(previous, &QToolButton::clicked, this, [this] { goToMatch(-1); });
    connect(next, &QToolButton::clicked, this, [this] { goToMatch(1); });
    for (QComboBox* box : {m_nodes, m_processes, m_levels})
        connect(box, &QComboBox::activated, this, &LogView::applyFilter);
    connect(m_follow, &QToolButton::toggled, this, &LogView::follow);
    connect(m_relative, &QToolButton::toggled, this, &LogView::setRelative);
    return bar;
}

void LogView::beginLive(Nanoseconds origin)
{
    m_job.cancel();
    m_skipped = 0;
    m_origin = origin;
    m_model->clear();
    setRelative(m_relative->isChecked());
    showStatus();
}

void LogView::append(const std::vector<store::LogLine>& lines)
{
    if (lines.empty())
        return;
    m_model->append(lines);
    searchOn();
    follow();
    showStatus();
}

void LogView::addSkipped(std::int64_t count)
{
    m_skipped += count;
    showStatus();
}

void LogView::showStored(const std::filesystem::path& store, store::RunId run, Nanoseconds origin)
{
    beginLive(origin);
    m_status->setText(tr("Reading the lines …"));
    m_job.start([store, run](const JobContext& job) { return readLog(store, run, job); },
                [this](const Result<StoredLog>& log) {
                    if (!log) {
                        m_status->setText(tr("The lines cannot be read: %1").arg(toQString(log.error().text())));
                        return;
                    }
                    m_model->setLines(log->lines, log->before);
                    showStatus();
                });
}

void LogView::find()
{
    m_search->setFocus();
    m_search->selectAll();
}

void LogView::search(const QString& text)
{
    m_sought = text;
    static_cast<MatchDelegate*>(m_table->itemDelegateForColumn(LogModel::TextColumn))->setSought(text);
    m_matches.clear();
    m_match = -1;
    m_searched = 0;
    m_table->viewport()->update();
    searchOn();
}

void LogView::searchOn()
{
    constexpr int slice = 10'000; // rows
    if (m_sought.isEmpty()) {
        m_found->clear();
        return;
    }
    const int end = std::min(m_searched + slice, m_model->rowCount());
    const std::vector<int> more = m_model->matches(m_sought, m_searched, end);
    m_matches.insert(m_matches.end(), more.begin(), more.end());
    m_searched = end;
    if (m_match < 0 && !m_matches.empty()) {
        m_match = 0;
        showMatch();
    }
    showFound();
    if (m_searched < m_model->rowCount())
        m_searchSoon.start();
}

void LogView::showFound()
{
    m_found->setText(m_matches.empty() ? tr("none") : tr("%1 of %2").arg(m_match + 1).arg(m_matches.size()));
}

void LogView::forget(int rows)
{
    // The oldest lines were dropped: the others have moved up.
    const auto gone = std::ranges::lower_bound(m_matches, rows) - m_matches.begin();
    m_matches.erase(m_matches.begin(), m_matches.begin() + gone);
    for (int& row : m_matches)
        row -= rows;
    m_match = m_matches.empty() ? -1 : std::max(0, m_match - static_cast<int>(gone));
    m_searched = std::max(0, m_searched - rows);
}

void LogView::goToMatch(int step)
{
    const int count = static_cast<int>(m_matches.size());
    if (count == 0)
        return;
    m_match = (std::max(m_match, 0) + step + count) % count;
    showFound();
    showMatch();
}

void LogView::showMatch()
{
    m_follow->setChecked(false);
    m_table->setCurrentIndex(m_model->index(m_matches[static_cast<std::size_t>(m_match)], LogModel::TextColumn));
    m_table->scrollTo(m_table->currentIndex(), QAbstractItemView::PositionAtCenter);
}

void LogView::applyFilter()
{
    m_model->setFilter({m_nodes->currentData().toString(), m_processes->currentData().toString(),
                        static_cast<LineLevel>(m_levels->currentIndex())});
    follow();
    showStatus();
}

void LogView::fillSources()
{
    const auto fill = [](QComboBox* box, const QString& all, const QStringList& names) {
        const QString chosen = box->currentData().toString();
        box->clear();
        box->addItem(all, QString());
        QStringList sorted = names;
        sorted.sort();
        for (const QString& name : sorted)
            box->addItem(name, name);
        box->setCurrentIndex(std::max(0, box->findData(chosen)));
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    };
    fill(m_nodes, tr("All nodes"), m_model->nodes());
    fill(m_processes, tr("All processes"), m_model->processes());
}

void LogView::showStatus()
{
    const auto lines = static_cast<int>(m_model->lineCount());
    QStringList parts{tr("%n line(s)", nullptr, lines)};
    if (m_model->rowCount() != lines)
        parts.append(tr("%1 shown").arg(QLocale().toString(m_model->rowCount())));
    if (m_model->droppedCount() > 0)
        parts.append(tr("%1 older ones are only in the store").arg(QLocale().toString(m_model->droppedCount())));
    if (m_skipped > 0)
        parts.append(tr("%1 arrived too fast to be shown").arg(QLocale().toString(m_skipped)));
    m_status->setText(parts.join(QStringLiteral(" · ")));
}

void LogView::follow()
{
    if (m_follow->isChecked())
        m_table->scrollToBottom();
}

void LogView::setRelative(bool relative)
{
    m_settings.setValue(relativeKey, relative);
    m_model->setOrigin(relative ? m_origin : Nanoseconds(0));
}

} // namespace millrace::ui

#include "moc_log_view.cpp"
