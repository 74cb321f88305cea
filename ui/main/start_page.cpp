// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/start_page.h"

#include "ui/base/roomy_delegate.h"
#include "ui/base/settings.h"

#include <QBoxLayout>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace millrace::ui {

StartPage::StartPage(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_recentGroup(new QWidget(this)), m_recent(new QListWidget(m_recentGroup))
{
    auto* title = new QLabel(QStringLiteral("Millrace"), this);
    QFont font = title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 2.2);
    title->setFont(font);
    auto* hint =
        new QLabel(tr("Open a project to see what it will measure, or a result store to see what was measured. "
                      "Files can also be dropped here."),
                   this);
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* open = new QPushButton(tr("&Open…"), this);
    open->setDefault(true);
    open->setMinimumWidth(140);
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);

    auto* recentTitle = new QLabel(tr("Recent files"), m_recentGroup);
    QFont bold = recentTitle->font();
    bold.setBold(true);
    recentTitle->setFont(bold);
    m_recent->setObjectName(QStringLiteral("recentList"));
    m_recent->setAccessibleName(tr("Recent files"));
    m_recent->setItemDelegate(new RoomyDelegate(m_recent));
    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setTextElideMode(Qt::ElideMiddle);
    const auto choose = [this](QListWidgetItem* item) { Q_EMIT fileChosen(item->data(Qt::UserRole).toString()); };
    connect(m_recent, &QListWidget::itemActivated, this, choose);
    auto* group = new QVBoxLayout(m_recentGroup);
    group->setContentsMargins(0, 20, 0, 0);
    group->addWidget(recentTitle);
    group->addWidget(m_recent);

    auto* column = new QVBoxLayout;
    column->setSpacing(10);
    column->addStretch(1);
    column->addWidget(title);
    column->addWidget(hint);
    column->addSpacing(6);
    column->addWidget(open, 0, Qt::AlignLeft);
    column->addWidget(m_recentGroup);
    column->addStretch(2);
    auto* row = new QHBoxLayout(this);
    row->addStretch(1);
    row->addLayout(column, 3);
    row->addStretch(1);

    connect(&m_settings, &Settings::recentFilesChanged, this, &StartPage::fillRecent);
    fillRecent();
}

void StartPage::fillRecent()
{
    m_recent->clear();
    const QStringList files = m_settings.recentFiles();
    for (const QString& file : files) {
        const QFileInfo info(file);
        auto* item = new QListWidgetItem(
            tr("%1  in  %2").arg(info.fileName(), QDir::toNativeSeparators(info.absolutePath())), m_recent);
        item->setData(Qt::UserRole, file);
        item->setToolTip(file);
    }
    m_recentGroup->setVisible(!files.isEmpty());
}

} // namespace millrace::ui
