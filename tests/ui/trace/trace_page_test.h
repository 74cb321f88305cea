// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/ui/trace/made_pcap.h"
#include "ui/base/settings.h"
#include "ui/trace/packet_table.h"
#include "ui/trace/table_panel.h"
#include "ui/trace/trace_page.h"
#include "ui/trace/trace_session.h"

#include <QObject>
#include <QTemporaryDir>
#include <QtTest>

namespace millrace::test {

/// A page of captures in a folder of its own, for tests of it.
class TracePageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

protected:
    using Tab = ui::TracePage::Tab;

    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    /// Reads to the end.
    void open(const QStringList& files);
    /// madeStar() as a file, without its last bytes.
    void openStar(std::size_t cut = 0);
    /// Until all views show what they shall.
    void settle();
    template <typename T>
    [[nodiscard]] T* child(const char* name) const
    {
        return m_page->findChild<T*>(QString::fromLatin1(name));
    }
    [[nodiscard]] int rows(Tab tab) const { return m_page->table(tab).model().rowCount(); }
    /// The number in a row of a table as shown.
    [[nodiscard]] qint64 number(Tab tab, int row, int column) const
    {
        return m_page->table(tab).model().index(row, column).data(ui::TraceTableModel::SortRole).toLongLong();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ui::Settings> m_settings;
    std::unique_ptr<ui::TracePage> m_page;
};

} // namespace millrace::test
