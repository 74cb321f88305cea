// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_legend.h"

#include "ui/base/colors.h"
#include "ui/base/theme.h"
#include "ui/plots/plot_painter.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPixmap>

#include <algorithm>

namespace millrace::ui {
namespace {

constexpr QSize swatchSize(16, 14);

QPixmap swatch(const TimelineSeries& series, bool dark)
{
    constexpr int scale = 2;
    QPixmap pixmap(swatchSize * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    const CurveStyle style = curveStyle(series, dark, 1);
    QPainter painter(&pixmap);
    const double middle = swatchSize.height() / 2.0;
    painter.setPen(QPen(style.color, 2.5, series.visible ? Qt::SolidLine : Qt::DotLine, Qt::FlatCap));
    painter.drawLine(QPointF(0, middle), QPointF(swatchSize.width(), middle));
    if (style.shape > 0)
        drawCurveMark(painter, {swatchSize.width() / 2.0, middle}, style);
    return pixmap;
}

} // namespace

void LegendModel::setSeries(const std::vector<TimelineSeries>& series)
{
    beginResetModel();
    m_rows = series;
    for (TimelineSeries& row : m_rows)
        row.source.reset();
    m_values.clear();
    endResetModel();
}

void LegendModel::setVisible(int row, bool visible)
{
    m_rows[static_cast<std::size_t>(row)].visible = visible;
    Q_EMIT dataChanged(index(row, Name), index(row, Value));
}

void LegendModel::setValues(const QString& heading, const QStringList& values)
{
    if (m_heading != heading) {
        m_heading = heading;
        Q_EMIT headerDataChanged(Qt::Horizontal, Value, Value);
    }
    if (m_values == values || m_rows.empty())
        return;
    m_values = values;
    Q_EMIT dataChanged(index(0, Value), index(rowCount() - 1, Value), {Qt::DisplayRole});
}

void LegendModel::setDark(bool dark)
{
    if (m_dark == dark)
        return;
    m_dark = dark;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name), {Qt::DecorationRole});
}

int LegendModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LegendModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LegendModel::nameData(std::size_t row, int role) const
{
    const TimelineSeries& series = m_rows[row];
    switch (role) {
    case Qt::DisplayRole: return series.name;
    case SortRole: return static_cast<int>(row);
    case Qt::DecorationRole: return swatch(series, m_dark);
    case Qt::CheckStateRole: return series.visible ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
        return series.visible ? tr("%1: click to hide it").arg(series.name)
                              : tr("%1 is hidden: click to show it").arg(series.name);
    default: return {};
    }
}

QVariant LegendModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (index.column() == Name)
        return nameData(static_cast<std::size_t>(index.row()), role);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    return role == Qt::DisplayRole || role == Qt::ToolTipRole ? QVariant(m_values.value(index.row())) : QVariant();
}

QVariant LegendModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section == Value)
        return m_heading;
    return m_nameHeading.isEmpty() ? tr("Series") : m_nameHeading;
}

PlotLegend::PlotLegend(QWidget* parent) : QTableView(parent), m_model(new LegendModel(this))
{
    setObjectName(QStringLiteral("plotLegend"));
    setAccessibleName(tr("Series of the plot"));
    setModel(m_model);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setIconSize(swatchSize);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 5);
    verticalHeader()->setMinimumSectionSize(8);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setMinimumSectionSize(20);
    horizontalHeader()->setSectionResizeMode(LegendModel::Name, QHeaderView::Stretch);
    horizontalHeader()->setSectionResizeMode(LegendModel::Value, QHeaderView::Fixed);
    setRoom(sizeHint().width());
    m_model->setDark(isDark(palette()));
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) { toggle(index.row()); });
    connect(this, &QTableView::entered, this, [this](const QModelIndex& index) { Q_EMIT emphasised(index.row()); });
}

QSize PlotLegend::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(QLatin1Char('0')) * 32, 120};
}

void PlotLegend::setRoom(int room)
{
    const int whole = std::max(room, fontMetrics().horizontalAdvance(QLatin1Char('0')) * 12);
    m_valueWidth = std::max(
        {m_valueWidth, sizeHintForColumn(LegendModel::Value), horizontalHeader()->sectionSizeHint(LegendModel::Value)});
    setFixedWidth(whole);
    setColumnWidth(LegendModel::Value, std::min(m_valueWidth, whole * 11 / 20));
}

void PlotLegend::toggle(int row)
{
    Q_EMIT toggled(row, !m_model->isVisible(row));
}

void PlotLegend::keyPressEvent(QKeyEvent* event)
{
    const bool toggles = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return;
    if (toggles && currentIndex().isValid())
        toggle(currentIndex().row());
    else
        QTableView::keyPressEvent(event);
}

void PlotLegend::leaveEvent(QEvent* event)
{
    QTableView::leaveEvent(event);
    Q_EMIT emphasised(-1);
}

void PlotLegend::focusOutEvent(QFocusEvent* event)
{
    QTableView::focusOutEvent(event);
    Q_EMIT emphasised(-1);
}

void PlotLegend::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (hasFocus() && current.isValid())
        Q_EMIT emphasised(current.row());
}

void PlotLegend::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (index.isValid()) {
        const int row = index.row();
        menu->addAction(tr("Show &only this series"), this, [this, row] { Q_EMIT onlyWanted(row); });
    }
    menu->addAction(tr("Show &all series"), this, [this] { Q_EMIT onlyWanted(-1); });
    menu->popup(event->globalPos());
}

void PlotLegend::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_model->setDark(isDark(palette()));
}

} // namespace millrace::ui

#include "moc_plot_legend.cpp"
