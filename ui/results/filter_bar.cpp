// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/filter_bar.h"

#include "core/report/vocabulary.h"
#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/run_text.h"
#include "ui/base/search_line.h"
#include "ui/base/theme.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

namespace millrace::ui {
namespace {

constexpr std::size_t mostButtons = 4; ///< more factors share one menu

bool differs(const store::FactorSummary& factor)
{
    return factor.levels.size() > 1;
}

} // namespace

FilterBar::FilterBar(QWidget* parent)
    : QWidget(parent), m_search(new SearchLine(tr("Filter: loss=1% RING step_mean<100ms"), this)),
      m_problem(new QLabel(this)), m_campaigns(new QComboBox(this)), m_states(new QComboBox(this)),
      m_factors(new QHBoxLayout), m_clear(new QToolButton(this))
{
    m_search->setObjectName(QStringLiteral("runFilter"));
    m_search->setAccessibleName(tr("Filter of runs"));
    m_search->setMinimumWidth(200);
    m_search->setToolTip(
        tr("Words that a run must have in its levels or its state, and comparisons:\n"
           "loss=1%  strategy!=RING  step_mean<100ms  state=failed  campaign=2  run=9  !STAR\n"
           "Several values of one name are alternatives: loss=0% loss=1%. Texts of errors: error=closed"));
    m_campaigns->setObjectName(QStringLiteral("campaignFilter"));
    m_campaigns->setAccessibleName(tr("Campaign"));
    m_states->setObjectName(QStringLiteral("stateFilter"));
    m_states->setAccessibleName(tr("State"));
    for (QComboBox* box : {m_campaigns, m_states}) {
        box->setToolTip(box->accessibleName());
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(14);
        connect(box, &QComboBox::currentIndexChanged, this, &FilterBar::changed);
    }
    m_clear->setObjectName(QStringLiteral("clearFilter"));
    m_clear->setText(tr("Clear"));
    m_clear->setToolTip(tr("Show all runs"));
    m_clear->setAutoRaise(true);
    connect(m_clear, &QToolButton::clicked, this, &FilterBar::clear);
    connect(m_search, &SearchLine::searched, this, &FilterBar::search);
    connect(this, &FilterBar::changed, this, &FilterBar::nameButtons);
    m_problem->setObjectName(QStringLiteral("filterProblem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();
    makeRow();
    fillStates();
    nameButtons();
}

void FilterBar::makeRow()
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_search, 1);
    row->addWidget(m_campaigns);
    row->addWidget(m_states);
    row->addLayout(m_factors);
    row->addWidget(m_clear);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 6);
    column->setSpacing(2);
    column->addLayout(row);
    column->addWidget(m_problem);
}

void FilterBar::setOverview(const ResultOverview& overview)
{
    // What is unchanged stays, as a menu may be open.
    const bool sameFactors = overview.factors == m_overview.factors;
    const bool sameCampaigns = overview.campaigns == m_overview.campaigns;
    m_overview = overview;
    if (!sameCampaigns || !m_wantedCampaigns.empty())
        fillCampaigns();
    if (!sameFactors)
        fillFactors();
    nameButtons();
    showProblem();
}

void FilterBar::fillCampaigns()
{
    const QSignalBlocker quiet(m_campaigns);
    QVariant chosen = m_campaigns->currentData();
    m_campaigns->clear();
    m_campaigns->addItem(tr("All campaigns"), QVariant::fromValue<qint64>(0));
    for (const store::CampaignRecord& campaign : m_overview.campaigns) {
        const auto id = QVariant::fromValue<qint64>(campaign.id.value);
        m_campaigns->addItem(tr("%1 · %2, %3")
                                 .arg(formatCount(campaign.id.value, locale()), toQString(campaign.gridName),
                                      formatInstant(campaign.created, locale())),
                             id);
        m_campaigns->setItemData(m_campaigns->count() - 1, toQString(campaign.uuid), Qt::ToolTipRole);
        if (!m_wantedCampaigns.empty() && campaign.uuid.starts_with(m_wantedCampaigns.front()))
            chosen = id;
    }
    m_wantedCampaigns.clear();
    m_campaigns->setCurrentIndex(std::max(0, m_campaigns->findData(chosen)));
    m_campaigns->setVisible(m_overview.campaigns.size() > 1);
}

