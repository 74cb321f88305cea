// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/command_palette.h"

#include "ui/base/action_text.h"
#include "ui/base/roomy_delegate.h"

#include <QAction>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>

namespace millrace::ui {
namespace {

QString nameOf(const QAction* action)
{
    return plainActionText(action->text());
}

/// Whether all words of `text` occur in the name, in any order.
bool matches(const QString& name, const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.cbegin(), words.cend(),
                       [&](const QString& word) { return name.contains(word, Qt::CaseInsensitive); });
}

} // namespace

CommandPalette::CommandPalette(QWidget* parent)
    : QDialog(parent), m_line(new QLineEdit(this)), m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Find a command"));
    m_line->setPlaceholderText(tr("Part of a command's name"));
    m_line->setAccessibleName(tr("Part of a command's name"));
    m_line->installEventFilter(this);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setItemDelegate(new RoomyDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_line, &QLineEdit::returnPressed, this, &CommandPalette::carryOut);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::carryOut);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_line);
    column->addWidget(m_list, 1);
    resize(520, 380);
}

void CommandPalette::openWith(const QList<QAction*>& commands)
{
    m_commands.clear();
    for (QAction* command : commands)
        m_commands.append(command);
    m_line->clear();
    fill({});
    show();
    m_line->setFocus();
}

void CommandPalette::fill(const QString& text)
{
    m_list->clear();
    for (int i = 0; i < m_commands.size(); ++i) {
        const QAction* action = m_commands.at(i);
        if (!action || !matches(nameOf(action), text))
            continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(
            action->icon(), keys.isEmpty() ? nameOf(action) : QStringLiteral("%1    %2").arg(nameOf(action), keys),
            m_list);
        item->setData(Qt::UserRole, i);
        if (!action->isEnabled())
            item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->flags() & Qt::ItemIsEnabled) {
            m_list->setCurrentRow(row);
            return;
        }
    }
}

void CommandPalette::carryOut()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled))
        return;
    const QPointer<QAction> action = m_commands.at(item->data(Qt::UserRole).toInt());
    close();
    if (action)
        action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
            const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : key == Qt::Key_PageDown ? 8 : -8;
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, std::max(0, m_list->count() - 1)));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace millrace::ui

#include "moc_command_palette.cpp"
