// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/quantity_edit.h"

#include "ui/base/field_marker.h"

#include <QLabel>
#include <QSignalSpy>
#include <QtTest>

using namespace millrace::ui;

class TestQuantityEdit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatIsTyped_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("duration") << int(QuantityEdit::Duration) << QStringLiteral("10ms") << 1e7;
        QTest::newRow("no duration") << int(QuantityEdit::Duration) << QStringLiteral("0") << 0.0;
        QTest::newRow("rate") << int(QuantityEdit::Rate) << QStringLiteral("2.5 Gbit") << 2.5e9;
        QTest::newRow("size") << int(QuantityEdit::Size) << QStringLiteral("64KiB") << 65536.0;
        QTest::newRow("share") << int(QuantityEdit::Share) << QStringLiteral("1%") << 0.01;
        QTest::newRow("count") << int(QuantityEdit::Count) << QStringLiteral("32") << 32.0;
        QTest::newRow("number") << int(QuantityEdit::Number) << QStringLiteral("1e13") << 1e13;
    }
    void readsWhatIsTyped()
    {
        QFETCH(int, kind);
        QFETCH(QString, text);
        QFETCH(double, value);
        QuantityEdit edit(static_cast<QuantityEdit::Kind>(kind));
        edit.setOptional({});
        QSignalSpy edited(&edit, &QuantityEdit::edited);
        QTest::keyClicks(&edit, text);
        QVERIFY(edit.isAcceptable());
        QCOMPARE(edit.value(), std::optional<double>(value));
        QVERIFY(!edited.isEmpty());
        QTest::keyClick(&edit, Qt::Key_Return);
        QCOMPARE(edit.text().toStdString(), millrace::quantityText(static_cast<millrace::Quantity>(kind), value));
    }

    void impossibleTextStaysAndIsNotHandedOn_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::newRow("unit") << int(QuantityEdit::Duration) << QStringLiteral("10");
        QTest::newRow("word") << int(QuantityEdit::Rate) << QStringLiteral("fast");
        QTest::newRow("above") << int(QuantityEdit::Share) << QStringLiteral("120%");
        QTest::newRow("part") << int(QuantityEdit::Count) << QStringLiteral("1.5");
        QTest::newRow("negative") << int(QuantityEdit::Count) << QStringLiteral("-1");
        QTest::newRow("infinite") << int(QuantityEdit::Number) << QStringLiteral("1e999");
        QTest::newRow("empty") << int(QuantityEdit::Count) << QString();
    }
    void impossibleTextStaysAndIsNotHandedOn()
    {
        QFETCH(int, kind);
        QFETCH(QString, text);
        QuantityEdit edit(static_cast<QuantityEdit::Kind>(kind));
        auto* note = FieldMarker::makeNote(nullptr);
        edit.setNote(note);
        edit.setValue(1);
        QSignalSpy edited(&edit, &QuantityEdit::edited);
        edit.selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        edited.clear();
        edit.setText(text);
        Q_EMIT edit.textEdited(text);
        QVERIFY(edited.isEmpty());
        QVERIFY(!edit.isAcceptable());
        QVERIFY(!edit.problem().isEmpty());
        QCOMPARE(note->text(), edit.problem());
        QCOMPARE(edit.toolTip(), edit.problem());
        QCOMPARE(edit.accessibleDescription(), edit.problem());
        edit.setValue(1); // nothing new: what was typed stays
        QCOMPARE(edit.text(), text);
        edit.setValue(0.5);
        QVERIFY(edit.isAcceptable());
        QVERIFY(edit.toolTip().isEmpty());
        delete note;
    }

    void bounds()
    {
        QuantityEdit edit(QuantityEdit::Count);
        edit.setRange(2, 8);
        QTest::keyClicks(&edit, QStringLiteral("9"));
        QCOMPARE(edit.problem(), QStringLiteral("Must be at most 8."));
        edit.selectAll();
        QTest::keyClicks(&edit, QStringLiteral("1"));
        QCOMPARE(edit.problem(), QStringLiteral("Must be at least 2."));
        edit.selectAll();
        QTest::keyClicks(&edit, QStringLiteral("4"));
        QVERIFY(edit.isAcceptable());
    }

    void theOwnProblemComesFirst()
    {
        QuantityEdit edit(QuantityEdit::Count);
        edit.setValue(4);
        edit.setProblem(QStringLiteral("too many for this cluster"));
        QCOMPARE(edit.toolTip(), QStringLiteral("too many for this cluster"));
        QTest::keyClicks(&edit, QStringLiteral("x"));
        QVERIFY(edit.toolTip().contains(QLatin1String("not a whole number")));
    }

    void emptyMeansNotGiven()
    {
        QuantityEdit edit(QuantityEdit::Duration);
        edit.setOptional(QStringLiteral("from the model"));
        edit.setValue(1e6);
        QSignalSpy edited(&edit, &QuantityEdit::edited);
        edit.selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        QVERIFY(edit.isAcceptable());
        QCOMPARE(edited.size(), 1);
        QVERIFY(!edit.value());
    }
};

QTEST_MAIN(TestQuantityEdit)
#include "tst_quantity_edit.moc"