void FilterBar::fillStates()
{
    const QSignalBlocker quiet(m_states);
    m_states->addItem(tr("All states"), -1);
    using State = store::RunState;
    for (const State state : {State::Planned, State::Preparing, State::Running, State::Collecting, State::Analysing,
                              State::Done, State::Failed, State::Cancelled, State::Invalid})
        m_states->addItem(runStateText(state), static_cast<int>(state));
}

void FilterBar::fillFactors()
{
    while (QLayoutItem* item = m_factors->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    m_buttons.clear();
    QMenu* more = nullptr;
    for (const store::FactorSummary& factor : m_overview.factors) {
        if (!differs(factor))
            continue;
        if (m_buttons.size() < mostButtons) {
            auto* button = new QToolButton(this);
            button->setObjectName(QStringLiteral("factor ") + toQString(factor.name));
            button->setAccessibleName(tr("Levels of %1").arg(toQString(factor.name)));
            button->setPopupMode(QToolButton::InstantPopup);
            button->setMenu(new QMenu(button));
            fillLevels(button->menu(), factor);
            m_factors->addWidget(button);
            m_buttons.emplace_back(factor.name, button);
            continue;
        }
        if (more == nullptr) {
            auto* button = new QToolButton(this);
            button->setObjectName(QStringLiteral("moreFactors"));
            button->setText(tr("More"));
            button->setToolTip(tr("Levels of the other factors"));
            button->setPopupMode(QToolButton::InstantPopup);
            more = new QMenu(button);
            button->setMenu(more);
            m_factors->addWidget(button);
        }
        fillLevels(more->addMenu(toQString(factor.name)), factor);
    }
}

void FilterBar::fillLevels(QMenu* menu, const store::FactorSummary& factor)
{
    for (const store::FactorLevelCount& level : factor.levels) {
        QAction* action =
            menu->addAction(tr("%1 (%Ln run(s))", nullptr, static_cast<int>(level.runs)).arg(toQString(level.level)));
        action->setCheckable(true);
        action->setChecked(isChosen(factor.name, level.level));
        action->setData(toQString(level.level));
        connect(action, &QAction::toggled, this,
                [this, name = factor.name, text = level.level](bool chosen) { choose(name, text, chosen); });
    }
}

bool FilterBar::isChosen(const std::string& factor, const std::string& level) const
{
    const auto found = std::ranges::find(m_levels, factor, &store::ResultFilter::FactorLevels::name);
    return found != m_levels.end() && std::ranges::find(found->levels, level) != found->levels.end();
}

void FilterBar::choose(const std::string& factor, const std::string& level, bool chosen)
{
    auto found = std::ranges::find(m_levels, factor, &store::ResultFilter::FactorLevels::name);
    if (found == m_levels.end())
        found = m_levels.insert(m_levels.end(), {factor, {}});
    std::erase(found->levels, level);
    if (chosen)
        found->levels.push_back(level);
    std::erase_if(m_levels, [](const auto& each) { return each.levels.empty(); });
    Q_EMIT changed();
}

void FilterBar::search(const QString& text)
{
    auto conditions = store::parseConditions(text.toStdString());
    m_unread = conditions ? QString() : toQString(conditions.error().what);
    if (conditions) {
        m_text = text.toStdString();
        m_conditions = *std::move(conditions);
    }
    showProblem();
    if (m_unread.isEmpty())
        Q_EMIT changed();
}

QString FilterBar::problem() const
{
    if (!m_unread.isEmpty() || m_overview.campaigns.empty())
        return m_unread;
    std::vector<std::string> names;
    for (const store::FactorSummary& factor : m_overview.factors)
        names.push_back(factor.name);
    for (const store::MetricSummary& metric : m_overview.metrics)
        names.push_back(metric.name);
    std::vector<store::RunCondition> unknown = m_conditions;
    std::erase_if(unknown, [](const store::RunCondition& condition) { // no run has it yet, but one may
        return std::ranges::find(report::metricTerms(), condition.name, &report::Term::name)
            != report::metricTerms().end();
    });
    const auto checked = store::checkNames(unknown, names);
    return checked ? QString() : toQString(checked.error().what);
}

void FilterBar::showProblem()
{
    QString text = problem();
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, errorColor(isDark(colors)));
    m_problem->setPalette(colors);
}

