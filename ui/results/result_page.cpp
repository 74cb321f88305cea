// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_page.h"

#include "ui/base/elided_label.h"
#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_strip.h"
#include "ui/base/run_text.h"
#include "ui/base/settings.h"
#include "ui/figures/figure_text.h"
#include "ui/figures/figure_view.h"
#include "ui/results/compare_panel.h"
#include "ui/results/curves_panel.h"
#include "ui/results/figure_panel.h"
#include "ui/results/filter_bar.h"
#include "ui/results/group_panel.h"
#include "ui/results/result_model.h"
#include "ui/results/run_panel.h"
#include "ui/results/run_table.h"
#include "ui/results/saved_views.h"
#include "ui/results/store_watch.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>

namespace millrace::ui {
namespace {

const QString splitterName = QStringLiteral("resultSplitter2");
using report::FigureKind;

/// The campaigns as levels that runs can be compared by; how many runs each has is not needed for that.
store::FactorSummary campaignSummary(const ResultOverview& overview)
{
    store::FactorSummary summary{std::string(report::campaignFactor), {}};
    for (auto campaign = overview.campaigns.rbegin(); campaign != overview.campaigns.rend(); ++campaign)
        summary.levels.push_back({std::to_string(campaign->id.value), {}, {}, 0});
    return summary;
}

} // namespace

ResultPage::ResultPage(const QString& file, Settings& settings, QWidget* parent)
    : DocumentPage(file, parent), m_settings(settings), m_model(new ResultModel(file, this)),
      m_filter(new FilterBar(this)), m_strip(new JobStrip(this)), m_views(new SavedViews(settings, this)),
      m_exports(new ResultExports(
          file, settings, [this] { return exportSubject(); }, this))
{
    m_splitter = new QSplitter(this);
    m_splitter->addWidget(makeTable());
    m_splitter->addWidget(makePanels());
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({720, 540});
    m_splitter->restoreState(m_settings.widgetState(splitterName));
    m_strip->attach(m_exports->job(), tr("Exporting"));

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(m_filter);
    column->addWidget(m_splitter, 1);
    column->addWidget(m_strip);

    connect(m_model, &ResultModel::loaded, this, &ResultPage::showOverview);
    connect(m_model, &ResultModel::loaded, this, &DocumentPage::loaded);
    connect(m_model, &ResultModel::failed, this, &DocumentPage::failed);
    connect(m_model, &ResultModel::rowsInserted, this, &ResultPage::showCounts);
    connect(m_filter, &FilterBar::changed, this, &ResultPage::applyFilter);
    connectPanels();
    m_watch = new StoreWatch(file, this);
    connect(m_watch, &StoreWatch::changed, this, [this] {
        if (m_model->isLoaded())
            m_model->refresh();
        m_run->refresh();
    });
}

ResultPage::~ResultPage()
{
    m_settings.setWidgetState(splitterName, m_splitter->saveState());
    // The views tell of their end; nobody listens any more.
    m_table->setModel(nullptr);
}

QWidget* ResultPage::makeHeader()
{
    auto* header = new QWidget(this);
    m_title = new ElidedLabel(QFileInfo(file()).completeBaseName(), header);
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.4);
    m_title->setFont(font);
    m_title->setToolTip(file());
    m_subtitle = new QLabel(tr("Reading…"), header);
    m_subtitle->setObjectName(QStringLiteral("runCounts"));
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    m_subtitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_subtitle);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(16, 10, 8, 4);
    row->addLayout(texts, 1);
    row->addWidget(makeToolBar());
    return header;
}

void ResultPage::addMenu(QToolBar* bar, const QString& name, const QString& iconName, const QString& text, QMenu* menu)
{
    QAction* action = bar->addAction(icon(iconName), text);
    action->setObjectName(name);
    action->setMenu(menu);
    if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action))) {
        button->setObjectName(name + QStringLiteral("Button"));
        button->setPopupMode(QToolButton::InstantPopup);
    }
}

