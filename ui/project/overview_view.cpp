// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/overview_view.h"

#include "core/project/project_file.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/issue_model.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/edit/field_edit.h"
#include "ui/project/project_session.h"

#include <QBoxLayout>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace millrace::ui {

OverviewView::OverviewView(ProjectSession& session, Settings& settings, QWidget* parent)
    : QWidget(parent), m_session(session), m_settings(settings), m_name(new FieldEdit(this)),
      m_notes(new QPlainTextEdit(this)), m_store(new QLineEdit(this)), m_results(new QPushButton(this)),
      m_counts(new QLabel(this)), m_step(new QLabel(this)), m_go(new QPushButton(this)),
      m_problemsTitle(new QLabel(this)), m_issues(new IssueModel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->addWidget(makeForm());
    column->addWidget(makeProblems(settings), 1);
    connectFields();
    read();
    readState();
    readProblems();
}

QWidget* OverviewView::makeForm()
{
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    m_name->setObjectName(QStringLiteral("projectName"));
    m_name->setAccessibleName(tr("Name of the project"));
    form->addRow(tr("&Name:"), m_name);
    m_notes->setObjectName(QStringLiteral("projectNotes"));
    m_notes->setAccessibleName(tr("Notes"));
    m_notes->setPlaceholderText(tr("What is to be found out, and why"));
    m_notes->setTabChangesFocus(true);
    m_notes->setMinimumHeight(fontMetrics().height() * 4);
    m_notes->setMaximumHeight(fontMetrics().height() * 7);
    form->addRow(tr("N&otes:"), m_notes);
    m_store->setObjectName(QStringLiteral("projectStore"));
    m_store->setAccessibleName(tr("Results file"));
    m_store->setClearButtonEnabled(true);
    auto* browse = new QPushButton(tr("&Choose…"), this);
    browse->setObjectName(QStringLiteral("chooseStore"));
    connect(browse, &QPushButton::clicked, this, &OverviewView::chooseStore);
    m_results->setObjectName(QStringLiteral("openResults"));
    m_results->setIcon(icon(QStringLiteral("results")));
    m_results->setText(tr("O&pen results"));
    connect(m_results, &QPushButton::clicked, this, &OverviewView::resultsRequested);
    auto* row = new QHBoxLayout;
    row->addWidget(m_store, 1);
    row->addWidget(browse);
    row->addWidget(m_results);
    form->addRow(tr("&Results file:"), row);
    static_cast<QLabel*>(form->labelForField(row))->setBuddy(m_store);
    m_counts->setObjectName(QStringLiteral("projectCounts"));
    m_counts->setWordWrap(true);
    m_counts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    form->addRow(tr("Content:"), m_counts);
    form->addRow(tr("Next step:"), makeStep());
    return box;
}

QWidget* OverviewView::makeStep()
{
    auto* line = new QWidget(this);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    m_step->setObjectName(QStringLiteral("nextStep"));
    m_step->setWordWrap(true);
    m_go->setObjectName(QStringLiteral("takeNextStep"));
    connect(m_go, &QPushButton::clicked, this, [this] { Q_EMIT stepRequested(m_next); });
    row->addWidget(m_step, 1);
    row->addWidget(m_go);
    return line;
}

/// What a project lacks before something can be run, in the order in which it is made.
void OverviewView::showStep()
{
    const project::Project& project = m_session.editor().project();
    const auto say = [this](ProjectPart part, const QString& step, const QString& button) {
        m_next = part;
        m_step->setText(step);
        m_go->setText(button);
        m_go->setVisible(!button.isEmpty());
    };
    if (project.clusters.empty())
        say(ProjectPart::Clusters, tr("Add a cluster: the nodes and the network between them."), tr("Add a &cluster"));
    else if (project.workloads.empty())
        say(ProjectPart::Workloads, tr("Add a workload: the training job that is measured."), tr("Add a &workload"));
    else if (project.grids.empty())
        say(ProjectPart::Grids, tr("Add a grid: what is varied, and how often each run is repeated."),
            tr("Add a &grid"));
    else if (hasErrors(m_session.editor().problems()))
        say(ProjectPart::Overview, tr("Fix the errors below: double-click one to go to its field."), {});
    else
        say(ProjectPart::Run, tr("Start the runs."), tr("Go to &Run"));
    m_problems->setEmptyText(m_next == ProjectPart::Run
                                 ? tr("There are no problems.")
                                 : tr("No problems, but nothing to run yet. %1").arg(m_step->text()));
}

QWidget* OverviewView::makeProblems(Settings& settings)
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 10, 0, 0);
    QFont bold = m_problemsTitle->font();
    bold.setBold(true);
    m_problemsTitle->setFont(bold);
    m_problemsTitle->setObjectName(QStringLiteral("problemsTitle"));
    column->addWidget(m_problemsTitle);
    m_problems = new TableView(settings, QStringLiteral("problemsTable"), box);
    m_problems->setAccessibleName(tr("Project problems"));
    m_problems->setModel(m_issues);
    m_problems->setSelectionMode(QAbstractItemView::SingleSelection);
    m_problems->setEmptyText(tr("There are no problems."));
    m_problems->horizontalHeader()->setStretchLastSection(true);
    m_problems->setToolTip(tr("Press Enter or double-click to go to the field"));
    column->addWidget(m_problems, 1);
    return box;
}

