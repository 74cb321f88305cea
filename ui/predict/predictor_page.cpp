// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/predict/predictor_page.h"

#include "ui/base/export_event.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_strip.h"
#include "ui/base/settings.h"
#include "ui/edit/form_parts.h"
#include "ui/figures/figure_view.h"
#include "ui/interference/report_browser.h"
#include "ui/predict/network_view.h"
#include "ui/predict/prediction_view.h"
#include "ui/predict/predictor_header.h"
#include "ui/predict/predictor_text.h"
#include "ui/predict/rating_view.h"
#include "ui/predict/setting_form.h"
#include "ui/predict/version_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>

#include <set>

namespace millrace::ui {

namespace {

constexpr int predictionPatience = 200; // ms
/// New runs that a drift is computed from.
constexpr std::size_t driftRuns = 50;
const QString predictorSplitter = QStringLiteral("predictorSplitter");

QString textOfPath(const std::filesystem::path& path)
{
    return path.empty() ? QString() : pathText(path);
}

} // namespace

PredictorPage::PredictorPage(PredictorSource source, OpenProjects projects, Settings& settings, QWidget* parent)
    : DocumentPage(textOfPath(source.file), parent), m_source(std::move(source)), m_projects(std::move(projects)),
      m_settings(settings)
{
    setObjectName(QStringLiteral("predictorPage"));
    m_patience.setSingleShot(true);
    m_patience.setInterval(predictionPatience);
    connect(&m_patience, &QTimer::timeout, this, &PredictorPage::predict);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setObjectName(predictorSplitter);
    splitter->setChildrenCollapsible(false);
    QWidget* panel = makeSettingPanel();
    splitter->addWidget(panel);
    splitter->addWidget(makeTabs());
    connect(m_tabs, &QTabWidget::currentChanged, panel, [panel](int tab) { panel->setVisible(tab == PredictionTab); });
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({450, 830});
    splitter->restoreState(settings.widgetState(predictorSplitter));
    connect(splitter, &QSplitter::splitterMoved, this,
            [this, splitter] { m_settings.setWidgetState(predictorSplitter, splitter->saveState()); });
    auto* strip = new JobStrip(this);
    strip->attach(m_job, tr("Predictor"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(splitter, 1);
    column->addWidget(strip);
    connect(&m_job, &JobRunner::runningChanged, this, &PredictorPage::showBusy);
    connect(strip, &JobStrip::cancelled, this, &PredictorPage::showCancelled);
    showBusy(false);
}

PredictorPage::~PredictorPage() = default;

QString PredictorPage::title() const
{
    if (!m_source.store.empty())
        return tr("Predictor · %1").arg(QFileInfo(pathText(m_source.store)).completeBaseName());
    return m_source.file.empty() ? tr("Predictor") : DocumentPage::title();
}

QStringList PredictorPage::files() const
{
    return m_source.file.empty() ? QStringList{QStringLiteral("predictor:") + textOfPath(m_source.store)}
                                 : DocumentPage::files();
}

QStringList PredictorPage::recentFiles() const
{
    return file().isEmpty() ? QStringList() : QStringList{file()};
}

QJsonObject PredictorPage::bookmark() const
{
    if (m_source.store.empty())
        return DocumentPage::bookmark();
    return {{QStringLiteral("kind"), QStringLiteral("predictor")},
            {QStringLiteral("store"), textOfPath(m_source.store)}};
}

QJsonObject PredictorPage::shown() const
{
    const Json given = m_form->given();
    return {{QStringLiteral("tab"), m_tabs->currentIndex()}, {QStringLiteral("setting"), toQString(given.dump())}};
}

void PredictorPage::restore(const QJsonObject& shown)
{
    m_tabs->setCurrentIndex(shown.value(QStringLiteral("tab")).toInt());
    const Json json = Json::parse(shown.value(QStringLiteral("setting")).toString().toStdString(), nullptr, false);
    Issues ignored;
    if (json.is_object() && !json.empty())
        m_form->setSetting(predict::readSetting(json, "setting", ignored));
}

QWidget* PredictorPage::makeHeader()
{
    m_header =
        new PredictorHeader(PredictorPage::title(), textOfPath(m_source.store.empty() ? m_source.file : m_source.store),
                            !m_source.store.empty());
    connect(m_header, &PredictorHeader::trainHereRequested, this, [this] { train({}); });
    connect(m_header, &PredictorHeader::trainFilesRequested, this, &PredictorPage::askForSamples);
    connect(m_header, &PredictorHeader::learnRequested, this, &PredictorPage::learn);
    connect(m_header, &PredictorHeader::openRequested, this, &PredictorPage::askForPredictor);
    connect(m_header, &PredictorHeader::saveRequested, this, &PredictorPage::askForSaving);
    return m_header;
}

QWidget* PredictorPage::makeSettingPanel()
{
    auto* panel = new QWidget;
    auto* heading = new QLabel(tr("Setting"));
    QFont font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    m_take = named<QPushButton>("takeSetting", tr("Take the setting from a run or a grid"), tr("Take &from"));
    m_take->setMenu(new QMenu(m_take));
    connect(m_take->menu(), &QMenu::aboutToShow, this, &PredictorPage::offerSettings);
    m_kind = named<QComboBox>("predictorKind", tr("Predictor"));
    m_kind->setToolTip(tr("Which of the trained predictors makes the prediction"));
    connect(m_kind, &QComboBox::activated, this, &PredictorPage::predict);
    m_form = new SettingForm;
    connect(m_form, &SettingForm::edited, this, &PredictorPage::predictLater);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 6, 12, 0);
    row->addWidget(heading);
    row->addStretch(1);
    row->addWidget(m_take);
    auto* kinds = new QHBoxLayout;
    kinds->setContentsMargins(12, 0, 12, 6);
    auto* label = new QLabel(tr("Pre&dictor"));
    label->setBuddy(m_kind);
    kinds->addWidget(label);
    kinds->addWidget(m_kind, 1);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addWidget(m_form, 1);
    column->addLayout(kinds);
    panel->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    return panel;
}

QWidget* PredictorPage::makeTabs()
{
    m_prediction = new PredictionView(m_settings);
    m_ratings = new RatingView(m_settings);
    m_measured = new ReportBrowser(m_settings, QStringLiteral("predictorMeasured"));
    m_drift = new QLabel;
    m_drift->setObjectName(QStringLiteral("predictorDrift"));
    m_drift->setWordWrap(true);
    m_drift->setTextFormat(Qt::PlainText);
    m_drift->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_drift->setContentsMargins(12, 8, 12, 6);
    auto* measured = new QWidget;
    auto* column = new QVBoxLayout(measured);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_drift);
    column->addWidget(m_measured, 1);
    m_versions = new VersionView(m_settings);
    m_network = new NetworkView(m_settings);
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("predictorTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_prediction, icon(QStringLiteral("chart-line")), tr("Prediction"));
    m_tabs->addTab(m_ratings, icon(QStringLiteral("table")), tr("How good it is"));
    m_tabs->addTab(measured, icon(QStringLiteral("compare")), tr("Predicted and measured"));
    m_tabs->addTab(m_versions, icon(QStringLiteral("journal")), tr("Versions"));
    m_tabs->addTab(m_network, icon(QStringLiteral("group")), tr("Graph network"));
    const bool isOfStore = !m_source.store.empty();
    m_tabs->setTabVisible(MeasuredTab, isOfStore);
    m_tabs->setTabVisible(VersionTab, isOfStore);
    connect(m_prediction, &PredictionView::failed, this, &DocumentPage::failed);
    connect(m_prediction, &PredictionView::noticed, this, &DocumentPage::noticed);
    connect(m_measured, &ReportBrowser::failed, this, &DocumentPage::failed);
    connect(m_measured, &ReportBrowser::noticed, this, &DocumentPage::noticed);
    connect(m_versions, &VersionView::useRequested, this, &PredictorPage::use);
    connect(m_network, &NetworkView::failed, this, &DocumentPage::failed);
    connect(m_network, &NetworkView::noticed, this, &DocumentPage::noticed);
    connect(m_network, &NetworkView::trainingChanged, this, [this] {
        Q_EMIT stateChanged();
        if (activities().isEmpty())
            Q_EMIT idle();
    });
    return m_tabs;
}

void PredictorPage::showTab(Tab tab)
{
    m_tabs->setCurrentIndex(tab);
}

void PredictorPage::reload()
{
    m_job.start([source = m_source, frameworks = m_settings.frameworks()](
                    const JobContext& job) { return loadPredictor(source, frameworks, job); },
                [this](Result<LoadedPredictor> read) {
                    if (!read) {
                        m_header->setSummary(asSentence(read.error().text()));
                        Q_EMIT failed(read.error());
                        return;
                    }
                    m_isUnsaved = false;
                    present(*std::move(read));
                    Q_EMIT loaded();
                });
}

void PredictorPage::present(LoadedPredictor loaded)
{
    m_loadedPredictor = std::move(loaded);
    m_isLoaded = true;
    const auto& predictor = m_loadedPredictor.predictor;
    showSummary();
    showKinds();
    m_ratings->setPredictor(predictor.get());
    m_versions->setVersions(m_loadedPredictor.versions);
    QStringList models;
    std::set<std::string> strategies;
    if (predictor) {
        models = toQStrings(predictor->inputs().models());
        for (const predict::Sample& sample : predictor->samples())
            strategies.insert(sample.setting.strategy);
    }
    m_form->setKnown(models, toQStrings({strategies.begin(), strategies.end()}));
    if (predictor && m_form->given().empty())
        m_form->setSetting(predictor->samples().back().setting);
    showBusy(false);
    predict();
    compare();
}

void PredictorPage::presentTrained(Result<LoadedPredictor> loaded)
{
    m_isTraining = false;
    if (loaded) {
        m_isUnsaved = !loaded->version;
        present(*std::move(loaded));
        if (m_loadedPredictor.notKept)
            Q_EMIT failed(*m_loadedPredictor.notKept);
        else
            Q_EMIT noticed(m_header->summary());
    } else {
        present(m_loadedPredictor);
        Q_EMIT failed(loaded.error());
    }
    Q_EMIT stateChanged();
    Q_EMIT idle();
}

void PredictorPage::showSummary()
{
    m_header->setSummary(predictorSummary(m_loadedPredictor, !m_source.store.empty(), !m_isUnsaved));
}

void PredictorPage::showKinds()
{
    const QVariant before = m_kind->currentData();
    m_kind->clear();
    if (const auto& predictor = m_loadedPredictor.predictor) {
        m_kind->addItem(tr("Recommended: %1").arg(kindText(predictor->recommended())), -1);
        for (const predict::RegressorKind kind : predictor->kinds())
            m_kind->addItem(kindText(kind), static_cast<int>(kind));
        m_kind->setCurrentIndex(std::max(0, m_kind->findData(before)));
    }
    m_kind->setEnabled(m_kind->count() > 0);
}

void PredictorPage::showBusy(bool busy)
{
    const auto& predictor = m_loadedPredictor.predictor;
    const std::size_t fresh =
        predictor ? predict::newSamples(*predictor, m_loadedPredictor.samples).size() : std::size_t(0);
    m_header->setState(busy, predictor != nullptr, fresh);
    m_versions->setBusy(busy);
}

QStringList PredictorPage::activities() const
{
    QStringList sentences;
    if (m_isTraining && m_job.isRunning())
        sentences.append(tr("A predictor is being trained."));
    if (m_network->isTraining())
        sentences.append(tr("A graph network is being trained."));
    return sentences;
}

void PredictorPage::stopActivities()
{
    m_job.cancel();
    if (m_network->isTraining())
        m_network->cancel();
    showCancelled();
}

void PredictorPage::showCancelled()
{
    m_isTraining = false;
    present(m_loadedPredictor);
    Q_EMIT stateChanged();
    Q_EMIT idle();
}

void PredictorPage::train(const QStringList& files)
{
    TrainingOrder order;
    for (const QString& file : files)
        order.files.push_back(toPath(file));
    if (order.files.empty() && !m_source.store.empty())
        order.files.push_back(m_source.store);
    const int number = ++m_training;
    order.options.rated = [self = QPointer(this), number](const std::vector<predict::HeldOutErrors>& ratings) {
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, number, ratings] {
            if (self && self->m_training == number && self->m_isTraining)
                self->addRatings(ratings);
        });
    };
    m_isTraining = true;
    m_ratings->clear();
    showTab(RatingTab);
    m_job.start([source = m_source, order, frameworks = m_settings.frameworks()](
                    const JobContext& job) { return trainPredictor(source, order, frameworks, job); },
                [this](Result<LoadedPredictor> loaded) { presentTrained(std::move(loaded)); });
    Q_EMIT stateChanged();
}

