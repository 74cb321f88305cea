// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QCoreApplication;
class QLocale;

namespace millrace {

/// Makes the application speak the language of this locale, as far as it is translated; else English.
void installTranslations(QCoreApplication& application, const QLocale& locale);

} // namespace millrace
