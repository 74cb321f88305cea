// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/autosave_journal.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

using namespace millrace;
using namespace millrace::ui;

/// autosave_victim FOLDER FILE: makes an edit every 20 ms, each with a number, and prints the number.
int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    AutosaveJournal journal(argv[1]);
    journal.setDocument(QString::fromUtf8(argv[2]), {});
    QTimer timer;
    int number = 0;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
        ++number;
        journal.noteChange([text = std::to_string(number)]() -> Result<std::string> { return text; });
        std::printf("%d\n", number);
        std::fflush(stdout);
    });
    timer.start(20);
    return QCoreApplication::exec();
}
