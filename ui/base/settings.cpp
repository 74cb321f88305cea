// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/settings.h"

#include "core/launch/frameworks.h"

#include <QFileInfo>
#include <QMap>
#include <QStandardPaths>

namespace millrace::ui {
namespace {

const QString themeKey = QStringLiteral("theme");
const QString languageKey = QStringLiteral("language");
const QString opensLastFilesKey = QStringLiteral("opensLastFiles");
const QString recentFilesKey = QStringLiteral("recentFiles");

QString widgetKey(const QString& name)
{
    return QStringLiteral("widgets/") + name;
}

} // namespace

Settings::Settings(QObject* parent)
    : QObject(parent),
      m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("millrace"), QStringLiteral("millrace")),
      m_frameworks(std::make_unique<launch::Frameworks>())
{
}

Settings::Settings(const QString& file, QObject* parent)
    : QObject(parent), m_store(file, QSettings::IniFormat), m_frameworks(std::make_unique<launch::Frameworks>())
{
}

Settings::~Settings() = default;

void Settings::setFrameworks(const launch::Frameworks& frameworks)
{
    *m_frameworks = frameworks;
}

Theme Settings::theme() const
{
    return m_store.value(themeKey).toString() == QLatin1String("dark") ? Theme::Dark : Theme::Light;
}

void Settings::setTheme(Theme theme)
{
    if (theme == this->theme())
        return;
    m_store.setValue(themeKey, theme == Theme::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
    Q_EMIT themeChanged();
}

QString Settings::language() const
{
    return m_store.value(languageKey).toString();
}

void Settings::setLanguage(const QString& language)
{
    m_store.setValue(languageKey, language);
}

bool Settings::opensLastFiles() const
{
    return m_store.value(opensLastFilesKey, true).toBool();
}

void Settings::setOpensLastFiles(bool opens)
{
    m_store.setValue(opensLastFilesKey, opens);
}

QStringList Settings::recentFiles() const
{
    return m_store.value(recentFilesKey).toStringList().mid(0, maximumRecentFiles);
}

void Settings::addRecentFile(const QString& file)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    setRecentFiles(files.mid(0, maximumRecentFiles));
}

void Settings::removeRecentFile(const QString& file)
{
    QStringList files = recentFiles();
    if (files.removeAll(QFileInfo(file).absoluteFilePath()) > 0)
        setRecentFiles(files);
}

void Settings::clearRecentFiles()
{
    setRecentFiles({});
}

void Settings::setRecentFiles(const QStringList& files)
{
    m_store.setValue(recentFilesKey, files);
    Q_EMIT recentFilesChanged();
}

QByteArray Settings::widgetState(const QString& name) const
{
    return m_store.value(widgetKey(name)).toByteArray();
}

void Settings::setWidgetState(const QString& name, const QByteArray& state)
{
    m_store.setValue(widgetKey(name), state);
}

QVariant Settings::value(const QString& key, const QVariant& absent) const
{
    return m_store.value(QStringLiteral("pages/") + key, absent);
}

void Settings::setValue(const QString& key, const QVariant& value)
{
    m_store.setValue(QStringLiteral("pages/") + key, value);
}

QString Settings::folder(const QString& purpose) const
{
    const QString folder = m_store.value(QStringLiteral("folders/") + purpose).toString();
    return QFileInfo(folder).isDir() ? folder : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

void Settings::setFolder(const QString& purpose, const QString& folder)
{
    m_store.setValue(QStringLiteral("folders/") + purpose, folder);
}

void Settings::reset()
{
    // What a user has made or would look for, not how the window looks.
    QMap<QString, QVariant> kept;
    for (const QString& key : {recentFilesKey, QStringLiteral("pages/results/views"), QStringLiteral("pages/session"),
                               QStringLiteral("pages/autosave/folder")})
        if (m_store.contains(key))
            kept.insert(key, m_store.value(key));
    m_store.clear();
    for (auto each = kept.cbegin(); each != kept.cend(); ++each)
        m_store.setValue(each.key(), each.value());
    Q_EMIT recentFilesChanged();
    Q_EMIT themeChanged();
}

} // namespace millrace::ui

#include "moc_settings.cpp"
