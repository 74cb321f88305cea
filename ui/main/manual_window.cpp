// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/manual_window.h"

#include "ui/base/icons.h"
#include "ui/base/roomy_delegate.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/main/manual_text.h"

#include <QAction>
#include <QBoxLayout>
#include <QDesktopServices>
#include <QDir>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QTimer>
#include <QToolBar>

namespace millrace::ui {
namespace {

const QString manualGeometryName = QStringLiteral("manualWindow");
const QString folder = QStringLiteral(":/manual");

} // namespace

ManualWindow::ManualWindow(Settings& settings, QWidget* parent)
    : QWidget(parent, Qt::Window), m_settings(settings), m_contents(new QListWidget(this)),
      m_text(new ManualText(this)), m_search(new SearchLine(tr("Search the manual"), this)), m_found(new QLabel(this))
{
    setWindowTitle(tr("Manual – Millrace"));
    m_contents->setObjectName(QStringLiteral("manualContents"));
    m_contents->setAccessibleName(tr("Contents"));
    m_contents->setItemDelegate(new RoomyDelegate(m_contents));
    m_text->setObjectName(QStringLiteral("manualText"));
    m_text->setAccessibleName(tr("Page of the manual"));
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualWindow::followLink);
    connect(m_text, &QTextBrowser::sourceChanged, this, &ManualWindow::pageShown);
    connect(m_search, &SearchLine::searched, this, &ManualWindow::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { findInPage(false); });
    // Dragging over the list passes many pages; only the last of them is shown.
    auto* turn = new QTimer(this);
    turn->setSingleShot(true);
    turn->setInterval(0);
    connect(m_contents, &QListWidget::currentItemChanged, turn, qOverload<>(&QTimer::start));
    connect(turn, &QTimer::timeout, this, [this] {
        const QListWidgetItem* item = m_contents->currentItem();
        if (item && item->data(Qt::UserRole).toString() != page())
            showPage(item->data(Qt::UserRole).toString());
    });

    auto* tools = new QToolBar(this);
    tools->setIconSize(QSize(18, 18));
    QAction* back = tools->addAction(icon(QStringLiteral("previous")), tr("Back"), m_text, &QTextBrowser::backward);
    back->setShortcut(QKeySequence::Back);
    QAction* forward = tools->addAction(icon(QStringLiteral("next")), tr("Forward"), m_text, &QTextBrowser::forward);
    forward->setShortcut(QKeySequence::Forward);
    tools->addAction(icon(QStringLiteral("home")), tr("First page"), this,
                     [this] { showPage(QStringLiteral("index")); });
    connect(m_text, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_text, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    back->setEnabled(false);
    forward->setEnabled(false);
    m_search->setMaximumWidth(320);
    auto* top = new QHBoxLayout;
    top->addWidget(tools);
    top->addStretch(1);
    top->addWidget(m_found);
    top->addWidget(m_search, 1);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_contents);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({230, 700});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 8);
    column->addLayout(top);
    column->addWidget(splitter, 1);
    auto* find = new QAction(tr("Search"), this);
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, this, [this] { m_search->setFocus(); });
    addAction(find);
    fillContents();
    if (!restoreGeometry(m_settings.widgetState(manualGeometryName)))
        resize(980, 720);
}

void ManualWindow::fillContents()
{
    QStringList names{QStringLiteral("index"), QStringLiteral("quickstart")};
    for (const QString& file : QDir(folder).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name)) {
        const QString name = file.chopped(3);
        if (!names.contains(name))
            names.append(name);
    }
    for (const QString& name : names) {
        auto* item = new QListWidgetItem(manualTitle(name), m_contents);
        item->setData(Qt::UserRole, name);
    }
}

void ManualWindow::showPage(const QString& name)
{
    const QString known = manualPage(name).isEmpty() ? QStringLiteral("index") : name;
    m_text->showPage(known);
    show();
    raise();
    activateWindow();
}

QString ManualWindow::page() const
{
    return m_text->page();
}

void ManualWindow::pageShown()
{
    for (int row = 0; row < m_contents->count(); ++row) {
        if (m_contents->item(row)->data(Qt::UserRole).toString() == page())
            m_contents->setCurrentRow(row);
    }
}

void ManualWindow::followLink(const QUrl& link)
{
    const QString name = link.fileName();
    if (name.endsWith(QLatin1String(".md")))
        showPage(name.chopped(3));
    else if (!link.scheme().isEmpty() && link.scheme() != QLatin1String("qrc"))
        QDesktopServices::openUrl(link);
}

void ManualWindow::search(const QString& text)
{
    int pages = 0;
    QListWidgetItem* first = nullptr;
    for (int row = 0; row < m_contents->count(); ++row) {
        QListWidgetItem* item = m_contents->item(row);
        const bool has =
            text.isEmpty() || manualPage(item->data(Qt::UserRole).toString()).contains(text, Qt::CaseInsensitive);
        item->setHidden(!has);
        pages += has ? 1 : 0;
        first = has && !first ? item : first;
    }
    m_found->setText(text.isEmpty() ? QString() : tr("on %n page(s)", nullptr, pages));
    if (text.isEmpty() || !first)
        return;
    if (m_contents->currentItem() && m_contents->currentItem()->isHidden())
        m_contents->setCurrentItem(first);
    m_text->moveCursor(QTextCursor::Start);
    findInPage(false);
}

void ManualWindow::findInPage(bool backwards)
{
    if (m_search->text().isEmpty())
        return;
    const auto flags = backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (!m_text->find(m_search->text(), flags)) {
        m_text->moveCursor(backwards ? QTextCursor::End : QTextCursor::Start);
        m_text->find(m_search->text(), flags);
    }
}

void ManualWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

void ManualWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setWidgetState(manualGeometryName, saveGeometry());
    QWidget::closeEvent(event);
}

} // namespace millrace::ui

#include "moc_manual_window.cpp"
