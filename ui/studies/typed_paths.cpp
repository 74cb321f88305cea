// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/typed_paths.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QUrl>

namespace millrace::ui {

QStringList typedPaths(const QString& text)
{
    // A line edit shows the ends of pasted lines as U+2028.
    static const QRegularExpression lineEnds(QStringLiteral("[\\n\\x{2028}]+"));
    QStringList paths;
    for (QString path : text.split(lineEnds, Qt::SkipEmptyParts)) {
        path = path.trimmed();
        for (const char quote : {'"', '\''}) {
            const QLatin1Char mark(quote);
            if (path.size() > 1 && path.startsWith(mark) && path.endsWith(mark))
                path = path.mid(1, path.size() - 2);
        }
        if (path.startsWith(QLatin1String("file:")))
            path = QUrl(path).toLocalFile();
        if (path == QLatin1String("~") || path.startsWith(QLatin1String("~/")))
            path.replace(0, 1, QDir::homePath());
        if (!path.isEmpty())
            paths.append(QFileInfo(QDir::fromNativeSeparators(path)).absoluteFilePath());
    }
    return paths;
}

} // namespace millrace::ui
