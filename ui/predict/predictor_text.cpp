// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/predict/predictor_text.h"

#include "ui/base/file_dialog.h"
#include "ui/base/format.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

namespace millrace::ui {

namespace {

QString words(const char* text, int count = -1)
{
    return QCoreApplication::translate("millrace::ui::PredictorText", text, nullptr, count);
}

} // namespace

QString kindText(predict::RegressorKind kind)
{
    switch (kind) {
    case predict::RegressorKind::Mean: return words(QT_TRANSLATE_NOOP("millrace::ui::PredictorText", "mean"));
    case predict::RegressorKind::Ridge:
        return words(QT_TRANSLATE_NOOP("millrace::ui::PredictorText", "ridge regression"));
    case predict::RegressorKind::BoostedTrees: break;
    }
    return words(QT_TRANSLATE_NOOP("millrace::ui::PredictorText", "boosted trees"));
}

QString predictorSummary(const LoadedPredictor& loaded, bool isOfStore, bool isSaved)
{
    QStringList parts;
    if (loaded.predictor) {
        const predict::UsagePredictor& predictor = *loaded.predictor;
        if (loaded.version)
            parts.append(words(QT_TRANSLATE_NOOP("millrace::ui::PredictorText", "version %1 of %2"))
                             .arg(loaded.version.value)
                             .arg(loaded.versions.size()));
        else if (!isSaved)
            parts.append(words(QT_TRANSLATE_NOOP("millrace::ui::PredictorText", "not saved")));
        parts.append(words(QT_TRANSLATE_N_NOOP("millrace::ui::PredictorText", "%n sample(s)"),
                           static_cast<int>(predictor.samples().size())));
        parts.append(words(QT_TRANSLATE_N_NOOP("millrace::ui::PredictorText", "%n model(s)"),
                           static_cast<int>(predictor.inputs().models().size())));
        parts.append(words(QT_TRANSLATE_NOOP("millrace::ui::PredictorText", "recommended: %1"))
                         .arg(kindText(predictor.recommended())));
    } else {
        parts.append(words(QT_TRANSLATE_NOOP("millrace::ui::PredictorText", "no predictor")));
    }
    if (isOfStore)
        for (const std::string& remark : loaded.remarks)
            parts.append(toQString(remark));
    return parts.join(QStringLiteral(" · "));
}

void askForFiles(QWidget* parent, Settings& settings, const QString& title, const QString& filter, bool isSeveral,
                 std::function<void(const QStringList&)> chosen)
{
    QFileDialog* dialog = makeFileDialog(parent, &settings, QStringLiteral("predictor"), title);
    dialog->setObjectName(QStringLiteral("predictorDialog"));
    dialog->setFileMode(isSeveral ? QFileDialog::ExistingFiles : QFileDialog::ExistingFile);
    dialog->setNameFilters({filter, QCoreApplication::translate("millrace::ui::PredictorText", "All files (*)")});
    QObject::connect(dialog, &QFileDialog::filesSelected, parent, std::move(chosen));
    dialog->open();
}

void askForTarget(QWidget* parent, Settings& settings, const QString& title, const QString& proposed,
                  std::function<void(const QString&)> chosen)
{
    QFileDialog* dialog = makeFileDialog(parent, &settings, QStringLiteral("predictor"), title);
    dialog->setObjectName(QStringLiteral("predictorDialog"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QFileInfo(proposed).suffix());
    dialog->selectFile(proposed);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(chosen));
    dialog->open();
}

} // namespace millrace::ui
