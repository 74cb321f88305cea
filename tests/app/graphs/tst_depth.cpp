// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/depth.h"

#include <QtTest/QtTest>

using namespace millrace;
using namespace millrace::graphs;

class TestDepth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layers_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("layers");
        const std::vector<std::pair<QString, int>> published = {{"N", 100},     {"Nover2", 50}, {"Nover3", 33},
                                                                {"4log2N", 26}, {"3log2N", 19}, {"2log2N", 13},
                                                                {"log2N", 6},   {"3sqrtN", 30}, {"log10N", 2}};
        for (const auto& [rule, layers] : published)
            QTest::newRow(qPrintable(rule)) << rule << 100 << layers;
        QTest::newRow("the logarithm of 35 to the base N is 0, so one layer") << "log30N" << 100 << 1;
        QTest::newRow("one node has one layer") << "log2N" << 1 << 1;
        QTest::newRow("fixed") << "6" << 100 << 6;
        QTest::newRow("fixed at 0 has one layer") << "0" << 100 << 1;
    }

    void layers()
    {
        QFETCH(QString, rule);
        QFETCH(int, nodes);
        QFETCH(int, layers);
        const auto depth = parseDepth(rule.toStdString());
        QVERIFY(depth.has_value());
        QCOMPARE(layersFor(*depth, nodes), layers);
    }

    void refused()
    {
        for (const char* text : {"", "log3N", "-1", "1001", "6 ", "6x", "nover2"}) {
            const auto depth = parseDepth(text);
            QVERIFY2(!depth.has_value(), text);
            QCOMPARE(depth.error().code, ErrorCode::InvalidInput);
        }
    }
};

QTEST_APPLESS_MAIN(TestDepth)
#include "tst_depth.moc"
