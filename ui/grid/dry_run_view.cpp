// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/dry_run_view.h"

#include "core/base/file_io.h"
#include "core/operations/goal_text.h"
#include "core/operations/operation_files.h"
#include "core/project/effective.h"
#include "core/run/cell_operations.h"
#include "ui/base/colors.h"
#include "ui/base/empty_state.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/job_strip.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/edit/project_editor.h"
#include "ui/grid/dry_run_model.h"
#include "ui/grid/estimate_text.h"

#include <QAction>
#include <QBoxLayout>
#include <QEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTabWidget>

namespace millrace::ui {

namespace {

constexpr int patience = 150; // ms

QLabel* makeText(const QString& name, bool wraps)
{
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setWordWrap(wraps);
    return label;
}

/// "Factor loss" for "factors[1].levels[2]", "Condition 1" for "conditions[0]".
QString fieldWords(const project::Project& project, int grid, const std::string& field)
{
    const auto index = static_cast<std::size_t>(std::atoi(field.c_str() + std::min(field.size(), field.find('[') + 1)));
    const auto& grids = project.grids;
    if (field.starts_with("factors[") && index < grids[static_cast<std::size_t>(grid)].factors.size())
        return DryRunView::tr("Factor %1").arg(toQString(grids[static_cast<std::size_t>(grid)].factors[index].name));
    if (field.starts_with("conditions["))
        return DryRunView::tr("Condition %1").arg(index + 1);
    if (field.starts_with("exclusions["))
        return DryRunView::tr("Exclusion %1").arg(index + 1);
    QString words =
        field.empty() ? DryRunView::tr("Grid") : toQString(field).replace(QLatin1Char('_'), QLatin1Char(' '));
    words[0] = words.at(0).toUpper();
    return words;
}

void enlarge(QLabel* label, double factor)
{
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
}

} // namespace

DryRunView::DryRunView(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_settings(settings), m_runs(new DryRunModel(DryRunModel::Runs, this)),
      m_leftOut(new DryRunModel(DryRunModel::LeftOut, this)), m_stack(new QStackedWidget), m_empty(new EmptyState)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_patience, &QTimer::timeout, this, &DryRunView::start);
    m_editor.notify(this, &DryRunView::later);
    connect(&m_editor, &ProjectEditor::problemsChanged, this, &DryRunView::showProblems);

    auto* strip = new JobStrip;
    strip->attach(m_job, tr("Dry run"));
    m_problems = makeText(QStringLiteral("dryRunProblems"), true);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeSummary());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->addWidget(m_problems);
    column->addWidget(m_stack, 1);
    column->addWidget(strip);
    m_empty->setContent(QStringLiteral("grid"), tr("No dry run yet"), tr("The runs of the grid are listed here."));
}

DryRunView::~DryRunView() = default;

QWidget* DryRunView::makeSummary()
{
    auto* page = new QWidget;
    m_headline = makeText(QStringLiteral("dryRunCount"), true);
    enlarge(m_headline, 1.15);
    m_headline->setAccessibleName(tr("Runs in this grid"));
    m_basis = makeText(QStringLiteral("dryRunBasis"), true);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(10);
    cards->addWidget(makeCard(tr("Time"), QStringLiteral("dryRunTime"), m_time, m_timeDetail), 1);
    cards->addWidget(makeCard(tr("On the wire"), QStringLiteral("dryRunWire"), m_wire, m_wireDetail), 1);
    cards->addWidget(makeCard(tr("Store grows by"), QStringLiteral("dryRunStore"), m_storeSize, m_storeDetail), 1);
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_tabs->setObjectName(QStringLiteral("dryRunTabs"));
    m_tabs->addTab(makeTable(m_runs, QStringLiteral("dryRunRuns"), tr("Runs in their order"), m_runsNote), tr("R&uns"));
    m_tabs->addTab(
        makeTable(m_leftOut, QStringLiteral("dryRunLeftOut"), tr("Combinations that are left out"), m_leftOutNote),
        tr("&Left out"));
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_headline);
    column->addLayout(cards);
    column->addWidget(m_basis);
    column->addWidget(m_tabs, 1);
    return page;
}

