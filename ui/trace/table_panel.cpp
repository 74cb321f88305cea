// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/table_panel.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/search_line.h"
#include "ui/base/table_view.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace millrace::ui {
namespace {

/// Limit of ranges above which a selection is kept for the other views but not restored after rows have moved.
constexpr std::size_t mostRanges = 2'000;
constexpr std::size_t mostCopied = 1'000'000;
/// Above any table but packets.
constexpr std::size_t mostRemembered = 1'000'000;

/// Returns the indices of all non-zero entries.
std::vector<std::uint32_t> placesOf(const std::vector<std::uint8_t>& chosen)
{
    std::vector<std::uint32_t> places;
    for (std::uint32_t place = 0; place < chosen.size(); ++place)
        if (chosen[place] != 0)
            places.push_back(place);
    return places;
}

} // namespace

TablePanel::TablePanel(Settings& settings, const QString& name, const QString& what, std::vector<TableColumn> columns,
                       int first, QWidget* parent)
    : QWidget(parent), m_what(what), m_model(new TraceTableModel(std::move(columns), this)),
      m_view(new TableView(settings, name, this)), m_copy(new QAction(tr("&Copy rows"), this)),
      m_filter(new SearchLine(tr("Filter: 10.0.0.1  5000  tcp  packets>100  -udp"), this)), m_count(new QLabel(this)),
      m_problem(new QLabel(this))
{
    setObjectName(name + QStringLiteral("Panel"));
    m_view->setAccessibleName(what);
    m_view->horizontalHeader()->setResizeContentsPrecision(60);
    m_view->setModel(m_model);
    // Highlighting of headers is off: testing whether they are selected takes a second with millions of rows.
    QHeaderView* header = m_view->horizontalHeader();
    header->setSelectionModel(new QItemSelectionModel(m_model, header));
    m_view->setTextElideMode(Qt::ElideRight);
    for (const TableColumn& column : m_model->columns())
        if (column.hidden)
            m_view->hideByDefault(column.heading);
    m_view->horizontalHeader()->setSortIndicator(first, Qt::DescendingOrder);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->setSortingEnabled(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_view, 1);
    connectParts();
    showProblem({});
    showCounts();
}

void TablePanel::connectParts()
{
    m_copy->setIcon(icon(QStringLiteral("copy")));
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    connect(m_copy, &QAction::triggered, this, &TablePanel::copyRows);
    m_view->addAction(m_copy);

    connect(m_filter, &SearchLine::searched, m_model, &TraceTableModel::setFilter);
    connect(m_model, &TraceTableModel::problemChanged, this, &TablePanel::showProblem);
    connect(m_model, &TraceTableModel::arrangedChanged, this, [this] {
        restoreSelection();
        showCounts();
        if (!m_fitted && m_model->rowCount() > 0) {
            m_fitted = m_model->arranged()->table->trace().complete;
            m_view->fitColumns();
        }
        Q_EMIT shownChanged();
    });
    connect(m_model, &TraceTableModel::arrangingChanged, this, &TablePanel::showCounts);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TablePanel::takeSelection);
    connect(m_view, &QWidget::customContextMenuRequested, this, &TablePanel::showMenu);
}

TablePanel::~TablePanel()
{
    m_view->selectionModel()->disconnect(this);
}

QWidget* TablePanel::makeBar()
{
    auto* bar = new QWidget(this);
    m_filter->setObjectName(m_view->objectName() + QStringLiteral("Filter"));
    m_filter->setAccessibleName(tr("Filter of %1").arg(m_what));
    m_filter->setToolTip(tr("All terms must match: part of an address, a port, address:port, a protocol, a TCP flag, "
                            "comparisons such as packets>100 or rtt_min<2ms; prefix a term with - to exclude it"));
    m_count->setObjectName(m_view->objectName() + QStringLiteral("Count"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_problem->setObjectName(m_view->objectName() + QStringLiteral("Problem"));
    m_problem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* columns = new QToolButton(bar);
    columns->setIcon(icon(QStringLiteral("columns")));
    columns->setToolTip(tr("Choose columns"));
    columns->setAccessibleName(tr("Choose columns"));
    columns->setAutoRaise(true);
    columns->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(columns);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        m_view->fillColumnMenu(menu);
    });
    columns->setMenu(menu);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_filter, 2);
    row->addWidget(m_problem, 2);
    row->addWidget(m_count);
    row->addWidget(columns);
    return bar;
}

void TablePanel::show(TraceTableModel::Maker make, std::vector<std::uint32_t> selected)
{
    m_selected = std::move(selected);
    m_model->show(std::move(make));
}

void TablePanel::setSelected(std::vector<std::uint32_t> rows)
{
    m_selected = std::move(rows);
    restoreSelection();
}

void TablePanel::setEmptyText(const QString& text)
{
    m_emptyText = text;
    showCounts();
}

void TablePanel::setNote(const QString& note)
{
    m_note = note;
    showCounts();
}

