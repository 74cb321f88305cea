// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/document_page.h"

#include <QFileInfo>
#include <QJsonArray>

namespace millrace::ui {

QString DocumentPage::title() const
{
    return m_file.isEmpty() ? tr("Untitled") : QFileInfo(m_file).fileName();
}

QJsonObject DocumentPage::bookmark() const
{
    if (m_file.isEmpty())
        return {};
    return {{QStringLiteral("kind"), QStringLiteral("file")},
            {QStringLiteral("files"), QJsonArray::fromStringList(files())}};
}

} // namespace millrace::ui

#include "moc_document_page.cpp"
