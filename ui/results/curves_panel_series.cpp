// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/curves_panel_series.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/search_line.h"
#include "ui/figures/metric_text.h"

#include <QBoxLayout>
#include <QListWidget>
#include <QMenu>
#include <QSignalBlocker>
#include <QWidgetAction>

#include <algorithm>
#include <array>

namespace millrace::ui {
namespace {

constexpr std::size_t chosenAtFirst = 3;
/// What is looked at most comes first where as many runs have it.
constexpr std::array usual = {"training.step_time", "step.time",    "epoch.rate", "traffic.rate",
                              "net.sent",           "net.received", "cpu.use"};

std::size_t rankOf(const store::SeriesSummary& series)
{
    return static_cast<std::size_t>(std::ranges::find(usual, series.name) - usual.begin());
}

} // namespace

CurvesPanelSeries::CurvesPanelSeries(QWidget* parent)
    : QToolButton(parent), m_search(new SearchLine(tr("Find a series"))), m_list(new QListWidget)
{
    setObjectName(QStringLiteral("curveSeries"));
    setIcon(ui::icon(QStringLiteral("chart-line")));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setPopupMode(QToolButton::InstantPopup);
    m_search->setObjectName(QStringLiteral("curveSeriesSearch"));
    m_search->setAccessibleName(tr("Find a series"));
    m_list->setObjectName(QStringLiteral("curveSeriesList"));
    m_list->setAccessibleName(tr("Series to draw"));
    m_list->setUniformItemSizes(true);
    m_list->setMinimumSize(fontMetrics().averageCharWidth() * 52, fontMetrics().height() * 16);
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(6, 6, 6, 6);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    auto* action = new QWidgetAction(this);
    action->setDefaultWidget(page);
    auto* menu = new QMenu(this);
    menu->addAction(action);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this] {
        m_search->clear();
        narrow({});
        m_search->setFocus();
    });
    connect(m_search, &QLineEdit::textChanged, this, &CurvesPanelSeries::narrow);
    connect(m_list, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        const std::string name = item->data(Qt::UserRole).toString().toStdString();
        std::erase(m_chosen, name);
        if (item->checkState() == Qt::Checked)
            m_chosen.push_back(name);
        m_touched = true;
        nameButton();
        Q_EMIT chosenChanged();
    });
    nameButton();
}

void CurvesPanelSeries::setSeries(const std::vector<store::SeriesSummary>& series)
{
    std::vector<store::SeriesSummary> sorted = series;
    std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) {
        return a.runs != b.runs ? a.runs > b.runs : rankOf(a) < rankOf(b);
    });
    if (sorted == m_series)
        return;
    m_series = std::move(sorted);
    const bool known = std::ranges::any_of(
        m_series, [this](const auto& each) { return std::ranges::find(m_chosen, each.name) != m_chosen.end(); });
    if (!known && !m_touched) {
        m_chosen.clear();
        for (std::size_t i = 0; i < std::min(chosenAtFirst, m_series.size()); ++i)
            m_chosen.push_back(m_series[i].name);
    }
    fill();
}

void CurvesPanelSeries::fill()
{
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (const store::SeriesSummary& series : m_series) {
        const QString name = toQString(series.name);
        auto* item = new QListWidgetItem(
            tr("%1 (%Ln run(s))", nullptr, static_cast<int>(series.runs)).arg(seriesText(series.name)), m_list);
        item->setToolTip(name);
        item->setData(Qt::UserRole, name);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        const bool isChosen = std::ranges::find(m_chosen, series.name) != m_chosen.end();
        item->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
    }
    nameButton();
}

void CurvesPanelSeries::narrow(const QString& text)
{
    for (int i = 0; i < m_list->count(); ++i)
        m_list->item(i)->setHidden(!m_list->item(i)->text().contains(text, Qt::CaseInsensitive)
                                   && !m_list->item(i)->toolTip().contains(text, Qt::CaseInsensitive));
}

void CurvesPanelSeries::nameButton()
{
    const QString text = tr("Series: %1 of %2").arg(chosen().size()).arg(m_series.size());
    setText(text);
    setAccessibleName(text);
}

std::vector<std::string> CurvesPanelSeries::chosen() const
{
    std::vector<std::string> names;
    for (const store::SeriesSummary& series : m_series)
        if (std::ranges::find(m_chosen, series.name) != m_chosen.end())
            names.push_back(series.name);
    return names;
}

void CurvesPanelSeries::choose(const std::vector<std::string>& names)
{
    m_touched = true;
    m_chosen = names;
    fill();
    Q_EMIT chosenChanged();
}

} // namespace millrace::ui

#include "moc_curves_panel_series.cpp"
