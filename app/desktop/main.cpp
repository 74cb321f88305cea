// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/desktop/options.h"
#include "core/launch/declared_framework.h"
#include "translations/catalogues.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/main/main_window.h"

#include <QApplication>
#include <QFileInfo>
#include <QLocale>
#include <QThreadPool>

int main(int argc, char* argv[])
{
    QCoreApplication::setApplicationName(QStringLiteral("millrace"));
    QCoreApplication::setApplicationVersion(QStringLiteral(MR_VERSION));
    if (const auto status = millrace::runWithoutWindow(argc, argv))
        return *status;
    QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(QStringLiteral("Millrace"));
    QApplication::setDesktopFileName(QStringLiteral("millrace"));
    millrace::ui::Settings settings;
    if (!settings.language().isEmpty())
        QLocale::setDefault(QLocale(settings.language()));
    millrace::installTranslations(application, QLocale());
    const millrace::DesktopOptions options = millrace::desktopOptions();

    millrace::launch::Frameworks frameworks;
    for (const millrace::Issue& issue :
         millrace::launch::loadFrameworks(millrace::launch::frameworkFolders(), frameworks))
        qWarning("millrace: %s", millrace::issueText(issue).c_str());
    settings.setFrameworks(frameworks);
    millrace::ui::applyTheme(application, settings.theme());
    QObject::connect(&settings, &millrace::ui::Settings::themeChanged, &application,
                     [&] { millrace::ui::applyTheme(application, settings.theme()); });
    int status = 0;
    {
        millrace::ui::MainWindow window(settings);
        QStringList asked;
        for (const QString& file : options.files)
            asked.append(QFileInfo(file).absoluteFilePath());
        QObject::connect(&window, &millrace::ui::MainWindow::openFailed, &application,
                         [&](const QString& file, const millrace::Error& error) {
                             if (asked.contains(file))
                                 qWarning("millrace: %s: %s", qPrintable(QFileInfo(file).fileName()),
                                          error.text().c_str());
                         });
        window.show();
        window.openFiles(options.files);
        window.resume(options.files.isEmpty() && settings.opensLastFiles() && !options.clean);
        status = QApplication::exec();
    }
    // Cancelled jobs still use their data.
    QThreadPool::globalInstance()->waitForDone();
    return status;
}
