// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/operations_field.h"

#include "core/operations/goal_text.h"
#include "core/operations/operation_files.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace millrace::ui {

namespace {

QString sentenceOf(const operations::Operations& operations)
{
    const operations::OperationsSummary summary = operations::summaryOf(operations);
    const QLocale locale;
    return OperationsField::tr("%1 ranks, %2 messages, %3")
        .arg(formatCount(static_cast<qint64>(operations.ranks.size()), locale),
             formatCount(static_cast<qint64>(summary.messages), locale), formatSize(summary.bytes, locale));
}

} // namespace

OperationsField::OperationsField(QWidget* parent) : QWidget(parent), m_summary(new QLabel(tr("none")))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_summary->setObjectName(QStringLiteral("operationsSummary"));
    m_summary->setWordWrap(true);
    row->addWidget(m_summary, 1);
    auto* button = new QPushButton(tr("&Read files…"));
    button->setObjectName(QStringLiteral("readOperations"));
    button->setToolTip(tr("A GOAL file, or the Chakra traces NAME.0.et, NAME.1.et, … of all ranks"));
    row->addWidget(button);
    setFocusProxy(button);
    connect(button, &QPushButton::clicked, this, &OperationsField::chooseFiles);
}

void OperationsField::setText(const std::string& goal)
{
    if (goal == m_text)
        return;
    m_text = goal;
    const auto read =
        goal.empty() ? Result<operations::Operations>(operations::Operations()) : operations::parseGoal(goal);
    if (!read)
        m_summary->setText(toQString(read.error().text()));
    else
        m_summary->setText(goal.empty() ? tr("none") : sentenceOf(*read));
}

void OperationsField::readFiles(const QStringList& files)
{
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files)
        paths.emplace_back(file.toStdString());
    const auto read = operations::readOperationFiles(paths);
    if (!read) {
        m_summary->setText(toQString(read.error().text()));
        m_text.clear();
        return;
    }
    Q_EMIT textRead(toQString(operations::goalText(*read)));
}

void OperationsField::chooseFiles()
{
    QFileDialog* dialog = makeFileDialog(this, nullptr, QStringLiteral("operations"), tr("Read operations"));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters({tr("GOAL files (*.goal)"), tr("Chakra traces (*.et)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, &OperationsField::readFiles);
    dialog->open();
}

} // namespace millrace::ui

#include "moc_operations_field.cpp"
