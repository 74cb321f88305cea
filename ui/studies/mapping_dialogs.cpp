// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/mapping_dialogs.h"

#include "ui/studies/mapping_editor.h"
#include "ui/studies/table_mapping_dialog.h"

namespace millrace::ui {

QDialog* makeMappingDialog(const QString& study, const QStringList& files, const QString& mapping, Settings& settings,
                           std::function<void(const QString& file)> saved, QWidget* parent)
{
    QDialog* made = nullptr;
    if (study == QLatin1String("multi-cloud")) {
        auto* editor = new MappingEditor(mapping, settings, parent);
        QObject::connect(editor, &MappingEditor::saved, parent, std::move(saved));
        made = editor;
    } else if (study == QLatin1String("files")) {
        auto* editor = new TableMappingDialog(files, mapping, settings, parent);
        QObject::connect(editor, &TableMappingDialog::saved, parent, std::move(saved));
        made = editor;
    }
    if (made != nullptr)
        made->setAttribute(Qt::WA_DeleteOnClose);
    return made;
}

} // namespace millrace::ui
