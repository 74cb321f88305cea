// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "translations/catalogues.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

namespace millrace {
namespace {

void install(QCoreApplication& application, const QLocale& locale, const QString& name, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, name, QStringLiteral("_"), folder))
        return;
    translator->setParent(&application);
    QCoreApplication::installTranslator(translator.release());
}

} // namespace

void installTranslations(QCoreApplication& application, const QLocale& locale)
{
    const QString ours = QStringLiteral(":/i18n");
    install(application, QLocale(QLocale::English), QStringLiteral("millrace"), ours);
    if (locale.language() == QLocale::English)
        return;
    install(application, locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(application, locale, QStringLiteral("millrace"), ours);
}

} // namespace millrace
