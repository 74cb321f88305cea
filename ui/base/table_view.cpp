// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/table_view.h"

#include "ui/base/action_text.h"
#include "ui/base/settings.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QSet>
#include <QToolTip>

#include <algorithm>

namespace millrace::ui {
namespace {

using namespace std::chrono_literals;

constexpr int widest = 360;

QString cellText(const QModelIndex& index)
{
    return index.data(Qt::DisplayRole).toString().replace(QLatin1Char('\t'), QLatin1Char(' ')).simplified();
}

} // namespace

TableView::TableView(Settings& settings, const QString& name, QWidget* parent)
    : QTableView(parent), m_settings(settings), m_name(name)
{
    setObjectName(name);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollMode(ScrollPerPixel);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 9);
    QHeaderView* header = horizontalHeader();
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    header->setMinimumSectionSize(fontMetrics().averageCharWidth() * 4);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::customContextMenuRequested, this, [this, header](const QPoint& position) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fillColumnMenu(menu);
        menu->popup(header->mapToGlobal(position));
    });
    m_patience.setSingleShot(true);
    m_patience.setInterval(300ms);
    connect(&m_patience, &QTimer::timeout, this, &TableView::remember);
    connect(header, &QHeaderView::sectionMoved, this, &TableView::rememberSoon);
    connect(header, &QHeaderView::sectionResized, this, &TableView::noteSize);
}

void TableView::setModel(QAbstractItemModel* model)
{
    if (this->model())
        this->model()->disconnect(this);
    QTableView::setModel(model);
    if (!model)
        return;
    connect(model, &QAbstractItemModel::modelReset, this, &TableView::restore);
    connect(model, &QAbstractItemModel::columnsInserted, this, &TableView::restore);
    restore();
}

QString TableView::heading(int section) const
{
    return model() ? model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString() : QString();
}

QList<int> TableView::visibleSections() const
{
    QList<int> sections;
    const QHeaderView* header = horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int section = header->logicalIndex(visual);
        if (!header->isSectionHidden(section))
            sections.append(section);
    }
    return sections;
}

QStringList TableView::visibleColumns() const
{
    QStringList names;
    for (const int section : visibleSections())
        names.append(heading(section));
    return names;
}

QString TableView::selectedText() const
{
    if (!selectionModel())
        return {};
    const QModelIndexList selected = selectionModel()->selectedIndexes();
    if (selected.size() == 1)
        return cellText(selected.front());
    QSet<int> rows;
    for (const QModelIndex& index : selected)
        rows.insert(index.row());
    QList<int> order(rows.cbegin(), rows.cend());
    std::ranges::sort(order);
    const QList<int> sections = visibleSections();
    QStringList lines{visibleColumns().join(QLatin1Char('\t'))};
    for (const int row : order) {
        QStringList cells;
        for (const int section : sections)
            cells.append(cellText(model()->index(row, section, rootIndex())));
        lines.append(cells.join(QLatin1Char('\t')));
    }
    return lines.join(QLatin1Char('\n'));
}

void TableView::copySelection() const
{
    if (m_copy && selectionModel() && selectionModel()->selectedIndexes().size() != 1) {
        m_copy();
        return;
    }
    const QString text = selectedText();
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

void TableView::hideByDefault(const QStringList& headings)
{
    m_hiddenByDefault.append(headings);
    m_headings.clear();
    restore();
}

void TableView::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void TableView::setShown(int section, bool shown)
{
    m_restoring = true;
    setColumnHidden(section, !shown);
    if (shown && columnWidth(section) < horizontalHeader()->minimumSectionSize())
        resizeColumnToContents(section);
    m_restoring = false;
    remember();
}

void TableView::fillColumnMenu(QMenu* menu)
{
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int section = horizontalHeader()->logicalIndex(visual);
        QAction* action = menu->addAction(asActionText(heading(section)));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(section));
        action->setEnabled(isColumnHidden(section) || visibleSections().size() > 1);
        connect(action, &QAction::toggled, this, [this, section](bool shown) { setShown(section, shown); });
    }
    menu->addSeparator();
    menu->addAction(tr("Show &all"), this, [this] {
        for (int section = 0; section < horizontalHeader()->count(); ++section)
            setShown(section, true);
    });
    menu->addAction(tr("&Fit widths"), this, [this] {
        m_settings.setValue(QStringLiteral("tables/%1/sizes").arg(m_name), {});
        m_sized.clear();
        fitColumns();
    });
}