void PredictorPage::addRatings(const std::vector<predict::HeldOutErrors>& ratings)
{
    m_ratings->add(ratings);
    Q_EMIT rated(static_cast<int>(ratings.size()));
}

void PredictorPage::learn()
{
    if (!m_loadedPredictor.predictor)
        return;
    m_job.start([source = m_source, loaded = m_loadedPredictor, frameworks = m_settings.frameworks()](
                    const JobContext& job) { return learnNewRuns(source, loaded, frameworks, job); },
                [this](Result<LoadedPredictor> loaded) { presentTrained(std::move(loaded)); });
}

void PredictorPage::use(qint64 version)
{
    m_job.start([source = m_source, loaded = m_loadedPredictor,
                 version](const JobContext&) { return useVersion(source, loaded, store::PredictorId{version}); },
                [this](Result<LoadedPredictor> loaded) { presentTrained(std::move(loaded)); });
}

void PredictorPage::setSetting(const predict::Setting& setting)
{
    m_form->setSetting(setting);
}

void PredictorPage::predictLater()
{
    m_patience.start();
}

void PredictorPage::predict()
{
    m_patience.stop();
    const auto& predictor = m_loadedPredictor.predictor;
    if (!predictor) {
        m_prediction->showNothing(tr("No predictor yet"),
                                  m_source.store.empty()
                                      ? tr("Train one on result stores or files of samples, or open a saved one.")
                                      : tr("Train one on the measured runs of this store: it needs 10 or more."),
                                  m_header->beginnings());
        return;
    }
    const Json given = m_form->given();
    if (given.empty() || !m_form->isAcceptable()) {
        m_prediction->showNothing(given.empty() ? tr("No setting yet") : tr("The setting cannot be read"),
                                  tr("Fill in the setting on the left, or take it from a run or a grid."));
        return;
    }
    const int chosen = m_kind->currentData().toInt();
    const auto kind = chosen < 0 ? predictor->recommended() : static_cast<predict::RegressorKind>(chosen);
    m_predicting.start([predictor, given, kind](const JobContext&) { return predictSetting(*predictor, given, kind); },
                       [this](Result<ShownPrediction> shown) {
                           if (shown)
                               m_prediction->setPrediction(*std::move(shown));
                           else
                               m_prediction->showNothing(tr("The setting cannot be read"),
                                                         asSentence(shown.error().text()));
                       });
}

