// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/action_text.h"

namespace millrace::ui {

QString plainActionText(QString text)
{
    return text.remove(QLatin1Char('&')).remove(QChar(0x2026)).trimmed();
}

QString asActionText(QString text)
{
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace millrace::ui
