// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/project_page.h"

#include "ui/base/detail_view.h"
#include "ui/base/format.h"
#include "ui/base/issue_model.h"
#include "ui/base/roomy_delegate.h"
#include "ui/base/settings.h"
#include "ui/project/outline_model.h"
#include "ui/project/project_outline.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTreeView>

namespace millrace::ui {
namespace {

const QString splitterName = QStringLiteral("projectSplitter");

} // namespace

ProjectPage::ProjectPage(const QString& file, Settings& settings, QWidget* parent)
    : DocumentPage(file, parent), m_settings(settings), m_outline(new OutlineModel(this)),
      m_issues(new IssueModel(this))
{
    m_details = new DetailView(this);
    m_details->setHint(tr("Select a line on the left to see everything about it."));
    m_splitter = new QSplitter(this);
    m_splitter->addWidget(makeTree());
    m_splitter->addWidget(m_details);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({560, 640});
    m_splitter->restoreState(m_settings.widgetState(splitterName));

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(m_splitter, 1);
    column->addWidget(makeProblems());
}

ProjectPage::~ProjectPage()
{
    m_settings.setWidgetState(splitterName, m_splitter->saveState());
}

QWidget* ProjectPage::makeHeader()
{
    auto* header = new QWidget(this);
    m_title = new QLabel(header);
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.4);
    m_title->setFont(font);
    m_title->setTextFormat(Qt::PlainText);
    m_subtitle = new QLabel(tr("Reading…"), header);
    m_subtitle->setTextFormat(Qt::PlainText);
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    m_resultsButton = new QPushButton(tr("Open &results"), header);
    m_resultsButton->setToolTip(tr("Open the result store of this project"));
    m_resultsButton->hide();
    connect(m_resultsButton, &QPushButton::clicked, this,
            [this] { Q_EMIT openRequested(pathText(m_document->store)); });

    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_subtitle);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(16, 12, 16, 12);
    row->addLayout(texts, 1);
    row->addWidget(m_resultsButton);
    return header;
}

QWidget* ProjectPage::makeTree()
{
    m_tree = new QTreeView(this);
    m_tree->setObjectName(QStringLiteral("projectTree"));
    m_tree->setAccessibleName(tr("Project"));
    m_tree->setModel(m_outline);
    m_tree->setUniformRowHeights(true);
    m_tree->setItemDelegate(new RoomyDelegate(m_tree));
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->header()->setStretchLastSection(true);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &ProjectPage::showSelection);
    return m_tree;
}

QWidget* ProjectPage::makeProblems()
{
    m_problems = new QWidget(this);
    m_problemsTitle = new QLabel(m_problems);
    QFont bold = m_problemsTitle->font();
    bold.setBold(true);
    m_problemsTitle->setFont(bold);
    m_problemsTable = new QTableView(m_problems);
    m_problemsTable->setObjectName(QStringLiteral("problemsTable"));
    m_problemsTable->setAccessibleName(tr("Problems of the project"));
    m_problemsTable->setModel(m_issues);
    m_problemsTable->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_problemsTable->setFrameShape(QFrame::NoFrame);
    m_problemsTable->setShowGrid(false);
    m_problemsTable->verticalHeader()->hide();
    m_problemsTable->setItemDelegate(new RoomyDelegate(m_problemsTable));
    m_problemsTable->horizontalHeader()->setStretchLastSection(true);
    m_problemsTable->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_problemsTable->setMinimumHeight(90);
    m_problemsTable->setMaximumHeight(180);
    auto* column = new QVBoxLayout(m_problems);
    column->setContentsMargins(0, 8, 0, 0);
    m_problemsTitle->setContentsMargins(16, 0, 16, 0);
    column->addWidget(m_problemsTitle);
    column->addWidget(m_problemsTable);
    m_problems->hide();
    return m_problems;
}

ProjectPage* ProjectPage::fromText(std::string, const QString& suggestedFile, Settings& settings, QWidget* parent)
{
    return new ProjectPage(suggestedFile, settings, parent);
}

void ProjectPage::startCampaign() { }

void ProjectPage::reload()
{
    m_job.start([path = toPath(file())](const JobContext& job) { return readProject(path, job); },
                [this](Result<ProjectDocument> document) {
                    if (!document) {
                        Q_EMIT failed(document.error());
                        return;
                    }
                    show(*std::move(document));
                    Q_EMIT loaded();
                });
}

void ProjectPage::show(ProjectDocument document)
{
    m_document = std::move(document);
    const project::Project& project = m_document->file.project;
    m_title->setText(project.name.empty() ? tr("Project") : toQString(project.name));
    m_subtitle->setText(QStringList{tr("%n cluster(s)", nullptr, static_cast<int>(project.clusters.size())),
                                    tr("%n workload(s)", nullptr, static_cast<int>(project.workloads.size())),
                                    tr("%n grid(s)", nullptr, static_cast<int>(project.grids.size()))}
                            .join(QStringLiteral(" · ")));
    m_resultsButton->setVisible(m_document->hasStore);
    m_issues->setIssues(m_document->problems);
    m_problemsTitle->setText(tr("%n problem(s)", nullptr, static_cast<int>(m_document->problems.size())));
    m_problems->setVisible(!m_document->problems.empty());
    m_problemsTable->resizeColumnsToContents();
    m_outline->setItems(projectOutline(*m_document, locale()));
    expandUpper();
    m_tree->setCurrentIndex(m_outline->index(0, 0));
    showSelection();
}

void ProjectPage::expandUpper()
{
    m_tree->expandToDepth(2);
    m_tree->resizeColumnToContents(0);
    const int widest = 340;
    if (m_tree->columnWidth(0) > widest)
        m_tree->setColumnWidth(0, widest);
}

void ProjectPage::showSelection()
{
    QModelIndex index = m_tree->currentIndex();
    // Groups say nothing of themselves; their owner does.
    while (index.isValid() && m_outline->item(index)->details.title.isEmpty())
        index = index.parent();
    const OutlineItem* item = m_outline->item(index);
    m_details->setDetails(item ? item->details : Details{});
}

} // namespace millrace::ui
