// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/command_text.h"

#include "ui/base/format.h"

#include <QProcess>
#include <QStringList>

namespace millrace::ui {

QString commandText(const std::vector<std::string>& words)
{
    QStringList quoted;
    for (const std::string& each : words) {
        QString word = toQString(each);
        word.replace(QLatin1Char('"'), QLatin1String("\"\"\""));
        const bool plain = !word.isEmpty() && !word.contains(QLatin1Char(' ')) && !word.contains(QLatin1Char('\t'));
        quoted.append(plain ? word : QLatin1Char('"') + word + QLatin1Char('"'));
    }
    return quoted.join(QLatin1Char(' '));
}

std::vector<std::string> commandWords(const QString& text)
{
    std::vector<std::string> words;
    for (const QString& word : QProcess::splitCommand(text))
        words.push_back(word.toStdString());
    return words;
}

} // namespace millrace::ui
