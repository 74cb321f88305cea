// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDateTime>
#include <QObject>
#include <QTimer>

class QWidget;

namespace millrace::ui {

/// Looks once a second whether another process has written into a store, while its page is to be seen.
class StoreWatch : public QObject
{
    Q_OBJECT
public:
    StoreWatch(const QString& file, QWidget* page);

    /// Looks now.
    void look();

Q_SIGNALS:
    void changed();

private:
    /// Times and sizes of the file and of its write-ahead log.
    [[nodiscard]] QList<qint64> mark() const;

    QString m_file;
    QWidget* m_page;
    QTimer m_timer;
    QList<qint64> m_seen;
};

} // namespace millrace::ui
