// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QStringList>
#include <QVariant>

#include <memory>

namespace millrace::launch {
class Frameworks;
}

namespace millrace::ui {

enum class Theme
{
    Light,
    Dark
};

/// What the program remembers about its user: one getter and one setter for each key, kept in one file.
class Settings : public QObject
{
    Q_OBJECT
public:
    static constexpr int maximumRecentFiles = 10;

    /// The user's own file.
    explicit Settings(QObject* parent = nullptr);
    /// This file instead.
    explicit Settings(const QString& file, QObject* parent = nullptr);
    ~Settings() override;

    [[nodiscard]] Theme theme() const;
    void setTheme(Theme theme);
    /// "en", "de"; empty: the system's.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString& language);
    /// Whether the files that were open last time are opened at the start.
    [[nodiscard]] bool opensLastFiles() const;
    void setOpensLastFiles(bool opens);

    /// Absolute paths, the latest first.
    [[nodiscard]] QStringList recentFiles() const;
    void addRecentFile(const QString& file);
    void removeRecentFile(const QString& file);
    void clearRecentFiles();

    /// Geometry of windows, states of splitters and headers, each under the object's name.
    [[nodiscard]] QByteArray widgetState(const QString& name) const;
    void setWidgetState(const QString& name, const QByteArray& state);
    /// Anything else that a page wants to find again.
    [[nodiscard]] QVariant value(const QString& key, const QVariant& absent) const;
    void setValue(const QString& key, const QVariant& value);
    /// The folder in which a dialog for this purpose ("export", "project") was last used; the documents' at first.
    [[nodiscard]] QString folder(const QString& purpose) const;
    void setFolder(const QString& purpose, const QString& folder);
    /// Forgets everything but the recent files, saved views and what was open last.
    void reset();
    [[nodiscard]] QString file() const { return m_store.fileName(); }

    /// The frameworks that projects may name, with those that the user described; not in the file.
    [[nodiscard]] const launch::Frameworks& frameworks() const noexcept { return *m_frameworks; }
    void setFrameworks(const launch::Frameworks& frameworks);

Q_SIGNALS:
    void themeChanged();
    void recentFilesChanged();

private:
    void setRecentFiles(const QStringList& files);

    QSettings m_store;
    std::unique_ptr<launch::Frameworks> m_frameworks;
};

} // namespace millrace::ui
