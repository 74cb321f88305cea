// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_view.h"

#include <QObject>

class QMenu;
class QWidget;

namespace millrace::ui {

class Settings;

/// Views that the user has saved under a name; kept in the settings, for all stores.
class SavedViews : public QObject
{
    Q_OBJECT
public:
    SavedViews(Settings& settings, QWidget* parent);

    [[nodiscard]] std::vector<report::RunView> views() const;
    /// Takes the place of a view of the same name.
    void save(report::RunView view);
    void remove(const std::string& name);
    /// A menu to choose, save and remove; `now` is asked when a view is saved.
    void fillMenu(QMenu* menu, std::function<report::RunView()> now);

Q_SIGNALS:
    void chosen(const millrace::report::RunView& view);
    void noticed(const QString& sentence);

private:
    void askForName(const std::function<report::RunView()>& now);
    void write(const std::vector<report::RunView>& views);

    Settings& m_settings;
    QWidget* m_window;
};

} // namespace millrace::ui
