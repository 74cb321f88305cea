// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/document_page.h"
#include "ui/base/job_runner.h"
#include "ui/predict/predictor_jobs.h"
#include "ui/predict/setting_offers.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QPushButton;
class QTabWidget;

namespace millrace::ui {

class NetworkView;
class PredictionView;
class PredictorHeader;
class RatingView;
class ReportBrowser;
class SettingForm;
class Settings;
class VersionView;

/// What a training will use of GPU, memory and network: a predictor is trained or chosen, a setting is given, the
/// twelve values are shown with intervals and drivers. Of a store: predicted against measured, versions of the
/// predictor.
class PredictorPage : public DocumentPage
{
    Q_OBJECT
public:
    /// `projects`: those that are open, to take settings from.
    PredictorPage(PredictorSource source, OpenProjects projects, Settings& settings, QWidget* parent = nullptr);
    ~PredictorPage() override;

    [[nodiscard]] QString title() const override;
    /// Not those of other pages about the same store.
    [[nodiscard]] QStringList files() const override;
    [[nodiscard]] QStringList recentFiles() const override;
    [[nodiscard]] QJsonObject bookmark() const override;
    [[nodiscard]] QJsonObject shown() const override;
    void restore(const QJsonObject& shown) override;
    void reload() override;
    [[nodiscard]] bool hasContent() const override { return m_isLoaded; }
    /// A trained predictor that no store keeps.
    [[nodiscard]] bool isModified() const override { return m_isUnsaved; }
    void save() override { saveAs(file()); }
    /// Without a store, the page is that of the file from then on.
    void saveAs(const QString& file) override;
    [[nodiscard]] QString savedFiles() const override;
    [[nodiscard]] QStringList activities() const override;
    void stopActivities() override;
    [[nodiscard]] QString helpPage() const override { return QStringLiteral("prediction"); }

    enum Tab
    {
        PredictionTab,
        RatingTab,
        MeasuredTab,
        VersionTab,
        NetworkTab,
    };
    void showTab(Tab tab);
    /// Trains on these files, of a store also on its own runs if the list is empty.
    void train(const QStringList& files);
    /// Takes the facts of a model from an ONNX file or one of export_graph.py.
    void takeGraph(const QString& file);
    void setSetting(const predict::Setting& setting);
    [[nodiscard]] const LoadedPredictor& content() const noexcept { return m_loadedPredictor; }
    [[nodiscard]] NetworkView& network() const noexcept { return *m_network; }
    [[nodiscard]] PredictionView& prediction() const noexcept { return *m_prediction; }

Q_SIGNALS:
    /// Ratings of a training that are ready.
    void rated(int metrics);
    /// Another predictor file is to be opened.
    void predictorRequested(const QString& file);

private:
    [[nodiscard]] QWidget* makeHeader();
    [[nodiscard]] QWidget* makeSettingPanel();
    [[nodiscard]] QWidget* makeTabs();
    void present(LoadedPredictor loaded);
    void presentTrained(Result<LoadedPredictor> loaded);
    void showCancelled();
    void showSummary();
    void showKinds();
    void showBusy(bool busy);
    void predictLater();
    void predict();
    void compare();
    void offerSettings();
    void showOffers(const std::vector<OfferedGroup>& groups);
    void askForSamples();
    void askForPredictor();
    void askForSaving();
    void askForGraph();
    void learn();
    void use(qint64 version);
    void addRatings(const std::vector<predict::HeldOutErrors>& ratings);

    PredictorSource m_source;
    OpenProjects m_projects;
    Settings& m_settings;
    JobRunner m_job; ///< reads, trains, learns
    JobRunner m_predicting;
    JobRunner m_comparing;
    JobRunner m_offering;
    QTimer m_patience;
    LoadedPredictor m_loadedPredictor;
    bool m_isLoaded = false;
    bool m_isTraining = false;
    bool m_isUnsaved = false;
    int m_training = 0; ///< number of the training, so that ratings of an older one are dropped
    PredictorHeader* m_header = nullptr;
    SettingForm* m_form = nullptr;
    QComboBox* m_kind = nullptr;
    QPushButton* m_take = nullptr;
    QTabWidget* m_tabs = nullptr;
    PredictionView* m_prediction = nullptr;
    RatingView* m_ratings = nullptr;
    QLabel* m_drift = nullptr;
    ReportBrowser* m_measured = nullptr;
    VersionView* m_versions = nullptr;
    NetworkView* m_network = nullptr;
};

} // namespace millrace::ui
