// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QTabWidget>

namespace millrace::ui {

class DocumentPage;

/// Tabs of the window. Each page is in a scroll area, so that the window fits on small screens whatever a page needs;
/// titles are as wide as necessary up to a limit, and elided in the middle.
class FileTabs : public QTabWidget
{
    Q_OBJECT
public:
    explicit FileTabs(QWidget* parent = nullptr);

    /// Inserts at this index, -1: at the end. Returns the index.
    int addPage(QWidget* page, const QString& title, int place = -1);
    /// Removes a page; the caller owns it again.
    void takePage(QWidget* page);
    /// Returns nullptr for an invalid index.
    [[nodiscard]] QWidget* page(int place) const;
    /// Returns -1 for an unknown page.
    [[nodiscard]] int placeOf(const QWidget* page) const;
    [[nodiscard]] bool contains(const QWidget* page) const { return placeOf(page) >= 0; }
    [[nodiscard]] QWidget* currentPage() const { return page(currentIndex()); }
    void setCurrentPage(QWidget* page);
    /// Returns the pages of files, without the start page.
    [[nodiscard]] QList<DocumentPage*> pages() const;
    /// Returns nullptr if no page has just these files.
    [[nodiscard]] DocumentPage* find(const QStringList& files) const;
    /// Sets whether the tab can be closed; an only tab may not.
    void setTabClosable(int place, bool closable);
};

} // namespace millrace::ui
