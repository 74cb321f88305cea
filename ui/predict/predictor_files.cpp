// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files that the page of a predictor asks for.

#include "core/run/usage_sources.h"
#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/predict/predictor_page.h"
#include "ui/predict/predictor_text.h"
#include "ui/predict/setting_form.h"

namespace millrace::ui {

void PredictorPage::askForSamples()
{
    askForFiles(this, m_settings, tr("Train on result stores and samples"),
                tr("Result stores and samples (%1)").arg(QStringLiteral("*.mrdb *.json")), true,
                [this](const QStringList& files) { train(files); });
}

void PredictorPage::askForPredictor()
{
    askForFiles(this, m_settings, tr("Open a predictor"), tr("Predictors (%1)").arg(QStringLiteral("*.json")), false,
                [this](const QStringList& files) { Q_EMIT predictorRequested(files.front()); });
}

void PredictorPage::askForSaving()
{
    askForTarget(this, m_settings, tr("Save the predictor"), QStringLiteral("predictor.json"),
                 [this](const QString& file) { saveAs(file); });
}

void PredictorPage::saveAs(const QString& file)
{
    if (!m_loadedPredictor.predictor)
        return;
    if (const auto saved = m_loadedPredictor.predictor->save(toPath(file)); !saved) {
        Q_EMIT failed(saved.error());
        return;
    }
    m_isUnsaved = false;
    if (m_source.store.empty()) {
        m_source.file = toPath(file);
        setFile(file);
        showSummary();
    }
    announceWritten(this, file);
    Q_EMIT stateChanged();
}

QString PredictorPage::savedFiles() const
{
    return tr("Predictors (*.json)");
}

void PredictorPage::askForGraph()
{
    askForFiles(this, m_settings, tr("Take a graph of the model"),
                tr("Graphs of models (%1)").arg(QStringLiteral("*.onnx *.safetensors")), false,
                [this](const QStringList& files) { takeGraph(files.front()); });
}

/// The graph's facts replace those of the model before; the rest of the setting stays.
void PredictorPage::takeGraph(const QString& file)
{
    Json given = m_form->given();
    for (const std::string_view key : run::factsOfGraph)
        given.erase(std::string(key));
    m_offering.start(
        [given, path = toPath(file)](const JobContext&) -> Result<Json> {
            Json added = given;
            MR_CHECK(run::addGraphFacts(path, added));
            return added;
        },
        [this](const Result<Json>& read) {
            if (!read) {
                Q_EMIT failed(read.error());
                return;
            }
            Issues ignored;
            setSetting(predict::readSetting(*read, "setting", ignored));
        });
}

} // namespace millrace::ui
