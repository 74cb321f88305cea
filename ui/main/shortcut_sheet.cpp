// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/shortcut_sheet.h"

#include "ui/base/action_text.h"
#include "ui/base/search_line.h"
#include "ui/base/table_view.h"

#include <QAction>
#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>

namespace millrace::ui {

ShortcutSheet::ShortcutSheet(Settings& settings, const QList<QAction*>& commands, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("shortcutSheet"));
    setWindowTitle(tr("Keyboard shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* model = new QStandardItemModel(0, 2, this);
    model->setHorizontalHeaderLabels({tr("Command"), tr("Keys")});
    for (const QAction* action : commands) {
        QStringList keys;
        for (const QKeySequence& shortcut : action->shortcuts())
            keys.append(shortcut.toString(QKeySequence::NativeText));
        if (keys.isEmpty())
            continue;
        auto* name = new QStandardItem(action->icon(), plainActionText(action->text()));
        auto* key = new QStandardItem(keys.join(tr(" or ")));
        name->setEditable(false);
        key->setEditable(false);
        model->appendRow({name, key});
    }
    auto* filtered = new QSortFilterProxyModel(this);
    filtered->setSourceModel(model);
    filtered->setFilterKeyColumn(-1);
    filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto* table = new TableView(settings, QStringLiteral("shortcutTable"), this);
    table->setAccessibleName(tr("Keyboard shortcuts"));
    table->setModel(filtered);
    table->horizontalHeader()->setStretchLastSection(true);
    auto* search = new SearchLine(tr("Search commands and keys"), this);
    connect(search, &SearchLine::searched, filtered, &QSortFilterProxyModel::setFilterFixedString);
    auto* hint = new QLabel(tr("What belongs to a page is listed while that page is open. In plots: wheel zooms, drag "
                               "moves, a double click shows everything."),
                            this);
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(search);
    column->addWidget(table, 1);
    column->addWidget(hint);
    column->addWidget(buttons);
    resize(560, 560);
}

} // namespace millrace::ui

#include "moc_shortcut_sheet.cpp"
