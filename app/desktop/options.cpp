// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/desktop/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace millrace {
namespace {

const QCommandLineOption& cleanOption()
{
    static const QCommandLineOption clean(QStringLiteral("clean"),
                                          QCoreApplication::translate("main", "Do not open the files of last time."));
    return clean;
}

void describe(QCommandLineParser& parser)
{
    parser.setApplicationDescription(QCoreApplication::translate(
        "main", "Defines, runs, watches and compares experiments on the network side of distributed training."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOption(cleanOption());
    parser.addPositionalArgument(QStringLiteral("files"), QCoreApplication::translate("main", "Files to open."),
                                 QStringLiteral("[FILE…]"));
}

bool isSet(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
}

} // namespace

std::optional<int> runWithoutWindow(int argc, char* argv[])
{
    const auto has = [&](std::initializer_list<std::string_view> names) {
        return std::any_of(argv + 1, argv + argc,
                           [&](std::string_view word) { return std::ranges::count(names, word); });
    };
    if (has({"-h", "--help", "--help-all", "-v", "--version"})) {
        QCoreApplication application(argc, argv);
        QCommandLineParser parser;
        describe(parser);
        parser.process(application); // prints and exits
        return 0;
    }
#ifdef Q_OS_LINUX
    if (!isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY") && !isSet("QT_QPA_PLATFORM") && !has({"-platform"})) {
        std::fputs(
            "millrace: no display: DISPLAY and WAYLAND_DISPLAY are not set. Start it in a desktop session or with "
            "\"ssh -X\", or use millrace-cli, which needs none.\n",
            stderr);
        return 1;
    }
#endif
    return std::nullopt;
}

DesktopOptions desktopOptions()
{
    QCommandLineParser parser;
    describe(parser);
    parser.process(*QCoreApplication::instance());
    return {parser.positionalArguments(), parser.isSet(cleanOption())};
}

} // namespace millrace