QWidget* DryRunView::makeCard(const QString& title, const QString& name, QLabel*& value, QLabel*& detail)
{
    auto* card = new QFrame;
    card->setFrameShape(QFrame::StyledPanel);
    auto* heading = makeText({}, false);
    heading->setText(title);
    value = makeText(name, true);
    value->setAccessibleName(title);
    enlarge(value, 1.1);
    detail = makeText(name + QStringLiteral("Detail"), true);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(10, 6, 10, 6);
    column->setSpacing(2);
    column->addWidget(heading);
    column->addWidget(value);
    column->addWidget(detail);
    column->addStretch();
    return card;
}

QWidget* DryRunView::makeTable(DryRunModel* model, const QString& name, const QString& title, QLabel*& note)
{
    auto* page = new QWidget;
    auto* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(model);
    proxy->setSortRole(DryRunModel::SortRole);
    auto* view = new TableView(m_settings, name);
    view->setModel(proxy);
    view->setAccessibleName(title);
    view->setSortingEnabled(true);
    view->sortByColumn(-1, Qt::AscendingOrder);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    connect(model, &QAbstractItemModel::modelReset, view, &TableView::fitColumns);
    if (model == m_runs)
        offerExport(view);
    note = makeText(name + QStringLiteral("Note"), true);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 4, 0, 0);
    column->addWidget(view, 1);
    column->addWidget(note);
    return page;
}

void DryRunView::offerExport(TableView* view)
{
    auto* action = new QAction(tr("Export &operations of this run…"), view);
    action->setObjectName(QStringLiteral("exportOperations"));
    view->addAction(action);
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(action, &QAction::triggered, this, [this, view] {
        const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(view->model());
        const QModelIndex index = proxy->mapToSource(view->currentIndex());
        if (!index.isValid())
            return;
        QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("operations"), tr("Export operations"));
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setNameFilters({tr("GOAL file (*.goal)"), tr("Chakra traces, one for each rank (*.et)")});
        dialog->setDefaultSuffix(QStringLiteral("goal"));
        connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
            dialog->setDefaultSuffix(filter.contains(QLatin1String("*.et")) ? QStringLiteral("et")
                                                                            : QStringLiteral("goal"));
        });
        connect(dialog, &QFileDialog::fileSelected, this,
                [this, row = index.row()](const QString& file) { exportOperations(row, file); });
        dialog->open();
    });
}

void DryRunView::exportOperations(int row, const QString& file)
{
    const auto& lines = m_runs->lines();
    const auto& grids = m_editor.project().grids;
    if (row < 0 || static_cast<std::size_t>(row) >= lines.size() || static_cast<std::size_t>(m_index) >= grids.size())
        return;
    const grid::DryRunLine& line = lines[static_cast<std::size_t>(row)];
    const auto settings =
        project::effectiveSettings(m_editor.project(), grids[static_cast<std::size_t>(m_index)], line.cell);
    if (!settings) {
        m_runsNote->setText(toQString(settings.error().text()));
        return;
    }
    m_runsNote->setText(tr("Writing %1…").arg(file));
    m_export.start(
        [settings = *settings, seed = line.run.seed, path = toPath(file)](const JobContext&) -> Result<void> {
            MR_TRY(made, run::operationsOf(settings, seed, 1));
            if (path.extension() == ".et")
                return operations::writeChakra(made, std::filesystem::path(path).replace_extension());
            return writeFileAtomically(path, operations::goalText(made));
        },
        [this, file](Result<void> written) {
            m_runsNote->setText(written ? tr("The operations of one step are in %1.").arg(file)
                                        : toQString(written.error().text()));
        });
}

void DryRunView::setIndex(int grid)
{
    m_index = grid;
    later();
}

void DryRunView::setStore(const std::filesystem::path& store)
{
    m_store = store;
    later();
}

void DryRunView::later()
{
    setCurrent(false);
    if (isVisible())
        m_patience.start();
}

void DryRunView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_current)
        m_patience.start();
}

void DryRunView::start()
{
    m_job.start([request = DryRunRequest{m_editor.snapshot(), m_index, m_store, m_known}](
                    const JobContext& job) { return makeDryRun(request, job); },
                [this](Result<DryRunResult> result) {
                    if (result)
                        present(*std::move(result));
                });
}

