// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_page.h"

#include "ui/base/detail_view.h"
#include "ui/base/format.h"
#include "ui/base/roomy_delegate.h"
#include "ui/base/settings.h"
#include "ui/results/result_model.h"
#include "ui/results/run_outline.h"
#include "ui/base/run_words.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

namespace millrace::ui {
namespace {

const QString splitterName = QStringLiteral("resultSplitter");

QComboBox* makeFilter(const QString& name, QWidget* parent)
{
    auto* box = new QComboBox(parent);
    box->setAccessibleName(name);
    box->setToolTip(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return box;
}

} // namespace

ResultPage::ResultPage(const QString& file, Settings& settings, QWidget* parent)
    : DocumentPage(file, parent), m_settings(settings), m_model(new ResultModel(file, this))
{
    m_details = new DetailView(this);
    m_details->setHint(tr("Select a run to see everything about it."));
    m_splitter = new QSplitter(this);
    m_splitter->addWidget(makeTable());
    m_splitter->addWidget(m_details);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setSizes({840, 360});
    m_splitter->restoreState(m_settings.widgetState(splitterName));

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(m_splitter, 1);

    connect(m_model, &ResultModel::loaded, this, &ResultPage::showOverview);
    connect(m_model, &ResultModel::loaded, this, &DocumentPage::loaded);
    connect(m_model, &ResultModel::failed, this, &DocumentPage::failed);
    connect(m_model, &ResultModel::rowsInserted, this, &ResultPage::showCounts);
    connect(m_model, &ResultModel::modelReset, this, &ResultPage::showSelection);
}

ResultPage::~ResultPage()
{
    m_settings.setWidgetState(splitterName, m_splitter->saveState());
}

QWidget* ResultPage::makeHeader()
{
    auto* header = new QWidget(this);
    m_title = new QLabel(QFileInfo(file()).completeBaseName(), header);
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.4);
    m_title->setFont(font);
    m_title->setTextFormat(Qt::PlainText);
    m_subtitle = new QLabel(tr("Reading…"), header);
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    m_campaigns = makeFilter(tr("Campaign"), header);
    m_campaigns->setObjectName(QStringLiteral("campaignFilter"));
    m_states = makeFilter(tr("State"), header);
    m_states->setObjectName(QStringLiteral("stateFilter"));
    connect(m_campaigns, &QComboBox::currentIndexChanged, this, &ResultPage::applyFilter);
    connect(m_states, &QComboBox::currentIndexChanged, this, &ResultPage::applyFilter);

    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_subtitle);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(16, 12, 16, 12);
    row->addLayout(texts, 1);
    row->addWidget(m_campaigns);
    row->addWidget(m_states);
    return header;
}

QWidget* ResultPage::makeTable()
{
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("runTable"));
    m_table->setAccessibleName(tr("Runs"));
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 10);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSortIndicator(0, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->setItemDelegate(new RoomyDelegate(m_table));
    m_table->setIconSize({12, 12});
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ResultPage::showSelection);

    m_empty = new QLabel(this);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setBackgroundRole(QPalette::Base);
    m_empty->setAutoFillBackground(true);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    return m_stack;
}

void ResultPage::reload()
{
    m_model->reload();
}

bool ResultPage::hasContent() const
{
    return m_model->isLoaded();
}

void ResultPage::showOverview()
{
    fillCampaigns();
    fillStates();
    showCounts();
    if (m_columnCount != m_model->columns().size()) {
        m_columnCount = m_model->columns().size();
        m_table->resizeColumnsToContents();
    }
    for (int row = 0; m_selected && row < m_model->rowCount(); ++row) {
        if (m_model->index(row, 0).data(ResultModel::RunIdRole).toLongLong() == m_selected.value)
            m_table->selectRow(row);
    }
}

void ResultPage::showCounts()
{
    const std::int64_t count = m_model->runCount();
    QStringList parts{tr("%n run(s)", nullptr, static_cast<int>(count))};
    for (const auto& [state, runs] : m_model->overview().states)
        parts.append(tr("%1 %2").arg(formatCount(runs, locale()), runStateText(state)));
    if (m_model->rowCount() < count)
        parts.append(tr("%1 shown; scroll for more").arg(formatCount(m_model->rowCount(), locale())));
    m_subtitle->setText(parts.join(QStringLiteral(" · ")));
    const bool filtered = !m_model->filter().campaigns.empty() || !m_model->filter().states.empty();
    m_empty->setText(filtered ? tr("No run matches the campaign and state chosen above.")
                              : tr("This store holds no runs yet. Run a grid of a project to fill it."));
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
}

void ResultPage::fillCampaigns()
{
    const QSignalBlocker quiet(m_campaigns);
    const QVariant chosen = m_campaigns->currentData();
    m_campaigns->clear();
    m_campaigns->addItem(tr("All campaigns"), QVariant::fromValue<qint64>(0));
    for (const store::CampaignRecord& campaign : m_model->overview().campaigns)
        m_campaigns->addItem(tr("%1, %2").arg(toQString(campaign.gridName), formatInstant(campaign.created, locale())),
                             QVariant::fromValue<qint64>(campaign.id.value));
    m_campaigns->setCurrentIndex(std::max(0, m_campaigns->findData(chosen)));
    m_campaigns->setVisible(m_model->overview().campaigns.size() > 1);
}

void ResultPage::fillStates()
{
    if (m_states->count() > 0)
        return;
    const QSignalBlocker quiet(m_states);
    m_states->addItem(tr("All states"), -1);
    using State = store::RunState;
    for (const State state : {State::Planned, State::Preparing, State::Running, State::Collecting, State::Analysing,
                              State::Done, State::Failed, State::Cancelled, State::Invalid})
        m_states->addItem(runStateText(state), static_cast<int>(state));
}

void ResultPage::applyFilter()
{
    store::ResultFilter filter;
    if (const qint64 campaign = m_campaigns->currentData().toLongLong(); campaign > 0)
        filter.campaigns.push_back(store::CampaignId{campaign});
    if (const QVariant state = m_states->currentData(); state.isValid() && state.toInt() >= 0)
        filter.states.push_back(static_cast<store::RunState>(state.toInt()));
    m_model->setFilter(std::move(filter));
}

void ResultPage::showSelection()
{
    const QModelIndex index = m_table->currentIndex();
    if (!index.isValid()) {
        m_detailJob.cancel();
        m_details->setDetails({});
        return;
    }
    m_selected = store::RunId{index.data(ResultModel::RunIdRole).toLongLong()};
    m_detailJob.start([path = toPath(file()), run = m_selected](const JobContext&) { return readRun(path, run); },
                      [this](const Result<RunDetails>& details) {
                          if (details)
                              m_details->setDetails(runDetailsText(*details, locale()));
                          else
                              Q_EMIT failed(details.error());
                      });
}

} // namespace millrace::ui