void FilterBar::nameButtons()
{
    for (const auto& [name, button] : m_buttons) {
        const auto found = std::ranges::find(m_levels, name, &store::ResultFilter::FactorLevels::name);
        QStringList levels;
        if (found != m_levels.end())
            for (const std::string& level : found->levels)
                levels.append(toQString(level));
        const QString text = levels.isEmpty()
            ? toQString(name)
            : toQString(name) + QStringLiteral(": ") + levels.join(QStringLiteral(", "));
        button->setText(fontMetrics().elidedText(text, Qt::ElideMiddle, fontMetrics().averageCharWidth() * 24));
        button->setToolTip(levels.isEmpty() ? tr("Show only some levels of %1").arg(toQString(name)) : text);
        QFont font = this->font();
        font.setBold(!levels.isEmpty());
        button->setFont(font);
    }
    m_clear->setVisible(isFiltering());
}

store::ResultFilter FilterBar::filter() const
{
    store::ResultFilter filter;
    if (const qint64 campaign = m_campaigns->currentData().toLongLong(); campaign > 0)
        filter.campaigns.push_back(store::CampaignId{campaign});
    if (const QVariant state = m_states->currentData(); state.isValid() && state.toInt() >= 0)
        filter.states.push_back(static_cast<store::RunState>(state.toInt()));
    filter.factors = m_levels;
    filter.conditions = m_conditions;
    return filter;
}

report::RunView FilterBar::view() const
{
    report::RunView view;
    const store::ResultFilter now = filter();
    for (const store::CampaignRecord& campaign : m_overview.campaigns)
        if (!now.campaigns.empty() && campaign.id == now.campaigns.front())
            view.campaigns = {campaign.uuid};
    for (const store::RunState state : now.states)
        view.states.emplace_back(store::stateName(state));
    view.factors = m_levels;
    view.filter = m_text;
    return view;
}

void FilterBar::setView(const report::RunView& view)
{
    {
        const QSignalBlocker quiet(this), quietSearch(m_search), quietStates(m_states);
        m_levels = view.factors;
        m_wantedCampaigns = view.campaigns;
        if (view.campaigns.empty())
            m_wantedCampaigns = {"-"}; // all of them
        const auto state =
            view.states.empty() ? std::nullopt : std::optional(store::parseRunState(view.states.front()));
        m_states->setCurrentIndex(state && *state ? std::max(0, m_states->findData(static_cast<int>(**state))) : 0);
        m_search->setText(toQString(view.filter));
        search(toQString(view.filter));
        const QSignalBlocker quietCampaigns(m_campaigns);
        m_campaigns->setCurrentIndex(0);
        fillCampaigns();
        fillFactors();
    }
    Q_EMIT changed();
}

bool FilterBar::isFiltering() const
{
    const store::ResultFilter now = filter();
    return !now.campaigns.empty() || !now.states.empty() || !now.factors.empty() || !now.conditions.empty();
}

void FilterBar::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void FilterBar::clear()
{
    setView({});
}

} // namespace millrace::ui

#include "moc_filter_bar.cpp"
