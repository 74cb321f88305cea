// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/declared_framework.h"
#include "translations/catalogues.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/main/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QLocale>
#include <QThreadPool>

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("millrace"));
    QApplication::setApplicationDisplayName(QStringLiteral("Millrace"));
    QApplication::setApplicationVersion(QStringLiteral(MR_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("millrace"));
    millrace::ui::Settings settings;
    if (!settings.language().isEmpty())
        QLocale::setDefault(QLocale(settings.language()));
    millrace::installTranslations(application, QLocale());

    QCommandLineParser options;
    options.setApplicationDescription(QCoreApplication::translate(
        "main", "Defines, runs, watches and compares experiments on the network side of distributed training."));
    options.addHelpOption();
    options.addVersionOption();
    const QCommandLineOption clean(QStringLiteral("clean"),
                                   QCoreApplication::translate("main", "Do not open the files of last time."));
    options.addOption(clean);
    options.addPositionalArgument(QStringLiteral("files"), QCoreApplication::translate("main", "Files to open."),
                                  QStringLiteral("[FILE…]"));
    options.process(application);

    for (const millrace::Issue& issue : millrace::launch::loadFrameworks(millrace::launch::frameworkFolders()))
        qWarning("millrace: %s", millrace::issueText(issue).c_str());
    millrace::ui::applyTheme(application, settings.theme());
    QObject::connect(&settings, &millrace::ui::Settings::themeChanged, &application,
                     [&] { millrace::ui::applyTheme(application, settings.theme()); });
    int status = 0;
    {
        millrace::ui::MainWindow window(settings);
        window.show();
        window.openFiles(options.positionalArguments());
        if (options.positionalArguments().isEmpty() && settings.opensLastFiles() && !options.isSet(clean))
            window.openLastFiles();
        window.recoverUnsaved();
        status = QApplication::exec();
    }
    // Jobs that the window has cancelled still hold what they read.
    QThreadPool::globalInstance()->waitForDone();
    return status;
}
