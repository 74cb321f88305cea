// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_page.h"

#include "ui/base/elided_label.h"
#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_strip.h"
#include "ui/base/run_words.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/figure_words.h"
#include "ui/results/compare_panel.h"
#include "ui/results/curves_panel.h"
#include "ui/results/figure_panel.h"
#include "ui/results/filter_bar.h"
#include "ui/results/group_panel.h"
#include "ui/results/result_model.h"
#include "ui/results/run_panel.h"
#include "ui/results/saved_views.h"
#include "ui/results/store_watch.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
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
    connect(m_model, &ResultModel::modelAboutToBeReset, this, &ResultPage::keepPlace);
    connect(m_model, &ResultModel::modelReset, this, &ResultPage::restorePlace);
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
    interference
        ->addAction(icon(QStringLiteral("chart-line")), tr("&Response curves"), this,
                    [this] { Q_EMIT responseRequested(reportSubject()); })
        ->setObjectName(QStringLiteral("responseCurves"));
    interference
        ->addAction(icon(QStringLiteral("table")), tr("Detector &score card"), this,
                    [this] { Q_EMIT scoreRequested(reportSubject()); })
        ->setObjectName(QStringLiteral("scoreCard"));
    addMenu(bar, QStringLiteral("interference"), QStringLiteral("traffic"), tr("&Interference"), interference);
    m_studies = bar->addAction(icon(QStringLiteral("report")), tr("&Studies"), this,
                               [this] { Q_EMIT studiesRequested(file()); });
    m_studies->setObjectName(QStringLiteral("studies"));
    m_studies->setToolTip(tr("Figures and audit of the published studies in this store"));
    m_studies->setVisible(false); // until a study is among its runs
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
    m_table = new TableView(m_settings, QStringLiteral("runs"), this);
    m_table->setObjectName(QStringLiteral("runTable"));
    m_table->setAccessibleName(tr("Runs"));
    m_table->hideByDefault(hiddenColumns());
    m_table->setModel(m_model);
    m_table->setCopy([this] { copySelection(); });
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->horizontalHeader()->setSortIndicator(0, Qt::AscendingOrder);
    m_table->horizontalHeader()->setResizeContentsPrecision(40); // rows that widths are measured by
    m_table->setSortingEnabled(true);
    m_table->setIconSize({12, 12});
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &ResultPage::showContextMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ResultPage::showCurrentRun);
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
    connect(m_views, &SavedViews::noticed, this, &DocumentPage::noticed);
    connect(m_views, &SavedViews::chosen, this, &ResultPage::setView);
    connect(m_groups, &GroupPanel::groupByChanged, this, &ResultPage::updatePanel);
    connect(m_figure, &FigurePanel::choiceChanged, this, &ResultPage::updatePanel);
    connect(m_compare, &ComparePanel::groupsChanged, this, &ResultPage::updatePanel);
    connect(m_run, &RunPanel::previousRequested, this, [this] { step(-1); });
    connect(m_run, &RunPanel::nextRequested, this, [this] { step(1); });
    connect(m_run, &RunPanel::traceRequested, this, &ResultPage::traceRequested);
    connect(m_run, &RunPanel::exclusionRequested, this, &ResultPage::askForExclusion);
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
    connect(m_curves, &CurvesPanel::runChosen, this, [this](store::RunId run) {
        if (const int row = m_model->rowOf(run); row >= 0)
            m_table->selectRow(row);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { m_curves->setSelection(selectedRuns()); });
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

} // namespace millrace::ui