QToolBar* ResultPage::makeToolBar()
{
    auto* bar = new QToolBar(this);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize({16, 16});
    auto* plots = new QMenu(bar);
    for (const FigureKind kind : shownKinds())
        plots->addAction(icon(kindIcon(kind)), kindText(kind), this, [this, kind] { plot(kind); })
            ->setObjectName(QStringLiteral("plot-") + toQString(report::kindName(kind)));
    plots->addSeparator();
    plots
        ->addAction(icon(QStringLiteral("chart-line")), tr("&Curves over time"), this, [this] { showPanel(CurvesTab); })
        ->setObjectName(QStringLiteral("plot-curves"));
    addMenu(bar, QStringLiteral("plot"), QStringLiteral("chart-bar"), tr("&Plot"), plots);
    QAction* groups =
        bar->addAction(icon(QStringLiteral("group")), tr("&Group"), this, [this] { showPanel(GroupTab); });
    groups->setObjectName(QStringLiteral("group"));
    QAction* compare =
        bar->addAction(icon(QStringLiteral("compare")), tr("&Compare"), this, [this] { showPanel(CompareTab); });
    compare->setObjectName(QStringLiteral("compare"));
    auto* interference = new QMenu(bar);
    const auto addReport = [this, interference](const char* kind, const char* picture, const QString& text) {
        const QString name = QLatin1String(kind);
        interference
            ->addAction(icon(QLatin1String(picture)), text, this,
                        [this, name] { Q_EMIT reportRequested(name, reportSubject()); })
            ->setObjectName(QStringLiteral("report-") + name);
    };
    addReport("response", "chart-line", tr("&Response curves"));
    addReport("score", "table", tr("Detector &score card"));
    addReport("waits", "group", tr("&Waits of workers"));
    addReport("policy", "table", tr("&Policies replayed"));
    addReport("simulation", "chart-line", tr("S&imulation and its error"));
    addMenu(bar, QStringLiteral("interference"), QStringLiteral("traffic"), tr("&Interference"), interference);
    m_studies = bar->addAction(icon(QStringLiteral("report")), tr("&Studies"), this,
                               [this] { Q_EMIT studiesRequested(file()); });
    m_studies->setObjectName(QStringLiteral("studies"));
    m_studies->setToolTip(tr("Figures and audit of the published studies in this store"));
    m_studies->setVisible(false); // until a study is among its runs
    bar->addAction(icon(QStringLiteral("chart-line")), tr("Pre&dict"), this,
                   [this] { Q_EMIT predictorRequested(file()); })
        ->setObjectName(QStringLiteral("predict"));
    auto* columns = new QMenu(bar);
    connect(columns, &QMenu::aboutToShow, this, [this, columns] {
        columns->clear();
        columns->addAction(m_onlyDiffering);
        columns->addSeparator();
        m_table->fillColumnMenu(columns);
    });
    m_onlyDiffering = new QAction(tr("Only &factors that differ"), this);
    m_onlyDiffering->setObjectName(QStringLiteral("onlyDiffering"));
    m_onlyDiffering->setCheckable(true);
    connect(m_onlyDiffering, &QAction::toggled, this, [this](bool only) {
        m_settings.setValue(QStringLiteral("results/onlyDiffering"), only);
        m_model->setOnlyDiffering(only);
    });
    m_onlyDiffering->setChecked(m_settings.value(QStringLiteral("results/onlyDiffering"), true).toBool());
    addMenu(bar, QStringLiteral("columns"), QStringLiteral("columns"), tr("C&olumns"), columns);
    auto* views = new QMenu(bar);
    connect(views, &QMenu::aboutToShow, this, [this, views] { m_views->fillMenu(views, [this] { return view(); }); });
    addMenu(bar, QStringLiteral("views"), QStringLiteral("filter"), tr("&Views"), views);
    auto* exports = new QMenu(bar);
    m_exports->fillMenu(exports);
    addMenu(bar, QStringLiteral("export"), QStringLiteral("export"), tr("&Export"), exports);
    return bar;
}

QWidget* ResultPage::makeTable()
{
    m_table = new RunTable(*m_model, file(), m_settings, this);
    m_table->setCanReplay([this] { return m_run->details().has_value(); });
    connect(m_table, &RunTable::currentRunChanged, this, &ResultPage::showCurrentRun);
    connect(m_table, &RunTable::replayRequested, this, &ResultPage::askForReplay);
    connect(m_table, &RunTable::groupRequested, this, &ResultPage::useSelection);
    connect(m_table, &RunTable::exclusionChanged, this, [this] { m_run->refresh(); });
    m_empty = new EmptyState(this);
    m_empty->setObjectName(QStringLiteral("noRuns"));
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    m_stack->setMinimumWidth(320);
    m_empty->setContent(QStringLiteral("results"), tr("Reading the store"), tr("This takes a moment."));
    return m_stack;
}

QWidget* ResultPage::makePanels()
{
    m_run = new RunPanel(file(), m_settings, this);
    m_groups = new GroupPanel(file(), m_settings, this);
    m_figure = new FigurePanel(file(), m_settings, this);
    m_compare = new ComparePanel(file(), m_settings, this);
    m_curves = new CurvesPanel(file(), m_settings, this);
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(QStringLiteral("resultPanels"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_run, icon(QStringLiteral("run")), tr("Run"));
    m_tabs->addTab(m_groups, icon(QStringLiteral("group")), tr("Groups"));
    m_tabs->addTab(m_figure, icon(QStringLiteral("chart-bar")), tr("Figure"));
    m_tabs->addTab(m_compare, icon(QStringLiteral("compare")), tr("Comparison"));
    m_tabs->addTab(m_curves, icon(QStringLiteral("chart-line")), tr("Curves"));
    m_tabs->setMinimumWidth(360);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ResultPage::updatePanel);
    return m_tabs;
}

