// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/plots/plot_samples.h"
#include "ui/plots/timeline_plot.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QSvgRenderer>
#include <QtTest>

#include <cmath>

using namespace millrace;
using namespace millrace::ui;
using namespace millrace::test;

namespace {

const QString provenance = QStringLiteral("{\"store\":\"quick.mrdb\",\"note\":\"a < b & \\\"c\\\"\"}");

QByteArray readAll(const QString& file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

} // namespace

class TestPlotExport : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<TimelinePlot> m_plot;

    QByteArray exported(const QString& name)
    {
        const QString file = m_folder.filePath(name);
        std::optional<Result<void>> result;
        m_plot->exportTo(file, [&result](Result<void> done) { result.emplace(std::move(done)); });
        if (result || !QTest::qWaitFor([&result] { return result.has_value(); }))
            return {};
        if (!*result)
            qWarning("%s", result->error().text().c_str());
        return *result ? readAll(file) : QByteArray();
    }

private Q_SLOTS:
    void init()
    {
        m_plot = std::make_unique<TimelinePlot>();
        m_plot->setTitle(QStringLiteral("Rate & more"));
        m_plot->setSeries(
            {line(QStringLiteral("node0"), samples(100, 10, [](std::size_t i) { return 1e6 * double(i); })),
             line(QStringLiteral("node1"), samples(100, 10, [](std::size_t i) { return 5e5 * double(i); }), 1)});
        m_plot->setOrigin(plotStart);
        m_plot->setEvents({{plotStart + plotSecond, QStringLiteral("began"), QStringLiteral("phase")}});
        m_plot->setProvenance(provenance);
        m_plot->resize(900, 300);
        m_plot->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_plot.get()));
    }

    void png()
    {
        QImage image;
        QVERIFY(image.loadFromData(exported(QStringLiteral("a.png")), "PNG"));
        QVERIFY(image.width() >= 1000);
        QCOMPARE(image.text(QStringLiteral("Provenance")), provenance);
        QCOMPARE(image.text(QStringLiteral("Title")), QStringLiteral("Rate & more"));
        QCOMPARE(image.pixelColor(2, 2), QColor(Qt::white));
        int coloured = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                coloured += image.pixelColor(x, y).saturation() > 120 ? 1 : 0;
        QVERIFY(coloured > 1000);
    }

    void svg()
    {
        const QByteArray bytes = exported(QStringLiteral("a.svg"));
        QXmlStreamReader xml(bytes);
        QString description, texts;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.name() == QLatin1String("desc"))
                description = xml.readElementText();
            else if (xml.isCharacters())
                texts += xml.text();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(description, provenance);
        QVERIFY(texts.contains(QStringLiteral("node1")));
        QVERIFY(texts.contains(QStringLiteral("Mbit/s")));
        QVERIFY(QSvgRenderer(bytes).isValid());
    }

    void pdf()
    {
        const QByteArray bytes = exported(QStringLiteral("a.pdf"));
        QVERIFY(bytes.startsWith("%PDF-"));
        QVERIFY(bytes.trimmed().endsWith("%%EOF"));
        QVERIFY(bytes.contains("quick.mrdb"));
    }

    void csvIsWhatIsVisible()
    {
        m_plot->setView({plotStart + 2 * plotSecond, plotStart + 3 * plotSecond});
        m_plot->setSeriesVisible(1, false);
        const QList<QByteArray> lines = exported(QStringLiteral("a.csv")).trimmed().split('\n');
        QCOMPARE(lines.size(), 11);
        QCOMPARE(lines[0].trimmed(), QByteArray("time (UTC),time since start (s),node0 (bit/s)"));
        QVERIFY(lines[1].trimmed().endsWith("Z,2.000000000,2e+07"));
        QVERIFY(lines[10].trimmed().endsWith("Z,2.900000000,2.9e+07"));
    }

    void refusesOtherEndings()
    {
        std::optional<Result<void>> result;
        m_plot->exportTo(m_folder.filePath(QStringLiteral("a.bmp")),
                         [&result](Result<void> done) { result.emplace(std::move(done)); });
        QTRY_VERIFY(result.has_value());
        QVERIFY(!*result);
        QCOMPARE(result->error().code, ErrorCode::InvalidInput);
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("a.bmp"))));
    }

    void tellsWhenItCannotWrite()
    {
        std::optional<Result<void>> result;
        m_plot->exportTo(QStringLiteral("/nowhere/at/all.png"),
                         [&result](Result<void> done) { result.emplace(std::move(done)); });
        QTRY_VERIFY(result.has_value());
        QVERIFY(!*result);
    }

    void closingWhileExporting()
    {
        m_plot->exportTo(m_folder.filePath(QStringLiteral("late.pdf")), [](const Result<void>&) { QFAIL("too late"); });
        m_plot.reset();
        QTest::qWait(200);
    }

    void copies()
    {
        QGuiApplication::clipboard()->clear();
        for (QAction* action : m_plot->plotActions())
            if (action->shortcut() == QKeySequence(QKeySequence::Copy))
                action->trigger();
        QTRY_VERIFY(!QGuiApplication::clipboard()->text().isEmpty());
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 102);
        QCOMPARE(lines[0].count(QLatin1Char('\t')), 3);
    }
};

QTEST_MAIN(TestPlotExport)
#include "tst_plot_export.moc"
