// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/store_watch.h"

#include <QFileInfo>
#include <QWidget>

namespace millrace::ui {

StoreWatch::StoreWatch(const QString& file, QWidget* page) : QObject(page), m_file(file), m_page(page), m_seen(mark())
{
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_page->isVisible())
            look();
    });
    m_timer.start();
}

QList<qint64> StoreWatch::mark() const
{
    QList<qint64> values;
    for (const QString& name : {m_file, m_file + QStringLiteral("-wal")}) {
        const QFileInfo info(name);
        values.append({info.lastModified().toMSecsSinceEpoch(), info.size()});
    }
    return values;
}

void StoreWatch::look()
{
    const QList<qint64> now = mark();
    if (now == m_seen)
        return;
    m_seen = now;
    Q_EMIT changed();
}

} // namespace millrace::ui

#include "moc_store_watch.cpp"
