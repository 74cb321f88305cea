// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/file_tabs.h"

#include "ui/base/document_page.h"

#include <QScrollArea>
#include <QStyle>
#include <QTabBar>

#include <algorithm>

namespace millrace::ui {
namespace {

/// Maximum title, in average character widths.
constexpr int widestTitle = 34;
constexpr int narrowestTitle = 14;

/// Tabs that stay wide enough for a readable title; more are reached by the scroll buttons.
class FileTabBar : public QTabBar
{
public:
    using QTabBar::QTabBar;

protected:
    QSize tabSizeHint(int index) const override { return limited(QTabBar::tabSizeHint(index), widestTitle); }
    QSize minimumTabSizeHint(int index) const override { return limited(QTabBar::tabSizeHint(index), narrowestTitle); }

private:
    [[nodiscard]] QSize limited(QSize size, int letters) const
    {
        return {std::min(size.width(), letters * fontMetrics().averageCharWidth() + 40), size.height()};
    }
};

class PageScroll : public QScrollArea
{
public:
    explicit PageScroll(QWidget* page)
    {
        setFrameShape(NoFrame);
        setFocusPolicy(Qt::NoFocus);
        setWidgetResizable(true);
        setWidget(page);
        page->show();
    }
    [[nodiscard]] QSize sizeHint() const override { return widget() ? widget()->sizeHint() : QScrollArea::sizeHint(); }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 120}; }
};

} // namespace

FileTabs::FileTabs(QWidget* parent) : QTabWidget(parent)
{
    setTabBar(new FileTabBar(this));
    setDocumentMode(true);
    setTabsClosable(true);
    setMovable(true);
    setElideMode(Qt::ElideMiddle);
    setUsesScrollButtons(true);
}

int FileTabs::addPage(QWidget* page, const QString& title, int place)
{
    return insertTab(place, new PageScroll(page), title);
}

void FileTabs::takePage(QWidget* page)
{
    const int place = placeOf(page);
    if (place < 0)
        return;
    auto* scroll = static_cast<PageScroll*>(widget(place));
    removeTab(place);
    scroll->takeWidget();
    page->setParent(parentWidget());
    page->hide();
    scroll->deleteLater();
}

QWidget* FileTabs::page(int place) const
{
    const auto* scroll = static_cast<const PageScroll*>(widget(place));
    return scroll != nullptr ? scroll->widget() : nullptr;
}

int FileTabs::placeOf(const QWidget* page) const
{
    for (int place = 0; place < count(); ++place)
        if (this->page(place) == page)
            return place;
    return -1;
}

void FileTabs::setCurrentPage(QWidget* page)
{
    if (const int place = placeOf(page); place >= 0)
        setCurrentIndex(place);
}

QList<DocumentPage*> FileTabs::pages() const
{
    QList<DocumentPage*> pages;
    for (int place = 0; place < count(); ++place)
        if (auto* one = qobject_cast<DocumentPage*>(page(place)))
            pages.append(one);
    return pages;
}

DocumentPage* FileTabs::find(const QStringList& files) const
{
    const QList<DocumentPage*> all = pages();
    const auto found = std::ranges::find(all, files, [](const DocumentPage* page) { return page->files(); });
    return found == all.end() ? nullptr : *found;
}

void FileTabs::setTabClosable(int place, bool closable)
{
    const auto side = static_cast<QTabBar::ButtonPosition>(
        style()->styleHint(QStyle::SH_TabBar_CloseButtonPosition, nullptr, tabBar()));
    if (QWidget* button = tabBar()->tabButton(place, side))
        button->setVisible(closable);
}

} // namespace millrace::ui

#include "moc_file_tabs.cpp"