std::vector<int> TablePanel::shownColumns() const
{
    const QList<int> sections = m_view->visibleSections();
    return {sections.cbegin(), sections.cend()};
}

std::vector<std::uint32_t> TablePanel::selectedPlaces() const
{
    std::vector<std::uint8_t> chosen(static_cast<std::size_t>(m_model->rowCount()), 0);
    for (const QItemSelectionRange& range : m_view->selectionModel()->selection())
        std::fill(chosen.begin() + range.top(), chosen.begin() + range.bottom() + 1, std::uint8_t(1));
    return placesOf(chosen);
}

std::size_t TablePanel::selectedCount() const
{
    std::size_t count = 0;
    for (const QItemSelectionRange& range : m_view->selectionModel()->selection())
        count += static_cast<std::size_t>(range.height());
    return count;
}

void TablePanel::takeSelection()
{
    if (m_restoring || !m_model->arranged())
        return;
    std::vector<std::uint32_t> rows;
    if (selectedCount() <= mostRemembered) {
        std::vector<std::uint8_t> chosen(m_model->arranged()->table->rowCount(), 0);
        for (const std::uint32_t place : selectedPlaces())
            chosen[m_model->arranged()->order[place]] = 1;
        rows = placesOf(chosen);
    }
    if (rows == m_selected)
        return;
    m_selected = std::move(rows);
    Q_EMIT selectionEdited();
}

void TablePanel::restoreSelection()
{
    m_restoring = true;
    QItemSelection selection;
    if (!m_selected.empty() && m_model->arranged()) {
        const auto& order = m_model->arranged()->order;
        std::vector<std::uint8_t> chosen(m_model->arranged()->table->rowCount(), 0);
        for (const std::uint32_t row : m_selected)
            if (row < chosen.size())
                chosen[row] = 1;
        const int last = m_model->columnCount() - 1;
        int begin = -1;
        for (int row = 0; row <= static_cast<int>(order.size()); ++row) {
            const bool in = row < static_cast<int>(order.size()) && chosen[order[static_cast<std::size_t>(row)]] != 0;
            if (in && begin < 0)
                begin = row;
            if (!in && begin >= 0) {
                selection.append(QItemSelectionRange(m_model->index(begin, 0), m_model->index(row - 1, last)));
                begin = -1;
            }
            if (static_cast<std::size_t>(selection.size()) > mostRanges)
                break;
        }
    }
    m_view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_restoring = false;
}

void TablePanel::copyRows()
{
    if (!m_model->arranged())
        return;
    if (selectedCount() > mostCopied) {
        Q_EMIT noticed(tr("More than a million rows are too many for the clipboard; save them as CSV instead."));
        return;
    }
    std::vector<std::uint32_t> places = selectedPlaces();
    if (places.empty())
        return;
    m_copyJob.start(
        [table = m_model->arranged(), columns = shownColumns(), places = std::move(places),
         locale = locale()](const JobContext& job) { return tabbedText(*table, columns, places, locale, job); },
        [this](const QString& text) {
            if (text.isEmpty())
                return;
            QGuiApplication::clipboard()->setText(text);
            Q_EMIT noticed(tr("Copied."));
        });
}

void TablePanel::showCounts()
{
    const auto& arranged = m_model->arranged();
    QString text;
    if (arranged) {
        const QString shown = formatCount(static_cast<qint64>(arranged->order.size()), locale());
        const auto all = static_cast<int>(arranged->table->rowCount());
        text = tr("%Ln row(s)", nullptr, all);
        if (arranged->order.size() != arranged->table->rowCount())
            text = tr("%1 of %2").arg(shown, text);
        if (!m_note.isEmpty())
            text += QStringLiteral(" · ") + m_note;
    }
    if (m_model->isArranging())
        text = text.isEmpty() ? tr("…") : tr("%1 · sorting…").arg(text);
    m_count->setText(text);
    const bool filtered = arranged && arranged->inFocus > 0 && arranged->order.empty();
    m_view->setEmptyText(!arranged      ? QString()
                             : filtered ? tr("No row matches the filter. Press Escape in it to see all rows.")
                                        : m_emptyText);
}

void TablePanel::showProblem(const QString& problem)
{
    m_problem->setVisible(!problem.isEmpty());
    m_problem->setText(problem);
    m_problem->setToolTip(problem);
    m_filter->setAccessibleDescription(problem);
}

void TablePanel::showMenu(QPoint place)
{
    auto* menu = new QMenu(m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    Q_EMIT menuOpening(menu);
    if (!menu->isEmpty())
        menu->addSeparator();
    m_copy->setEnabled(m_view->selectionModel()->hasSelection());
    menu->addAction(m_copy);
    menu->addAction(icon(QStringLiteral("table")), tr("&Save these rows as CSV…"), this, &TablePanel::exportWanted)
        ->setEnabled(m_model->rowCount() > 0);
    menu->popup(m_view->viewport()->mapToGlobal(place));
}

} // namespace millrace::ui

#include "moc_table_panel.cpp"
