// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/trust_dialog.h"

#include "core/project/trusted_projects.h"
#include "ui/base/format.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace millrace::ui {

TrustDialog::TrustDialog(const project::RunningParts& parts, const QString& file, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("trustDialog"));
    setWindowTitle(tr("Run a project from elsewhere"));
    auto* question = new QLabel(
        tr("%1 was not made by your Millrace, or was changed elsewhere. Run it only if you trust it with this:")
            .arg(file),
        this);
    question->setTextFormat(Qt::PlainText);
    question->setWordWrap(true);
    QStringList lines;
    for (const std::string& sentence : parts.sentences)
        lines.append(QStringLiteral("• ") + toQString(sentence));
    auto* list = new QPlainTextEdit(lines.join(QLatin1Char('\n')), this);
    list->setObjectName(QStringLiteral("trustList"));
    list->setAccessibleName(tr("What the project would run"));
    list->setReadOnly(true);
    list->setTabChangesFocus(true);
    auto* buttons = new QDialogButtonBox(this);
    QPushButton* run = buttons->addButton(tr("&Trust and Run"), QDialogButtonBox::AcceptRole);
    run->setObjectName(QStringLiteral("trustRun"));
    run->setAutoDefault(false);
    QPushButton* cancel = buttons->addButton(tr("&Cancel"), QDialogButtonBox::RejectRole);
    cancel->setDefault(true);
    cancel->setFocus();
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(question);
    layout->addWidget(list, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(640, 320);
}

bool askForTrust(const project::Project& project, const std::filesystem::path& file, QWidget* parent,
                 std::function<void()> start, std::function<void(const Error&)> fail)
{
    if (project::TrustedProjects::ofUser().trusts(project, file))
        return false;
    const project::RunningParts parts = project::runningParts(project, file.parent_path());
    auto* dialog = new TrustDialog(parts, pathText(file), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, parent,
                     [parts, file, start = std::move(start), fail = std::move(fail)] {
                         const auto added = project::TrustedProjects::ofUser().add(parts, file);
                         if (added)
                             start();
                         else
                             fail(added.error());
                     });
    dialog->open();
    return true;
}

} // namespace millrace::ui

#include "moc_trust_dialog.cpp"