void PredictorPage::compare()
{
    const auto& predictor = m_loadedPredictor.predictor;
    m_measured->setVisible(predictor && !m_loadedPredictor.samples.empty());
    if (!predictor || m_loadedPredictor.samples.empty()) {
        m_comparing.cancel();
        m_drift->setText(tr("Needs a predictor and measured runs without cross traffic."));
        return;
    }
    m_comparing.start([predictor, samples = m_loadedPredictor.samples](
                          const JobContext&) { return compareSamples(*predictor, samples, driftRuns); },
                      [this](ShownComparison shown) {
                          m_measured->setContent(std::move(shown.figures), std::move(shown.tables), {});
                          m_drift->setText(toQString(shown.sentence));
                      });
}

void PredictorPage::offerSettings()
{
    QMenu* menu = m_take->menu();
    menu->clear();
    menu->addAction(tr("Reading…"))->setEnabled(false);
    const auto& predictor = m_loadedPredictor.predictor;
    const auto samples =
        m_loadedPredictor.samples.empty() && predictor ? predictor->samples() : m_loadedPredictor.samples;
    m_offering.start([samples, projects = m_projects ? m_projects() : std::vector<OfferedProject>()](
                         const JobContext&) { return settingOffers(samples, projects); },
                     [this](const std::vector<OfferedGroup>& groups) { showOffers(groups); });
}

void PredictorPage::showOffers(const std::vector<OfferedGroup>& groups)
{
    QMenu* menu = m_take->menu();
    menu->clear();
    for (const OfferedGroup& group : groups) {
        menu->addSection(group.title);
        for (const OfferedSetting& offered : group.settings)
            menu->addAction(offered.name, this, [this, setting = offered.setting] { setSetting(setting); });
        if (group.isCut)
            menu->addAction(tr("… and more"))->setEnabled(false);
    }
    if (groups.empty())
        menu->addAction(tr("No measured run and no open project has one."))->setEnabled(false);
    menu->addSeparator();
    menu->addAction(tr("A &graph of the model…"), this, &PredictorPage::askForGraph);
}

} // namespace millrace::ui

#include "moc_predictor_page.cpp"