void OverviewView::connectFields()
{
    ProjectEditor& editor = m_session.editor();
    connect(m_name, &FieldEdit::accepted, this, [&editor](const QString& text) {
        editor.change(
            tr("Rename the project"), [&](project::Project& project) { project.name = text.toStdString(); },
            QStringLiteral("project name"));
    });
    connect(m_notes, &QPlainTextEdit::textChanged, this, [this, &editor] {
        if (!m_reading)
            editor.change(
                tr("Edit the notes"),
                [this](project::Project& project) { project.notes = m_notes->toPlainText().toStdString(); },
                QStringLiteral("project notes"));
    });
    connect(m_store, &QLineEdit::editingFinished, this, [this] {
        if (m_store->isModified())
            setStore(m_store->text());
    });
    connect(m_problems, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { activate(index.row()); });
    editor.notify(this, &OverviewView::read);
    connect(&editor, &ProjectEditor::problemsChanged, this, &OverviewView::readProblems);
    connect(&m_session, &ProjectSession::stateChanged, this, &OverviewView::readState);
    connect(&m_session, &ProjectSession::loaded, this, &OverviewView::readProblems);
}

OverviewView::~OverviewView()
{
    // The field emits when it loses the keyboard during destruction.
    m_store->disconnect(this);
}

void OverviewView::read()
{
    const project::Project& project = m_session.editor().project();
    m_reading = true;
    m_name->setValue(toQString(project.name));
    if (const QString notes = toQString(project.notes); notes != m_notes->toPlainText())
        m_notes->setPlainText(notes);
    m_reading = false;
    m_store->setText(project.store.empty() ? QString() : pathText(project.store));
    m_store->setModified(false);
    readState();
    showStep();
    if (m_session.isLoaded())
        m_session.lookForStore();
}

void OverviewView::readState()
{
    m_results->setEnabled(m_session.hasStore());
    m_results->setToolTip(m_session.hasStore() ? tr("Shows %1").arg(pathText(m_session.store()))
                                               : tr("There are no results yet; the page “Run” makes them"));
    const QString usual = m_session.file().isEmpty()
        ? tr("next to the project file, once it is saved")
        : tr("%1, next to the project file")
              .arg(QFileInfo(pathText(project::storePath({}, toPath(m_session.file())))).fileName());
    m_store->setPlaceholderText(usual);
}

void OverviewView::readProblems()
{
    Issues issues = m_session.editor().problems();
    const auto errors = static_cast<int>(std::ranges::count(issues, Severity::Error, &Issue::severity));
    const auto others = static_cast<int>(issues.size()) - errors;
    QStringList parts;
    if (errors > 0)
        parts.append(tr("%n error(s)", nullptr, errors));
    if (others > 0)
        parts.append(tr("%n warning(s) and notes", nullptr, others));
    m_problemsTitle->setText(parts.isEmpty() ? tr("Problems")
                                             : tr("Problems: %1").arg(parts.join(QStringLiteral(", "))));
    m_issues->setIssues(std::move(issues));
    m_problems->fitColumns();
    showStep();
    count();
}

void OverviewView::count()
{
    m_job.start(
        [project = m_session.editor().snapshot()](const JobContext& job) { return gridSizes(*project, job); },
        [this](const std::vector<GridSize>& sizes) {
            const project::Project& project = m_session.editor().project();
            QStringList lines{tr("%n cluster(s)", nullptr, static_cast<int>(project.clusters.size())),
                              tr("%n workload(s)", nullptr, static_cast<int>(project.workloads.size())),
                              tr("%n grid(s)", nullptr, static_cast<int>(project.grids.size()))};
            if (!project.traffic.empty())
                lines.insert(2,
                             tr("%n profile(s) of cross traffic", nullptr, static_cast<int>(project.traffic.size())));
            QStringList grids;
            for (const GridSize& size : sizes) {
                const auto runs = static_cast<int>(std::min<std::uint64_t>(size.runs + size.warmups, 1'000'000'000));
                grids.append(
                    tr("“%1”: %2")
                        .arg(toQString(size.name),
                             size.error.empty() ? tr("%n run(s)", nullptr, runs) : tr("cannot be counted yet")));
            }
            m_counts->setText(lines.join(QStringLiteral(", "))
                              + (grids.isEmpty() ? QString() : QLatin1Char('\n') + grids.join(QStringLiteral(", "))));
        });
}

void OverviewView::setStore(const QString& text)
{
    const QString name = text.trimmed();
    QString path = name;
    if (!name.isEmpty() && QFileInfo(name).isRelative())
        path = QDir(QFileInfo(m_session.file()).absolutePath()).absoluteFilePath(name);
    m_session.editor().change(tr("Change the results file"),
                              [&](project::Project& project) { project.store = toPath(path); });
    m_store->setModified(false);
}

void OverviewView::chooseStore()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("results"), tr("Choose the results file"));
    dialog->setObjectName(QStringLiteral("storeDialog"));
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // results are added, nothing is overwritten
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("mrdb"));
    dialog->setNameFilter(tr("Result stores (*.mrdb)"));
    connect(dialog, &QFileDialog::fileSelected, this, &OverviewView::setStore);
    dialog->open();
}

void OverviewView::activate(int row)
{
    const Issues& issues = m_issues->issues();
    if (row >= 0 && row < static_cast<int>(issues.size()))
        Q_EMIT problemChosen(toQString(issues[static_cast<std::size_t>(row)].where));
}

void OverviewView::showField(const QString& field)
{
    QWidget* widget = field == QLatin1String("notes") ? static_cast<QWidget*>(m_notes)
        : field == QLatin1String("store")             ? static_cast<QWidget*>(m_store)
                                                      : m_name;
    widget->setFocus(Qt::OtherFocusReason);
}

} // namespace millrace::ui

#include "moc_overview_view.cpp"