void DryRunView::present(DryRunResult result)
{
    m_known = result.known;
    m_listed = {result.counts.lines.size(), result.excluded.size()};
    m_runs->setLines(std::exchange(result.counts.lines, {}), result.grid, result.estimate);
    m_leftOut->setLines(std::exchange(result.excluded, {}), result.grid);
    m_result = std::move(result);
    showNumbers();
    showProblems();
    setCurrent(true);
    Q_EMIT finished();
}

void DryRunView::showNumbers()
{
    const DryRunResult& result = *m_result;
    if (!result.error.empty()) {
        m_stack->setCurrentIndex(0);
        return;
    }
    const QLocale locale;
    m_stack->setCurrentIndex(1);
    m_headline->setText(countWords(result.counts, result.grid, locale));
    m_time->setText(timeWords(result.estimate, locale));
    m_timeDetail->setText(intervalWords(result.estimate, locale));
    m_wire->setText(wireWords(result.estimate, locale));
    m_wireDetail->setText(std::isnan(result.estimate.total.wireBytes) ? QString() : tr("between the nodes"));
    m_storeSize->setText(storeWords(result.estimate, locale));
    m_storeDetail->setText(
        std::isnan(result.estimate.total.storeBytes)
            ? QString()
            : tr("by its %n finished run(s)", nullptr, static_cast<int>(result.estimate.total.storeRuns)));
    QString basis = basisWords(result.estimate, locale);
    if (result.known && !result.known->problem.empty())
        basis += QLatin1Char(' ') + tr("The store could not be read: %1.").arg(toQString(result.known->problem));
    if (result.spending)
        basis += costWords(*result.spending, result.estimate);
    m_basis->setText(basis);
    const auto all = [](std::uint64_t count) { return formatCount(static_cast<qint64>(count), QLocale()); };
    const std::uint64_t runs = result.counts.runs + result.counts.warmups + result.counts.conditional;
    m_tabs->setTabText(0, tr("R&uns (%1)").arg(all(runs)));
    m_tabs->setTabText(1, tr("&Left out (%1)").arg(all(result.counts.excluded)));
    m_runsNote->setText(tr("The first %1 of %2 runs are listed.").arg(all(m_listed.first), all(runs)));
    m_runsNote->setVisible(result.runsTruncated);
    const bool none = result.counts.excluded == 0;
    m_leftOutNote->setText(
        none
            ? tr("No cell is excluded: no condition or exclusion applies.")
            : tr("The first %1 of %2 combinations are listed.").arg(all(m_listed.second), all(result.counts.excluded)));
    m_leftOutNote->setVisible(none || result.excludedTruncated);
}

void DryRunView::showProblems()
{
    const std::string prefix = "grids[" + std::to_string(m_index) + "]";
    QStringList sentences;
    int more = 0;
    for (const Issue& issue : m_editor.problemsAt(prefix)) {
        if (issue.severity == Severity::Note)
            continue;
        const std::string field = issue.where.size() > prefix.size() ? issue.where.substr(prefix.size() + 1) : "";
        const QString sentence =
            tr("%1: %2").arg(fieldWords(m_editor.project(), m_index, field), toQString(issue.example));
        if (sentences.size() < 4)
            sentences.append(QStringLiteral("• ") + sentence);
        else
            ++more;
    }
    if (more > 0)
        sentences.append(tr("… and %n more", nullptr, more));
    QPalette palette;
    palette.setColor(QPalette::WindowText, errorColor(isDark(this->palette())));
    m_problems->setPalette(palette);
    m_problems->setText(sentences.join(QLatin1Char('\n')));
    m_problems->setVisible(!sentences.isEmpty());
    if (m_result && !m_result->error.empty())
        m_empty->setContent(QStringLiteral("warning"), tr("This grid cannot be expanded yet"),
                            sentences.isEmpty() ? toQString(m_result->error) + QLatin1Char('.')
                                                : tr("Fix the marked fields to see the runs."));
}

void DryRunView::setCurrent(bool current)
{
    m_current = current;
}

void DryRunView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_problems != nullptr)
        showProblems();
    QWidget::changeEvent(event);
}

} // namespace millrace::ui

#include "moc_dry_run_view.cpp"
