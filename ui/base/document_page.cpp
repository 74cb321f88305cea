// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/document_page.h"

#include <QFileInfo>

namespace millrace::ui {

QString DocumentPage::title() const
{
    return m_file.isEmpty() ? tr("Untitled") : QFileInfo(m_file).fileName();
}

} // namespace millrace::ui
