// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/save_dialog.h"

#include "ui/base/settings.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace millrace::ui {

void askForExport(QWidget* parent, Settings& settings, const QString& proposedName, const QString& filter,
                  const QString& suffix, std::function<void(const QString& file)> chosen)
{
    const QString purpose = QStringLiteral("export");
    auto* dialog = new QFileDialog(parent, QString(), settings.folder(purpose), filter);
    dialog->setObjectName(QStringLiteral("exportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(proposedName + QLatin1Char('.') + suffix);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent,
                     [&settings, purpose, chosen = std::move(chosen)](const QString& file) {
                         settings.setFolder(purpose, QFileInfo(file).absolutePath());
                         chosen(file);
                     });
    dialog->open();
}

} // namespace millrace::ui
