// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTabWidget>

namespace millrace::ui {

/// The tabs of the window. Each page is put into a scroll area, so that the window fits on small screens whatever a
/// page needs; titles are as wide as they have to be, up to a limit, and shortened in the middle beyond it.
class FileTabs : public QTabWidget
{
    Q_OBJECT
public:
    explicit FileTabs(QWidget* parent = nullptr);

    /// At this place, -1: behind the others. Returns the place.
    int addPage(QWidget* page, const QString& title, int place = -1);
    /// Takes it out; it is the caller's again.
    void takePage(QWidget* page);
    /// nullptr for a place that is not there.
    [[nodiscard]] QWidget* page(int place) const;
    /// -1 for a page that is not here.
    [[nodiscard]] int placeOf(const QWidget* page) const;
    [[nodiscard]] bool contains(const QWidget* page) const { return placeOf(page) >= 0; }
    [[nodiscard]] QWidget* currentPage() const { return page(currentIndex()); }
    void setCurrentPage(QWidget* page);
    /// A tab that is the only one may have nothing to be closed for.
    void setTabClosable(int place, bool closable);
};

} // namespace millrace::ui
