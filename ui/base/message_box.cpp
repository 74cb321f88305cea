// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/message_box.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace millrace::ui {

void openMessageBox(QMessageBox* box)
{
    constexpr std::pair<QMessageBox::StandardButton, const char*> texts[] = {
        {QMessageBox::Save, QT_TRANSLATE_NOOP("MessageBox", "&Save")},
        {QMessageBox::Discard, QT_TRANSLATE_NOOP("MessageBox", "&Discard")},
        {QMessageBox::Cancel, QT_TRANSLATE_NOOP("MessageBox", "&Cancel")},
        {QMessageBox::Close, QT_TRANSLATE_NOOP("MessageBox", "&Close")},
    };
    for (const auto& [button, text] : texts)
        if (auto* shown = qobject_cast<QPushButton*>(box->button(button)))
            shown->setText(QCoreApplication::translate("MessageBox", text));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowModality(Qt::WindowModal);
    box->open();
}

} // namespace millrace::ui
