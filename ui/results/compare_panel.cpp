// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/compare_panel.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/search_line.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/report_table_model.h"
#include "ui/figures/sentence_text.h"
#include "ui/results/comparison_text.h"

#include <QBoxLayout>
#include <QCompleter>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>

namespace millrace::ui {
namespace {

std::string filterOfLevel(const std::string& factor, const std::string& level)
{
    const auto quoted = [](const std::string& text) {
        return text.find(' ') == std::string::npos ? text : '"' + text + '"';
    };
    return quoted(factor) + "=" + quoted(level);
}

TableView* makeTable(Settings& settings, const QString& name, const QString& title, ReportTableModel* model)
{
    auto* table = new TableView(settings, name);
    table->setObjectName(name);
    table->setAccessibleName(title);
    table->setModel(model);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    return table;
}

} // namespace

ComparePanel::ComparePanel(QString file, Settings& settings, QWidget* parent)
    : QWidget(parent), m_file(toPath(file)), m_sentence(new QLabel(this)), m_note(new QLabel(this)),
      m_groups(new ReportTableModel(this)), m_estimates(new ReportTableModel(this)),
      m_groupTable(makeTable(settings, QStringLiteral("comparedGroups"), tr("Groups"), m_groups)),
      m_estimateTable(makeTable(settings, QStringLiteral("estimates"), tr("Differences"), m_estimates)),
      m_figure(new FigureView(settings, QStringLiteral("comparisonFigure"), this))
{
    m_sentence->setObjectName(QStringLiteral("comparisonSentence"));
    QFont bold = font();
    bold.setBold(true);
    m_sentence->setFont(bold);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_sentence, m_note}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setContentsMargins(10, 2, 10, 2);
    }
    auto* tables = new QSplitter(Qt::Vertical, this);
    tables->addWidget(m_groupTable);
    tables->addWidget(m_estimateTable);
    tables->addWidget(m_figure);
    tables->setChildrenCollapsible(false);
    m_groupTable->setMinimumHeight(88);
    m_estimateTable->setMinimumHeight(90);
    m_figure->setMinimumHeight(180);
    tables->setSizes({88, 138, 300});
    m_figure->setCaptionVisible(false);
    m_estimateTable->hideByDefault(QStringLiteral("how"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(makeChoice());
    column->addWidget(m_sentence);
    column->addWidget(m_note);
    column->addWidget(tables, 1);
    connect(m_figure, &FigureView::failed, this, &ComparePanel::failed);
    connect(m_figure, &FigureView::noticed, this, &ComparePanel::noticed);
    connect(m_figure, &FigureView::exportingChanged, this, &ComparePanel::exportingChanged);
    explain(tr("Name two groups, or select runs in the table and compare them with the others."));
}

SearchLine* ComparePanel::makeLine(const QString& name, const QString& title, GroupChoice& choice)
{
    auto* line = new SearchLine(tr("strategy=RING"), this);
    line->setObjectName(name);
    line->setAccessibleName(title);
    connect(line, &SearchLine::searched, this, [this, &choice](const QString& text) {
        choice = {text, text.toStdString(), {}};
        Q_EMIT groupsChanged();
    });
    return line;
}

QWidget* ComparePanel::makeChoice()
{
    auto* box = new QWidget(this);
    m_ofLine = makeLine(QStringLiteral("compareOf"), tr("First group"), m_of);
    m_withLine = makeLine(QStringLiteral("compareWith"), tr("Second group"), m_with);
    m_swap = new QPushButton(tr("S&wap"), box);
    m_swap->setObjectName(QStringLiteral("swapGroups"));
    connect(m_swap, &QPushButton::clicked, this, [this] {
        const GroupChoice of = m_of, with = m_with;
        setOf(with);
        setWith(of);
        Q_EMIT groupsChanged();
    });
    auto* form = new QFormLayout;
    form->addRow(tr("&First group"), m_ofLine);
    form->addRow(tr("Se&cond group"), m_withLine);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(10, 6, 10, 2);
    row->addLayout(form, 1);
    row->addWidget(m_swap);
    return box;
}

void ComparePanel::setFactors(const std::vector<store::FactorSummary>& factors)
{
    m_factors = factors;
    QStringList proposals;
    for (const store::FactorSummary& factor : factors)
        if (factor.levels.size() > 1)
            for (const store::FactorLevelCount& level : factor.levels)
                proposals.append(toQString(filterOfLevel(factor.name, level.level)));
    for (SearchLine* line : {m_ofLine, m_withLine}) {
        delete line->completer();
        auto* completer = new QCompleter(proposals, line);
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        completer->setFilterMode(Qt::MatchContains);
        line->setCompleter(completer);
    }
}

/// Without a choice: the first two levels of the factor with most levels.
void ComparePanel::propose()
{
    const store::FactorSummary* widest = nullptr;
    for (const store::FactorSummary& factor : m_factors)
        if (factor.levels.size() > 1 && (widest == nullptr || factor.levels.size() > widest->levels.size()))
            widest = &factor;
    if (widest != nullptr)
        setGroups(filterOfLevel(widest->name, widest->levels[0].level),
                  filterOfLevel(widest->name, widest->levels[1].level));
}

void ComparePanel::setOf(const GroupChoice& choice)
{
    m_of = choice;
    const QSignalBlocker quiet(m_ofLine);
    m_ofLine->setText(choice.label);
}

void ComparePanel::setWith(const GroupChoice& choice)
{
    m_with = choice;
    const QSignalBlocker quiet(m_withLine);
    m_withLine->setText(choice.label);
}

void ComparePanel::setGroups(const std::string& of, const std::string& with)
{
    setOf({toQString(of), of, {}});
    setWith({toQString(with), with, {}});
}

void ComparePanel::show(const report::RunView& view)
{
    if (m_of.label.isEmpty() && m_with.label.isEmpty())
        propose();
    if (m_of.label.isEmpty() || m_with.label.isEmpty()) {
        explain(tr("Name two groups, or select runs in the table and compare them with the others."));
        return;
    }
    if (!m_comparison)
        m_figure->setNothing(tr("Comparing the groups"), tr("This takes a moment."));
    m_job.start([file = m_file, view, of = m_of,
                 with = m_with](const JobContext& job) { return readComparison(file, view, of, with, job); },
                [this](Result<report::RunComparison> comparison) {
                    if (comparison)
                        take(*std::move(comparison));
                    else
                        explain(toQString(comparison.error().what));
                    Q_EMIT shown();
                });
}

void ComparePanel::explain(const QString& problem)
{
    m_comparison.reset();
    m_sentence->clear();
    m_sentence->hide();
    m_note->hide();
    m_groups->setTable({});
    m_estimates->setTable({});
    QString sentence = problem;
    if (!sentence.isEmpty())
        sentence[0] = sentence.at(0).toUpper();
    m_figure->setNothing(tr("Nothing to compare"), sentence);
}

void ComparePanel::take(report::RunComparison comparison)
{
    m_sentence->setText(comparisonSentence(comparison, locale()));
    m_sentence->show();
    m_note->setText(sentenceText(comparison.note));
    m_note->setVisible(!comparison.note.empty());
    m_groups->setTable(comparison.groups);
    m_estimates->setTable(comparison.estimates);
    m_groupTable->fitColumns();
    m_estimateTable->fitColumns();
    m_figure->setFigure(comparison.figure);
    m_comparison = std::move(comparison);
}

QString ComparePanel::sentence() const
{
    return m_sentence->text();
}

} // namespace millrace::ui

#include "moc_compare_panel.cpp"
