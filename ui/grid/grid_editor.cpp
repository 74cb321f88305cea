// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/grid_editor.h"

#include "ui/base/icons.h"
#include "ui/base/sentence_label.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/edit/edit_table.h"
#include "ui/grid/capture_form.h"
#include "ui/grid/dry_run_view.h"
#include "ui/grid/factor_model.h"
#include "ui/grid/gate_form.h"
#include "ui/grid/grid_form.h"
#include "ui/grid/rule_delegate.h"
#include "ui/grid/rule_model.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStyle>
#include <QTimer>
#include <QToolBar>

#include <algorithm>

namespace millrace::ui {

namespace {

constexpr int leastRows = 2;
constexpr int mostRows = 9;

QLabel* makeHeading(const QString& text, const QString& explanation)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::RichText);
    label->setText(QStringLiteral("<b>%1</b>&nbsp; %2").arg(text.toHtmlEscaped(), explanation.toHtmlEscaped()));
    label->setWordWrap(true);
    label->setContentsMargins(0, 12, 0, 0);
    return label;
}

} // namespace

GridEditor::GridEditor(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_settings(settings), m_factors(new FactorModel(editor, this)),
      m_conditions(new ConditionModel(editor, this)), m_exclusions(new ExclusionModel(editor, this)),
      m_form(new GridForm(editor)), m_gate(new GateForm(editor)), m_capture(new CaptureForm(editor)),
      m_dryRun(new DryRunView(editor, settings)), m_splitter(new QSplitter(Qt::Horizontal))
{
    setObjectName(QStringLiteral("gridEditor"));
    m_splitter->setObjectName(QStringLiteral("gridSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(makeLeft());
    m_splitter->addWidget(m_dryRun);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({630, 650});
    m_splitter->restoreState(m_settings.widgetState(QStringLiteral("gridSplitter")));
    connect(m_splitter, &QSplitter::splitterMoved, this,
            [this] { m_settings.setWidgetState(QStringLiteral("gridSplitter"), m_splitter->saveState()); });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_splitter);
    connect(m_dryRun, &DryRunView::finished, this, [this] {
        m_conditions->setCounts(m_dryRun->result()->effects.conditions);
        m_exclusions->setCounts(m_dryRun->result()->effects.exclusions);
    });
    m_editor.notify(this, &GridEditor::updateStore);
}

GridEditor::~GridEditor() = default;

QWidget* GridEditor::makeLeft()
{
    m_factorTable = makeTable(*m_factors, QStringLiteral("gridFactors"), tr("factor"));
    addLevelPaste();
    m_conditionTable = makeTable(*m_conditions, QStringLiteral("gridConditions"), tr("condition"));
    m_exclusionTable = makeTable(*m_exclusions, QStringLiteral("gridExclusions"), tr("exclusion"));
    const auto factors = [this] {
        const grid::GridSpec* spec = gridAt(m_editor.project(), m_index);
        return spec ? spec->factors : std::vector<grid::Factor>();
    };
    for (EditTable* table : {m_conditionTable, m_exclusionTable})
        table->setDelegate(RuleExpressionColumn, new RuleDelegate(factors, table));
    m_factorTable->view()->setEmptyText(tr("No factors yet: add one."));
    m_conditionTable->view()->setEmptyText(tr("No condition: every combination is in."));
    m_exclusionTable->view()->setEmptyText(tr("No exclusion."));

    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(10, 8, 10, 8);
    column->addWidget(m_form);
    column->addWidget(makeHeading(tr("Factors"), tr("what is varied, and its levels: 0, 1%, 5%")));
    column->addWidget(m_factorTable);
    column->addWidget(makeHeading(tr("Conditions"), tr("must be true for every cell")));
    column->addWidget(m_conditionTable);
    column->addWidget(makeWords(m_conditionTable));
    column->addWidget(makeHeading(tr("Exclusions"), tr("combinations that are left out")));
    column->addWidget(m_exclusionTable);
    column->addWidget(makeWords(m_exclusionTable));
    column->addSpacing(8);
    column->addWidget(m_gate);
    column->addWidget(m_capture);
    column->addStretch();
    m_scroll = new QScrollArea;
    m_scroll->setObjectName(QStringLiteral("gridScroll"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(body);
    // Words are longer in some languages than in others.
    const int wanted = body->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 4;
    m_scroll->setMinimumWidth(std::clamp(wanted, 430, 560));
    return m_scroll;
}

EditTable* GridEditor::makeTable(EditTableModel& model, const QString& name, const QString& rowWord)
{
    auto* table = new EditTable(model, m_settings, name, rowWord);
    table->view()->setAccessibleName(rowWord);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&model, signal, table, [this, table, &model] { fitTable(table, model); });
    connect(&model, &QAbstractItemModel::modelReset, table, [this, table, &model] { fitTable(table, model); });
    fitTable(table, model);
    return table;
}

/// What the current rule says, in full.
QLabel* GridEditor::makeWords(EditTable* table)
{
    auto* words = new SentenceLabel;
    words->setObjectName(table->view()->objectName() + QStringLiteral("Words"));
    const auto show = [words, view = table->view()] {
        const QModelIndex current = view->currentIndex();
        const QString text = current.siblingAtColumn(RuleWordsColumn).data().toString();
        words->setText(tr("%1: %2").arg(current.row() + 1).arg(text));
        words->setVisible(!text.isEmpty());
    };
    connect(table->view()->selectionModel(), &QItemSelectionModel::currentChanged, words, show);
    connect(table->view()->model(), &QAbstractItemModel::dataChanged, words, show);
    connect(table->view()->model(), &QAbstractItemModel::modelReset, words, show);
    words->hide();
    return words;
}

/// As high as its rows, within bounds: the page scrolls, not the table.
void GridEditor::fitTable(EditTable* table, EditTableModel& model)
{
    TableView* view = table->view();
    const int rows = std::clamp(model.rowCount(), leastRows, mostRows);
    const int row = view->verticalHeader()->defaultSectionSize();
    view->setFixedHeight(view->horizontalHeader()->sizeHint().height() + rows * row + 2 * view->frameWidth()
                         + view->style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    view->fitColumns();
}

void GridEditor::addLevelPaste()
{
    auto* action = new QAction(tr("Paste levels"), this);
    action->setObjectName(QStringLiteral("pasteLevels"));
    action->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_V);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(tr("The lines of the clipboard become the levels of the current factor (Ctrl+Shift+V)"));
    connect(action, &QAction::triggered, this, [this] {
        m_factors->pasteLevels(m_factorTable->view()->currentIndex().row(), QApplication::clipboard()->text());
    });
    m_factorTable->toolBar()->addAction(action);
    m_factorTable->QWidget::addAction(action);
}

void GridEditor::setIndex(int grid)
{
    m_index = grid;
    m_form->setIndex(grid);
    m_gate->setIndex(grid);
    m_capture->setIndex(grid);
    m_factors->setIndex(grid);
    m_conditions->setIndex(grid);
    m_exclusions->setIndex(grid);
    m_dryRun->setIndex(grid);
}

void GridEditor::setStore(const std::filesystem::path& store)
{
    m_store = store;
    m_dryRun->setStore(store);
}

void GridEditor::setProjectFile(const std::filesystem::path& file)
{
    m_file = file;
    updateStore();
}

void GridEditor::updateStore()
{
    std::filesystem::path store = m_editor.project().store;
    if (store.empty() && !m_file.empty())
        store = std::filesystem::path(m_file).replace_extension(".mrdb");
    if (!m_file.empty() && store != m_store)
        setStore(store);
}

void GridEditor::showField(const QString& path)
{
    const std::string where = path.toStdString();
    const std::pair<EditTable*, EditTableModel*> tables[] = {
        {m_factorTable, m_factors}, {m_conditionTable, m_conditions}, {m_exclusionTable, m_exclusions}};
    for (const auto& [table, model] : tables)
        if (const QModelIndex cell = model->cellOf(where); cell.isValid()) {
            table->showCell(cell);
            m_scroll->ensureWidgetVisible(table);
            return;
        }
    // What was folded away until now gets its place first.
    if (m_form->showField(where) || m_gate->showField(where) || m_capture->showField(where))
        QTimer::singleShot(0, this, [this] {
            if (QWidget* field = focusWidget())
                m_scroll->ensureWidgetVisible(field);
        });
}

} // namespace millrace::ui

#include "moc_grid_editor.cpp"
