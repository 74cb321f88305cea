// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/file_dialog.h"

#include "ui/base/settings.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QStandardPaths>

namespace millrace::ui {

QFileDialog* makeFileDialog(QWidget* parent, Settings* settings, const QString& purpose, const QString& title)
{
    const QString folder =
        settings ? settings->folder(purpose) : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    auto* dialog = new QFileDialog(parent, title, folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    const QPointer<Settings> kept(settings);
    QObject::connect(dialog, &QDialog::accepted, dialog, [dialog, kept, purpose] {
        const QString file = dialog->selectedFiles().value(0);
        if (kept && !file.isEmpty())
            kept->setFolder(purpose, QFileInfo(file).absolutePath());
    });
    return dialog;
}

} // namespace millrace::ui
