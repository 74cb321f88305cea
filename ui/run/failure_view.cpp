// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/failure_view.h"

#include "ui/base/empty_state.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/table_view.h"
#include "ui/run/step_text.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

namespace millrace::ui {

FailureView::FailureView(Settings& settings, QWidget* parent)
    : QWidget(parent), m_model(new FailureModel(this)),
      m_table(new TableView(settings, QStringLiteral("failureTable"), this)), m_empty(new EmptyState(this)),
      m_stack(new QStackedWidget(this)), m_remedy(new QLabel(this)), m_details(new QPlainTextEdit(this)),
      m_retry(new QPushButton(icon(QStringLiteral("retry")), tr("Retr&y These Runs"), this)),
      m_show(new QPushButton(icon(QStringLiteral("run")), tr("Show in the Queu&e"), this)),
      m_copy(new QPushButton(icon(QStringLiteral("copy")), tr("&Copy Details"), this))
{
    m_empty->setContent(QStringLiteral("ok"), tr("No failures"),
                        tr("Runs that failed, or whose conditions were not met, are listed here with a remedy."));
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Failures, equal ones on one line"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSortingEnabled(false);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(FailureModel::SentenceColumn, QHeaderView::Stretch);
    m_remedy->setObjectName(QStringLiteral("failureRemedy"));
    m_remedy->setWordWrap(true);
    m_remedy->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->setObjectName(QStringLiteral("failureDetails"));
    m_details->setAccessibleName(tr("Details of the failure"));
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));

    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_retry, m_show, m_copy})
        buttons->addWidget(button);
    buttons->addStretch();
    m_retry->setObjectName(QStringLiteral("retryFailures"));
    m_copy->setObjectName(QStringLiteral("copyFailure"));
    auto* below = new QWidget(this);
    auto* column = new QVBoxLayout(below);
    column->setContentsMargins(0, 6, 0, 0);
    column->addWidget(m_remedy);
    column->addWidget(m_details, 1);
    column->addLayout(buttons);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(below);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_stack);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &FailureView::showGroup);
    connect(m_copy, &QPushButton::clicked, this, &FailureView::copyDetails);
    connect(m_retry, &QPushButton::clicked, this, [this] {
        if (const auto* group = m_model->groupAt(m_table->currentIndex().row()))
            Q_EMIT retryRequested(group->positions);
    });
    connect(m_show, &QPushButton::clicked, this, [this] {
        if (const auto* group = m_model->groupAt(m_table->currentIndex().row()))
            Q_EMIT runRequested(group->positions.front());
    });
}

void FailureView::setFailures(const std::vector<const QueueRow*>& failures)
{
    const std::string chosen = m_shown;
    m_model->setFailures(failures);
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    int row = 0;
    for (int i = 0; i < m_model->rowCount(); ++i)
        if (m_model->groupAt(i)->signature == chosen)
            row = i;
    if (m_model->rowCount() > 0 && m_table->currentIndex().row() != row)
        m_table->setCurrentIndex(m_model->index(row, 0));
}

void FailureView::showGroup()
{
    const FailureGroup* group = m_model->groupAt(m_table->currentIndex().row());
    if (group == nullptr) {
        m_shown.clear();
        return;
    }
    const bool isNew = m_shown != group->signature;
    m_shown = group->signature;
    m_remedy->setText(remedyText(group->code));
    if (isNew)
        showDetails(*group, {});
    m_job.start(
        [store = m_store, run = group->runs.front()](const JobContext&) { return readFailureDetails(store, run); },
        [this, group = *group](const Result<FailureDetails>& details) {
            showDetails(group, details ? *details : FailureDetails{});
        });
}

void FailureView::showDetails(const FailureGroup& group, const FailureDetails& details)
{
    QStringList lines{toQString(group.text), QString(),
                      tr("Kind:     %1 (%2)").arg(failureKindText(group.code), toQString(group.code)),
                      tr("Runs:     %1").arg(positionsText(group.positions, 100))};
    for (const FailureDetails::Process& process : details.processes) {
        lines += {QString(), tr("Host:     %1").arg(process.node),
                  tr("Process:  %1, ended with %2").arg(process.name, process.exit),
                  tr("Command:  %1").arg(process.command)};
        lines.append(process.errors.isEmpty() ? tr("Its standard error is empty.")
                                              : tr("Last lines of its standard error:"));
        if (!process.errors.isEmpty())
            lines.append(process.errors);
    }
    const QString text = lines.join(QLatin1Char('\n'));
    if (m_details->toPlainText() != text)
        m_details->setPlainText(text);
}

QString FailureView::details() const
{
    return m_details->toPlainText() + QStringLiteral("\n\n") + m_remedy->text();
}

void FailureView::copyDetails() const
{
    QGuiApplication::clipboard()->setText(details());
}

} // namespace millrace::ui

#include "moc_failure_view.cpp"
