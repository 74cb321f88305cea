// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/saved_views.h"

#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/settings.h"

#include <QInputDialog>
#include <QMenu>

namespace millrace::ui {
namespace {

const QString key = QStringLiteral("results/views");

} // namespace

SavedViews::SavedViews(Settings& settings, QWidget* parent)
    : QObject(parent), m_settings(settings), m_window(parent) { }

std::vector<report::RunView> SavedViews::views() const
{
    std::vector<report::RunView> views;
    for (const QString& text : m_settings.value(key, QStringList()).toStringList())
        if (auto view = report::viewFromJson(text.toStdString()))
            views.push_back(*std::move(view));
    return views;
}

void SavedViews::write(const std::vector<report::RunView>& views)
{
    QStringList texts;
    for (const report::RunView& view : views)
        texts.append(toQString(report::viewToJson(view)));
    m_settings.setValue(key, texts);
}

void SavedViews::save(report::RunView view)
{
    std::vector<report::RunView> all = views();
    std::erase_if(all, [&view](const report::RunView& each) { return each.name == view.name; });
    all.push_back(std::move(view));
    std::ranges::sort(all, {}, &report::RunView::name);
    write(all);
}

void SavedViews::remove(const std::string& name)
{
    std::vector<report::RunView> all = views();
    std::erase_if(all, [&name](const report::RunView& each) { return each.name == name; });
    write(all);
}

void SavedViews::fillMenu(QMenu* menu, std::function<report::RunView()> now)
{
    menu->clear();
    const auto all = views();
    for (const report::RunView& view : all)
        menu->addAction(toQString(view.name), this, [this, view] { Q_EMIT chosen(view); });
    if (all.empty())
        menu->addAction(tr("No view saved yet"))->setEnabled(false);
    menu->addSeparator();
    menu->addAction(icon(QStringLiteral("save")), tr("&Save this view…"), this,
                    [this, now = std::move(now)] { askForName(now); });
    QMenu* removal = menu->addMenu(icon(QStringLiteral("remove")), tr("&Delete"));
    removal->setEnabled(!all.empty());
    for (const report::RunView& view : all)
        removal->addAction(toQString(view.name), this, [this, name = view.name] {
            remove(name);
            Q_EMIT noticed(tr("Deleted the view “%1”.").arg(toQString(name)));
        });
}

void SavedViews::askForName(const std::function<report::RunView()>& now)
{
    auto* dialog = new QInputDialog(m_window);
    dialog->setObjectName(QStringLiteral("viewName"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save view"));
    dialog->setLabelText(tr("Name of the view: filter, groups and figure are saved, to be used with any store."));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, now](const QString& name) {
        if (name.trimmed().isEmpty())
            return;
        report::RunView view = now();
        view.name = name.trimmed().toStdString();
        save(view);
        Q_EMIT noticed(tr("Saved the view “%1”.").arg(name.trimmed()));
    });
    dialog->open();
}

} // namespace millrace::ui

#include "moc_saved_views.cpp"
