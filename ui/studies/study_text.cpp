// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/study_text.h"

#include "core/studies/study.h"
#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

struct StudyText
{
    Q_DECLARE_TR_FUNCTIONS(StudyText)
};

} // namespace

QString studyTitle(std::string_view study)
{
    if (study == "multi-cloud")
        return StudyText::tr("Training across clouds and continents");
    if (study == "flumen")
        return StudyText::tr("Cross traffic and the time of an iteration");
    if (study == "kungfu")
        return StudyText::tr("Adaptive training with KungFu");
    if (study == "tum")
        return StudyText::tr("The traffic of training frameworks");
    if (study == "pollux")
        return StudyText::tr("Step times over placements and batches");
    if (study == "vtrain")
        return StudyText::tr("Iteration times of language models over parallelism");
    if (study == "files")
        return StudyText::tr("Files of other tools");
    if (study.empty())
        return StudyText::tr("Runs of this store");
    const studies::StudyInfo* info = studies::findStudy(study);
    return toQString(info != nullptr ? info->title : study);
}

QString studyPublication(std::string_view study)
{
    // Names and titles are the same in every language.
    const studies::StudyInfo* info = studies::findStudy(study);
    return info != nullptr ? toQString(info->publication) : QString();
}

QString studyFolder(std::string_view study)
{
    if (study == "multi-cloud")
        return StudyText::tr("CSV exports of its training runs (hivemind-77-gc-t4-1.csv), network profiles, price "
                             "tables.");
    if (study == "flumen")
        return StudyText::tr("Tables of iteration times and rates, CDFs, histograms, load files.");
    if (study == "kungfu")
        return StudyText::tr("Logs of its figures: KungFu, Horovod and TensorFlow benchmarks.");
    if (study == "tum")
        return StudyText::tr("A folder of runs, each with captures or tshark tables and train_history.log.");
    if (study == "pollux")
        return StudyText::tr("A folder for each model with placements.csv and scalability.csv.");
    if (study == "vtrain")
        return StudyText::tr("ground_truth_single.csv and ground_truth_multi.csv.");
    if (study == "files")
        return StudyText::tr("iperf3 JSON, Flent, nccl-tests, training logs, captures and tables.");
    const studies::StudyInfo* info = studies::findStudy(study);
    return info != nullptr ? asSentence(info->folder) : QString();
}

QString recipeGroup(const studies::Recipe& recipe)
{
    const QString source = toQString(recipe.source);
    if (recipe.study.empty())
        return StudyText::tr("For any runs");
    if (source.isEmpty() || source.startsWith(QLatin1String("recomputed"), Qt::CaseInsensitive))
        return StudyText::tr("Recomputed");
    if (source.startsWith(QLatin1String("Tab"), Qt::CaseInsensitive) || recipe.kind == studies::RecipeKind::Table)
        return StudyText::tr("Tables of the publication");
    return StudyText::tr("Figures of the publication");
}

QString recipeIcon(studies::RecipeKind kind)
{
    using Kind = studies::RecipeKind;
    switch (kind) {
    case Kind::Bars:
    case Kind::Stacked:
    case Kind::Histogram: return QStringLiteral("chart-bar");
    case Kind::Scatter: return QStringLiteral("chart-scatter");
    case Kind::Box: return QStringLiteral("chart-box");
    case Kind::Cdf: return QStringLiteral("chart-cdf");
    case Kind::Heat: return QStringLiteral("grid");
    case Kind::Table: return QStringLiteral("table");
    case Kind::Lines:
    case Kind::Time:
    case Kind::Response: break;
    }
    return QStringLiteral("chart-line");
}

QString recipeText(const studies::Recipe& recipe)
{
    const QString title = toQString(recipe.title.empty() ? recipe.name : recipe.title);
    const QString source = toQString(recipe.source);
    const bool placed = source.startsWith(QLatin1String("Fig"), Qt::CaseInsensitive)
        || source.startsWith(QLatin1String("Tab"), Qt::CaseInsensitive);
    return placed ? StudyText::tr("%1 · %2").arg(source, title) : title;
}

QString neededRuns(const studies::Recipe& recipe, const std::string& study)
{
    if (recipe.where.empty())
        return recipe.study.empty() ? StudyText::tr("It needs any finished run.")
                                    : StudyText::tr("It needs finished runs of the study “%1”.").arg(studyTitle(study));
    return recipe.study.empty() ? StudyText::tr("It needs finished runs with %1.").arg(toQString(recipe.where))
                                : StudyText::tr("It needs finished runs of the study “%1” with %2.")
                                      .arg(studyTitle(study), toQString(recipe.where));
}

QColor verdictColor(studies::ClaimVerdict verdict, bool dark)
{
    switch (verdict) {
    case studies::ClaimVerdict::Match: return goodColor(dark);
    case studies::ClaimVerdict::Mismatch: return errorColor(dark);
    case studies::ClaimVerdict::NotDecided: break;
    }
    return warningColor(dark);
}

QString auditWord(std::string_view word)
{
    if (word == "error")
        return StudyText::tr("Error");
    if (word == "warning")
        return StudyText::tr("Warning");
    if (word == "note")
        return StudyText::tr("Note");
    if (word == "match")
        return StudyText::tr("match");
    return word == "mismatch" ? StudyText::tr("mismatch") : StudyText::tr("not decided");
}

QIcon severityIcon(Severity severity, bool dark)
{
    switch (severity) {
    case Severity::Error: return icon(QStringLiteral("error"), errorColor(dark));
    case Severity::Warning: return icon(QStringLiteral("warning"), warningColor(dark));
    case Severity::Note: break;
    }
    return icon(QStringLiteral("info"));
}

} // namespace millrace::ui
