// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/save_dialog.h"

#include "ui/base/file_dialog.h"

#include <QFileDialog>

namespace millrace::ui {

void askForExport(QWidget* parent, Settings& settings, const QString& proposedName, const QString& filter,
                  const QString& suffix, std::function<void(const QString& file)> chosen)
{
    QFileDialog* dialog = makeFileDialog(parent, &settings, QStringLiteral("export"), QString());
    dialog->setNameFilter(filter);
    dialog->setObjectName(QStringLiteral("exportDialog"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(proposedName + QLatin1Char('.') + suffix);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

} // namespace millrace::ui