void TableView::fitColumns()
{
    if (!model())
        return;
    m_restoring = true;
    const QVariantMap widths = m_settings.value(QStringLiteral("tables/%1/sizes").arg(m_name), {}).toMap();
    QList<std::pair<int, int>> cut; // columns, and what they lack
    for (int section = 0; section < horizontalHeader()->count(); ++section) {
        const QString name = heading(section);
        if (m_sized.contains(name))
            continue; // by the user, just now
        const int wanted = std::max(sizeHintForColumn(section), horizontalHeader()->sectionSizeHint(section)) + 8;
        const bool chosen = widths.contains(name);
        setColumnWidth(section, chosen ? widths.value(name).toInt() : std::min(wanted, widest));
        if (!chosen && wanted > widest && !isColumnHidden(section))
            cut.append({section, wanted - widest});
    }
    widen(cut);
    m_restoring = false;
}

void TableView::widen(const QList<std::pair<int, int>>& cut)
{
    int free = viewport()->width() - horizontalHeader()->length();
    for (const auto& [section, lacking] : cut) {
        const int more = std::clamp(free, 0, lacking);
        setColumnWidth(section, columnWidth(section) + more);
        free -= more;
    }
}

/// A width that content or the view did not give is the user's. A last column that is stretched follows the view.
void TableView::noteSize(int section)
{
    const QHeaderView* header = horizontalHeader();
    const bool stretched = header->stretchLastSection() && header->visualIndex(section) == header->count() - 1;
    if (m_restoring || !header->isVisible() || stretched || isColumnHidden(section))
        return;
    m_sized.insert(heading(section));
    rememberSoon();
}

/// Only when the columns are others than before: a table that is read again must not jump.
void TableView::restore()
{
    QStringList headings;
    for (int section = 0; section < horizontalHeader()->count(); ++section)
        headings.append(heading(section));
    if (headings.isEmpty() || headings == m_headings)
        return;
    m_headings = headings;
    m_restoring = true;
    const QString path = QStringLiteral("tables/%1/").arg(m_name);
    const QStringList order = m_settings.value(path + QStringLiteral("order"), {}).toStringList();
    const QStringList hidden = m_settings.value(path + QStringLiteral("hidden"), m_hiddenByDefault).toStringList();
    for (int section = 0; section < headings.size(); ++section) {
        const QString& name = headings.at(section);
        const bool isNew = !order.isEmpty() && !order.contains(name); // to the user, who has chosen others
        setColumnHidden(section, hidden.contains(name) || (isNew && m_hiddenByDefault.contains(name)));
    }
    restoreOrder(order);
    m_restoring = false;
    fitColumns();
}

/// The saved layout; a new column is placed after its default predecessor.
void TableView::restoreOrder(const QStringList& order)
{
    if (order.isEmpty())
        return;
    QStringList wanted;
    for (const QString& name : order)
        if (m_headings.contains(name))
            wanted.append(name);
    for (qsizetype section = 0; section < m_headings.size(); ++section)
        if (!wanted.contains(m_headings.at(section)))
            wanted.insert(section == 0 ? 0 : wanted.indexOf(m_headings.at(section - 1)) + 1, m_headings.at(section));
    for (int place = 0; place < static_cast<int>(wanted.size()); ++place) {
        const auto section = static_cast<int>(m_headings.indexOf(wanted.at(place)));
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(section), place);
    }
}

void TableView::rememberSoon()
{
    if (!m_restoring && horizontalHeader()->isVisible())
        m_patience.start();
}

/// What is not there at the moment keeps what was remembered of it.
void TableView::remember()
{
    const QString path = QStringLiteral("tables/%1/").arg(m_name);
    QVariantMap widths = m_settings.value(path + QStringLiteral("sizes"), {}).toMap();
    QStringList hidden = m_settings.value(path + QStringLiteral("hidden"), m_hiddenByDefault).toStringList();
    QStringList order;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int section = horizontalHeader()->logicalIndex(visual);
        const QString name = heading(section);
        order.append(name);
        hidden.removeAll(name);
        if (isColumnHidden(section))
            hidden.append(name);
        else if (m_sized.contains(name))
            widths.insert(name, columnWidth(section));
    }
    m_sized.clear();
    m_settings.setValue(path + QStringLiteral("sizes"), widths);
    m_settings.setValue(path + QStringLiteral("hidden"), hidden);
    m_settings.setValue(path + QStringLiteral("order"), order);
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        return;
    }
    QTableView::keyPressEvent(event);
}

bool TableView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const QModelIndex index = indexAt(help->pos());
        if (index.isValid() && !index.data(Qt::ToolTipRole).isValid()
            && sizeHintForIndex(index).width() > columnWidth(index.column())) {
            QToolTip::showText(help->globalPos(), index.data(Qt::DisplayRole).toString(), this, visualRect(index));
            return true;
        }
    }
    return QTableView::viewportEvent(event);
}

void TableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_emptyText.isEmpty() || (model() && model()->rowCount(rootIndex()) > 0))
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(24, 16, -24, -16), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                     m_emptyText);
}

} // namespace millrace::ui

#include "moc_table_view.cpp"