void ResultPage::connectPanels()
{
    const auto pass = [this](auto* panel) {
        using Sender = std::remove_pointer_t<decltype(panel)>;
        connect(panel, &Sender::failed, this, &DocumentPage::failed);
        if constexpr (requires { &Sender::noticed; })
            connect(panel, &Sender::noticed, this, &DocumentPage::noticed);
    };
    pass(m_run);
    pass(m_groups);
    pass(m_figure);
    pass(m_compare);
    pass(m_curves);
    pass(m_exports);
    pass(m_table);
    connect(m_views, &SavedViews::noticed, this, &DocumentPage::noticed);
    connect(m_views, &SavedViews::chosen, this, &ResultPage::setView);
    connect(m_groups, &GroupPanel::groupByChanged, this, &ResultPage::updatePanel);
    connect(m_figure, &FigurePanel::choiceChanged, this, &ResultPage::updatePanel);
    connect(m_compare, &ComparePanel::groupsChanged, this, &ResultPage::updatePanel);
    connect(m_run, &RunPanel::previousRequested, this, [this] { m_table->step(-1); });
    connect(m_run, &RunPanel::nextRequested, this, [this] { m_table->step(1); });
    connect(m_run, &RunPanel::traceRequested, this, &ResultPage::traceRequested);
    connect(m_run, &RunPanel::exclusionRequested, m_table, &RunTable::askForExclusion);
    connect(m_run, &RunPanel::replayRequested, this, &ResultPage::askForReplay);
    const auto changed = [this] {
        Q_EMIT stateChanged();
        if (activities().isEmpty())
            Q_EMIT idle();
    };
    connect(m_exports, &ResultExports::runningChanged, this, changed);
    connect(m_figure, &FigurePanel::exportingChanged, this, changed);
    connect(m_compare, &ComparePanel::exportingChanged, this, changed);
    connect(m_curves, &CurvesPanel::exportingChanged, this, changed);
    connect(m_curves, &CurvesPanel::runChosen, m_table, &RunTable::select);
    connect(m_table, &RunTable::selectedRunsChanged, this, [this] { m_curves->setSelection(m_table->selectedRuns()); });
}

void ResultPage::reload()
{
    m_model->reload();
}

bool ResultPage::hasContent() const
{
    return m_model->isLoaded();
}

void ResultPage::find()
{
    m_filter->focusSearch();
}

QStringList ResultPage::activities() const
{
    QStringList sentences;
    if (m_exports->isRunning())
        sentences.append(m_exports->activity());
    if (m_figure->figureView().isExporting() || m_compare->figureView().isExporting())
        sentences.append(tr("A figure is being exported."));
    if (m_curves->isExporting())
        sentences.append(tr("Curves are being exported."));
    return sentences;
}

void ResultPage::stopActivities()
{
    m_exports->job().cancel();
    m_figure->figureView().cancelExport();
    m_compare->figureView().cancelExport();
    m_curves->cancelExport();
}

void ResultPage::showOverview()
{
    const ResultOverview& overview = m_model->overview();
    m_filter->setOverview(overview);
    m_studies->setVisible(std::ranges::any_of(overview.campaigns, [](const store::CampaignRecord& campaign) {
        return campaign.specJson.starts_with("{\"imported\"");
    }));
    std::vector<std::string> differing;
    if (overview.campaigns.size() > 1 && m_model->filter().campaigns.empty())
        differing.emplace_back(report::campaignFactor);
    for (const store::FactorSummary& factor : overview.factors)
        if (factor.levels.size() > 1)
            differing.push_back(factor.name);
    m_groups->setFactors(differing);
    std::vector<store::FactorSummary> compared = overview.factors;
    if (overview.campaigns.size() > 1)
        compared.push_back(campaignSummary(overview));
    m_compare->setFactors(compared);
    showCounts();
    if (m_columnCount != m_model->columns().size()) {
        m_columnCount = m_model->columns().size();
        m_table->fitColumns();
    }
    updatePanel();
}

void ResultPage::showCounts()
{
    const std::int64_t count = m_model->runCount(), all = m_model->overview().storeRuns;
    QStringList parts{count == all
                          ? tr("%Ln run(s)", nullptr, static_cast<int>(count))
                          : tr("%1 of %Ln run(s)", nullptr, static_cast<int>(all)).arg(formatCount(count, locale()))};
    for (const auto& [state, runs] : m_model->states())
        parts.append(tr("%1 %2").arg(formatCount(runs, locale()), runStateText(state)));
    m_subtitle->setText(parts.join(QStringLiteral(" · ")));
    showEmpty();
}

