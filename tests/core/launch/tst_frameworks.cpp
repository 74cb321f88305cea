// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/strategy.h"
#include "core/launch/frameworks.h"
#include "core/trainer/model.h"

#include <QtTest>
#include <algorithm>

using namespace millrace;

/// What the project file offers for the built-in worker is what that worker has.
class TestFrameworks : public QObject
{
    Q_OBJECT

    static QString sorted(std::vector<std::string> names)
    {
        std::ranges::sort(names);
        QStringList list;
        for (const std::string& name : names)
            list << QString::fromStdString(name);
        return list.join(" ");
    }

private Q_SLOTS:
    void strategies()
    {
        std::vector<std::string> names;
        for (const collective::Strategy strategy : collective::allStrategies())
            names.emplace_back(collective::strategyName(strategy));
        QCOMPARE(sorted(launch::Frameworks().find("builtin")->strategies), sorted(names));
    }

    void kungfuHasTheNineOfItsOwn()
    {
        std::vector<std::string> names;
        for (const collective::Strategy strategy : collective::allStrategies())
            if (!collective::isSharded(strategy))
                names.emplace_back(collective::strategyName(strategy));
        QCOMPARE(names.size(), std::size_t(9));
        QCOMPARE(sorted(launch::Frameworks().find("kungfu")->strategies), sorted(names));
    }

    void models() { QCOMPARE(sorted(launch::Frameworks().find("builtin")->models), sorted(trainer::modelNames())); }
};

QTEST_APPLESS_MAIN(TestFrameworks)
#include "tst_frameworks.moc"
