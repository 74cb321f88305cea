// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/run_comparison.h"
#include "core/report/run_view.h"
#include "tests/core/report/made_store.h"
#include "ui/figures/metric_text.h"
#include "ui/figures/sentence_text.h"

#include <QTranslator>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using report::FigureKind;
using report::need;

namespace {

/// Puts every text of core that is translated between marks.
class MarkingTranslator : public QTranslator
{
public:
    [[nodiscard]] QString translate(const char* context, const char* source, const char*, int) const override
    {
        const bool isCore = qstrcmp(context, "Sentence") == 0 || qstrcmp(context, "Term") == 0;
        return isCore ? QStringLiteral("«%1»").arg(QString::fromUtf8(source)) : QString();
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
};

QString withoutMarks(QString text)
{
    return text.remove(QChar(u'«')).remove(QChar(u'»'));
}

} // namespace

class TestSentenceText : public QObject
{
    Q_OBJECT

    /// Each sentence is found again as one that is translated, and nothing of it is lost.
    static void verify(const std::string& text)
    {
        const QString shown = sentenceText(text);
        QCOMPARE(withoutMarks(shown), QString::fromStdString(text));
        QVERIFY2(shown.startsWith(QChar(u'«')) && shown.endsWith(QChar(u'»')), qPrintable(shown));
    }

private Q_SLOTS:
    void sentencesOfTheReport()
    {
        const auto store = report::quickstartStore();
        const report::CampaignData data = need(report::loadCampaign(store->database, store->campaign));
        MarkingTranslator translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        const report::Table groups = report::groupTable(data, {"strategy"});
        QVERIFY(groups.notes.size() >= 3);
        for (const std::string& note : groups.notes)
            verify(note);
        for (const FigureKind kind :
             {FigureKind::Bars, FigureKind::Lines, FigureKind::Box, FigureKind::Cdf, FigureKind::Scatter})
            for (const auto values : {report::ViewValues::Runs, report::ViewValues::Steps}) {
                report::RunView view;
                view.kind = kind;
                view.values = values;
                view.metric = "step_mean";
                const auto figure = need(report::viewFigure(store->database, data, view, {}));
                verify(figure.caption);
                if (!figure.note.empty())
                    verify(figure.note);
                const report::FigureSpec shown = shownFigure(figure);
                QVERIFY(shown.y.label.starts_with("«") || shown.x.label.starts_with("«"));
            }
        const auto group = [](const char* filter) {
            report::ComparedRuns runs{filter, {}};
            runs.filter.conditions = need(store::parseConditions(filter));
            return runs;
        };
        const auto compared =
            need(report::compareRuns(store->database, "step_mean", group("loss=0%"), group("loss=1%"), {}));
        verify(compared.figure.caption);
        if (!compared.note.empty())
            verify(compared.note);
        QCOMPARE(sentenceText("Left out: 2 warm-up runs, 1 failed run."),
                 QStringLiteral("«Left out: «2 warm-up runs», «1 failed run».»"));
        QCOMPARE(sentenceText("Something else. And more"), QStringLiteral("Something else. And more"));
        QCoreApplication::removeTranslator(&translator);
    }

    void names()
    {
        QCOMPARE(metricText("step_mean"), QStringLiteral("Step time"));
        QCOMPARE(metricText("my_own"), QStringLiteral("my own"));
        QCOMPARE(seriesText("step.time"), QStringLiteral("Step time"));
        QCOMPARE(seriesText("my.own"), QStringLiteral("my.own"));
        MarkingTranslator translator;
        QVERIFY(QCoreApplication::installTranslator(&translator));
        QCOMPARE(metricText("step_mean"), QStringLiteral("«step time»"));
        QCoreApplication::removeTranslator(&translator);
    }
};

QTEST_GUILESS_MAIN(TestSentenceText)
#include "tst_sentence_text.moc"
