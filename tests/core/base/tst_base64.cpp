// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/base64.h"
#include "core/base/file_io.h"
#include "core/base/sha256.h"

#include <QtTest>

using namespace millrace;

/// Base64 against Qt's, SHA-256 in pieces against FIPS 180-2 and the whole.
class TestBase64 : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithQt()
    {
        std::string bytes;
        for (int i = 0; i < 300; ++i) {
            const QByteArray expected = QByteArray::fromStdString(bytes).toBase64();
            QCOMPARE(QByteArray::fromStdString(toBase64(bytes)), expected);
            QVERIFY(parseBase64(expected.toStdString()) == bytes);
            bytes.push_back(static_cast<char>(i * 37 + 251));
        }
    }

    void refusesWhatIsNoBase64()
    {
        for (const char* text :
             {"A", "AB", "ABC", "A===", "AB=C", "====", "AB!=", "QUJ=\n", "QR==", "QUK=", "QUI=QUI="})
            QVERIFY2(!parseBase64(text), text);
        QVERIFY(parseBase64("") == std::string());
    }

    void shaInPieces()
    {
        Sha256 sha;
        sha.add("a");
        sha.add("");
        sha.add("bc");
        QCOMPARE(sha.finish(), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(Sha256().finish(), sha256(""));
    }
};

QTEST_APPLESS_MAIN(TestBase64)
#include "tst_base64.moc"