void ResultPage::showEmpty()
{
    if (m_filter->isFiltering())
        m_empty->setContent(QStringLiteral("search"), tr("No run matches"),
                            tr("No run matches the filter above. Change it, or press Clear to see all runs."));
    else
        m_empty->setContent(
            QStringLiteral("results"), tr("No runs yet"),
            tr("This store has no runs yet. Run a grid of a project to fill it; runs appear here as they are made."));
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
}

void ResultPage::applyFilter()
{
    m_model->setFilter(m_filter->filter());
}

void ResultPage::updatePanel()
{
    if (!m_model->isLoaded())
        return;
    switch (m_tabs->currentIndex()) {
    case GroupTab: m_groups->show(m_filter->view()); break;
    case FigureTab: m_figure->show(m_filter->view()); break;
    case CompareTab: m_compare->show(view()); break;
    case CurvesTab: m_curves->show(m_filter->view()); break;
    default: break;
    }
}

report::RunView ResultPage::view() const
{
    report::RunView view = m_figure->with(m_filter->view());
    view.groupBy = m_groups->groupBy();
    view.compareOf = m_compare->of().filter;
    view.compareWith = m_compare->with().filter;
    return view;
}

QJsonObject ResultPage::shown() const
{
    return {{QStringLiteral("view"), toQString(report::viewToJson(view()))},
            {QStringLiteral("panel"), m_tabs->currentIndex()},
            {QStringLiteral("run"), QString::number(m_table->currentRun().value)}};
}

void ResultPage::restore(const QJsonObject& shown)
{
    if (const auto view = report::viewFromJson(shown.value(QStringLiteral("view")).toString().toStdString()))
        setView(*view);
    const store::RunId run{shown.value(QStringLiteral("run")).toString().toLongLong()};
    if (m_model->rowOf(run) >= 0)
        showRun(run);
    showPanel(static_cast<Panel>(shown.value(QStringLiteral("panel")).toInt()));
}

void ResultPage::setView(const report::RunView& view)
{
    m_figure->setChoice(view);
    m_groups->setGroupBy(view.groupBy);
    if (!view.compareOf.empty() || !view.compareWith.empty())
        m_compare->setGroups(view.compareOf, view.compareWith);
    m_filter->setView(view);
}

void ResultPage::plot(report::FigureKind kind)
{
    m_figure->setKind(kind);
    showPanel(FigureTab);
}

void ResultPage::showPanel(Panel panel)
{
    if (m_tabs->currentIndex() == panel)
        updatePanel();
    else
        m_tabs->setCurrentIndex(panel);
}

void ResultPage::showRun(store::RunId run)
{
    if (!m_table->select(run))
        m_run->show(run);
    showPanel(RunTab);
}

void ResultPage::showCurrentRun(store::RunId run)
{
    if (run)
        m_run->show(run);
    else
        m_run->clear();
}

void ResultPage::askForReplay()
{
    const auto& details = m_run->details();
    if (!details)
        return;
    QStringList levels;
    for (const store::Factor& factor : details->run.factors)
        levels.append(toQString(factor.name) + QLatin1Char('=') + toQString(factor.level));
    const QString number = runNameText(details->run.campaign, details->run.position, details->campaigns);
    Q_EMIT replayRequested(file(), details->run.id, details->run.position,
                           levels.isEmpty() ? number : number + QStringLiteral(" · ") + levels.join(QLatin1Char(' ')));
}

ReportSubject ResultPage::reportSubject() const
{
    QString name = QFileInfo(file()).completeBaseName();
    if (m_model->overview().campaigns.size() > 1 && m_model->filter().campaigns.size() == 1)
        name = tr("%1, campaign %2").arg(name).arg(m_model->filter().campaigns.front().value);
    return {file(), m_filter->view(), name};
}

void ResultPage::useSelection(bool first)
{
    GroupChoice choice;
    choice.runs = m_table->selectedRuns();
    choice.label = tr("%n selected run(s)", nullptr, static_cast<int>(choice.runs->size()));
    if (first)
        m_compare->setOf(choice);
    else
        m_compare->setWith(choice);
    showPanel(CompareTab);
}

ResultExports::Subject ResultPage::exportSubject() const
{
    ResultExports::Subject subject;
    subject.visible.filter = m_model->filter();
    subject.visible.order = m_model->order();
    for (const int section : m_table->visibleSections())
        subject.visible.columns.push_back(m_model->columns()[static_cast<std::size_t>(section)]);
    subject.view = view();
    const auto& campaigns = m_model->overview().campaigns;
    for (const store::CampaignRecord& campaign : campaigns)
        if (m_model->filter().campaigns.empty() || campaign.id == m_model->filter().campaigns.front()) {
            subject.campaign = campaign.id;
            subject.campaignName = toQString(campaign.gridName);
            break;
        }
    return subject;
}

} // namespace millrace::ui

#include "moc_result_page.cpp"
