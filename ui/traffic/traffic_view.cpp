// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/traffic/traffic_view.h"

#include "ui/base/empty_state.h"
#include "ui/base/export_event.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/notice_bar.h"
#include "ui/figures/figure_view.h"
#include "ui/plots/live_series.h"
#include "ui/plots/plot_link.h"
#include "ui/plots/timeline_plot.h"
#include "ui/traffic/traffic_access.h"
#include "ui/traffic/traffic_text.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>

namespace millrace::ui {

namespace {

constexpr int patience = 250; ///< ms after the last edit

QToolButton* makeMenuButton(const QString& name, const QString& iconName, const QString& text)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(icon(iconName));
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setAutoRaise(true);
    button->setMenu(new QMenu(button));
    return button;
}

void makeLine(QLabel* label, const char* name)
{
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setContentsMargins(10, 0, 10, 2);
}

} // namespace

TrafficView::TrafficView(ProjectEditor& editor, Settings& settings, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_settings(settings), m_words(new QLabel), m_facts(new QLabel),
      m_flaws(new NoticeBar(QStringLiteral("trafficFlaws"))), m_stack(new QStackedWidget), m_nothing(new EmptyState),
      m_rate(new TimelinePlot), m_bursts(new TimelinePlot), m_link(new PlotLink(this))
{
    setObjectName(QStringLiteral("trafficView"));
    makeLine(m_words, "trafficWords");
    makeLine(m_facts, "trafficFacts");
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_plots = makePlots(settings);
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(m_plots);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(makeBar());
    column->addWidget(m_words);
    column->addWidget(m_facts);
    column->addWidget(m_flaws);
    column->addWidget(m_stack, 1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(patience);
    connect(&m_delay, &QTimer::timeout, this, &TrafficView::compute);
    m_editor.notify(this, &TrafficView::changed);
    updateActions();
}

TrafficView::~TrafficView() = default;

QWidget* TrafficView::makeBar()
{
    auto* bar = new QWidget;
    const QString loads = tr("Load files (*.txt *.load);;All files (*)");
    const QString sizes = tr("Files of sizes (*.txt *.cdf *.csv *.tr);;All files (*)");
    auto* open = makeMenuButton(QStringLiteral("trafficOpen"), QStringLiteral("import"), tr("&Import"));
    addFileAction(open, "openLoadFile", tr("Load file as trace…"), false, loads, &TrafficView::openLoadFile);
    addFileAction(open, "openSizeFile", tr("File of sizes (CDF)…"), false, sizes, &TrafficView::openSizeFile);
    auto* save = makeMenuButton(QStringLiteral("trafficSave"), QStringLiteral("export"), tr("E&xport"));
    m_needFlows.append(
        addFileAction(save, "saveLoadFile", tr("Save load file…"), true, loads, &TrafficView::saveLoadFile));
    m_saveSizes =
        addFileAction(save, "saveSizeFile", tr("Save file of sizes (CDF)…"), true, sizes, &TrafficView::saveSizeFile);
    auto* again = new QToolButton;
    again->setObjectName(QStringLiteral("trafficAgain"));
    again->setIcon(icon(QStringLiteral("retry")));
    again->setText(tr("&Draw again"));
    again->setToolTip(tr("The same profile with other random numbers, as another run has them"));
    again->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    again->setAutoRaise(true);
    connect(again, &QToolButton::clicked, this, [this] {
        ++m_seed;
        compute();
    });
    auto* title = new QLabel(tr("What it asks for"));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 4, 6, 0);
    row->addWidget(title, 1);
    for (QToolButton* button : {again, open, save})
        row->addWidget(button);
    return bar;
}

QAction* TrafficView::addFileAction(QToolButton* button, const char* name, const QString& text, bool save,
                                    const QString& filter, void (TrafficView::*run)(const QString&))
{
    QAction* action = button->menu()->addAction(text);
    action->setObjectName(QLatin1String(name));
    connect(action, &QAction::triggered, this,
            [this, text, save, filter, run] { askFor(QString(text).remove(QStringLiteral("…")), save, filter, run); });
    return action;
}

void TrafficView::askFor(const QString& title, bool save, const QString& filter,
                         void (TrafficView::*run)(const QString&))
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("traffic"), title);
    dialog->setObjectName(QStringLiteral("trafficDialog"));
    dialog->setNameFilter(filter);
    dialog->setNameFilters(filter.split(QStringLiteral(";;")));
    if (save) {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(QStringLiteral("txt"));
    } else {
        dialog->setFileMode(QFileDialog::ExistingFile);
    }
    connect(dialog, &QFileDialog::fileSelected, this, run);
    dialog->open();
}

QWidget* TrafficView::makePlots(Settings& settings)
{
    auto* plots = new QWidget;
    m_rate->setObjectName(QStringLiteral("trafficRate"));
    m_rate->setTitle(tr("Rate"));
    m_rate->setToolTip(tr("All sources together; the bytes of a flow are counted in the interval in which it starts"));
    m_rate->setEmptyText(tr("Unlimited"));
    m_bursts->setObjectName(QStringLiteral("trafficBursts"));
    m_bursts->setTitle(tr("Bursts"));
    m_bursts->setToolTip(tr("Flows that begin less than 0.8 ms before the next one, in each stretch, as a share of the "
                            "largest such number"));
    for (TimelinePlot* plot : {m_rate, m_bursts}) {
        plot->setSettings(&settings);
        plot->setOrigin(0);
        plot->setLegendVisible(false);
        plot->setMinimumHeight(90);
        m_link->add(plot);
    }
    m_sizes = new FigureView(settings, QStringLiteral("trafficSizes"));
    m_sizes->setCaptionVisible(false);
    connect(m_sizes, &FigureView::failed, this, &TrafficView::failed);
    connect(m_sizes, &FigureView::noticed, this, &TrafficView::noticed);
    auto* column = new QVBoxLayout(plots);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_rate, 4);
    column->addWidget(m_bursts, 3);
    column->addWidget(m_sizes, 6);
    return plots;
}

void TrafficView::setIndex(int profile)
{
    m_index = profile;
    m_shown = {};
    m_preview.reset();
    changed();
}

void TrafficView::changed()
{
    const crosstraffic::TrafficProfile& profile = trafficOrNone(m_editor.project(), m_index);
    updateActions();
    if (profile == m_shown && (m_preview || !isCurrent()))
        return;
    m_shown = profile;
    m_job.cancel();
    m_delay.start();
}

void TrafficView::compute()
{
    m_delay.stop();
    m_shown = trafficOrNone(m_editor.project(), m_index);
    if (trafficAt(const_cast<project::Project&>(m_editor.project()), m_index) == nullptr)
        return;
    m_job.start([profile = m_shown, seed = m_seed](const JobContext& job) { return makePreview(profile, seed, job); },
                [this](Result<TrafficPreview> result) { take(std::move(result)); });
}

void TrafficView::take(Result<TrafficPreview> result)
{
    m_words->setText(toQString(describe(m_shown)));
    if (result) {
        m_preview = *std::move(result);
        showPreview();
    } else {
        m_preview.reset();
        QString sentence = toQString(result.error().what);
        if (!sentence.isEmpty())
            sentence[0] = sentence.at(0).toUpper();
        showNothing(tr("No data yet"), sentence);
    }
    updateActions();
    Q_EMIT previewed();
}

void TrafficView::showNothing(const QString& title, const QString& sentence)
{
    m_nothing->setContent(QStringLiteral("chart-line"), title, sentence);
    m_stack->setCurrentWidget(m_nothing);
    m_facts->clear();
    m_facts->hide();
    m_flaws->setText({});
}

void TrafficView::showPreview()
{
    QStringList flaws;
    for (const std::string& flaw : m_preview->flaws)
        flaws.append(QStringLiteral("• ") + toQString(flaw));
    m_flaws->setText(flaws.join(QLatin1Char('\n')));
    m_facts->setText(factsText());
    m_facts->setVisible(!m_facts->text().isEmpty());
    if (!m_preview->rate) {
        const bool slowdown = m_shown.slowdown > 0;
        m_nothing->setContent(
            QStringLiteral("traffic"), tr("%n stream(s) as long as the load", nullptr, int(m_preview->streams)),
            slowdown ? tr("How much they send is chosen at the onset of each run, so that its steps become longer by "
                          "%1 than they are without.")
                           .arg(formatFraction(m_shown.slowdown, QLocale()))
                     : tr("They send at an unlimited rate, so there is no rate to show. Set a rate to limit them."));
        m_stack->setCurrentWidget(m_nothing);
        return;
    }
    m_rate->setSeries({{tr("all sources"), QStringLiteral("bit/s"), m_preview->rate, 0, true}});
    m_bursts->setSeries({{tr("burst indicator"), QString(), m_preview->bursts, 1, true}});
    m_bursts->setVisible(m_preview->bursts != nullptr);
    const bool sized = !m_preview->values.sizeTail.empty();
    m_sizes->setVisible(sized);
    if (sized)
        m_sizes->setFigure(sizeFigure(*m_preview));
    m_link->fit();
    m_stack->setCurrentWidget(m_plots);
}

QString TrafficView::factsText() const
{
    const QLocale locale;
    const crosstraffic::SchedulePreview& values = m_preview->values;
    const QString stretch = formatDuration(m_preview->shown, locale);
    if (m_preview->streams == m_preview->flows && !m_preview->rate)
        return {};
    if (m_preview->streams == m_preview->flows)
        return tr("%n stream(s), %1 together", nullptr, int(m_preview->streams))
            .arg(formatRate(values.meanBitsPerSecond, locale));
    QStringList facts;
    facts.append(tr("First %1:").arg(stretch) + QLatin1Char(' ')
                 + tr("%n flow(s)", nullptr, static_cast<int>(m_preview->flows)));
    facts.append(tr("mean %1").arg(formatRate(values.meanBitsPerSecond, locale)));
    facts.append(
        tr("peak %1 in %2").arg(formatRate(values.peakBitsPerSecond, locale), formatDuration(values.bin, locale)));
    facts.append(tr("variation of the gaps %1").arg(formatNumber(values.gapVariation, locale)));
    facts.append(tr("mean size %1").arg(formatSize(values.meanFlowBytes, locale)));
    if (!m_preview->volumes.empty()) {
        const crosstraffic::VolumeFit fit = crosstraffic::worstFit(m_preview->volumes);
        facts.append(tr("exact volume: sizes × %1").arg(formatNumber(fit.scale, locale)));
        if (fit.adjusted > 0)
            facts.append(tr("%n flow(s) adjusted", nullptr, static_cast<int>(fit.adjusted)));
    }
    if (m_preview->shortened)
        facts.append(tr("too many flows to show more"));
    return facts.join(QStringLiteral(" · "));
}

void TrafficView::updateActions()
{
    const bool flows = m_preview && m_preview->flows > m_preview->streams;
    for (QAction* action : std::as_const(m_needFlows))
        action->setEnabled(flows);
    if (m_saveSizes)
        m_saveSizes->setEnabled(fieldApplies(trafficOrNone(m_editor.project(), m_index), "sizes.name"));
}

void TrafficView::openLoadFile(const QString& file)
{
    m_editor.change(tr("Open a load file"), [&](project::Project& project) {
        if (crosstraffic::TrafficProfile* profile = trafficAt(project, m_index)) {
            profile->pattern = crosstraffic::Pattern::Trace;
            profile->slowdown = 0;
            profile->file = toPath(file);
        }
    });
}

void TrafficView::openSizeFile(const QString& file)
{
    m_editor.change(tr("Open a file of sizes"), [&](project::Project& project) {
        if (crosstraffic::TrafficProfile* profile = trafficAt(project, m_index)) {
            profile->sizes.name = "file";
            profile->sizes.file = toPath(file);
        }
    });
}

void TrafficView::saveLoadFile(const QString& file)
{
    m_saving.start([profile = trafficOrNone(m_editor.project(), m_index), seed = m_seed,
                    path = toPath(file)](const JobContext& job) { return saveLoadFiles(profile, seed, path, job); },
                   [this](const Result<std::vector<std::filesystem::path>>& files) {
                       if (!files) {
                           Q_EMIT failed(files.error());
                           return;
                       }
                       QStringList paths;
                       for (const auto& one : *files)
                           paths.append(pathText(one));
                       announceWritten(this, paths);
                       if (files->size() == 1)
                           Q_EMIT noticed(tr("%1 was written.").arg(QFileInfo(pathText(files->front())).fileName()));
                       else
                           Q_EMIT noticed(tr("%n load file(s) were written, one for each source.", nullptr,
                                             static_cast<int>(files->size())));
                   });
}

void TrafficView::saveSizeFile(const QString& file)
{
    m_saving.start([sizes = trafficOrNone(m_editor.project(), m_index).sizes,
                    path = toPath(file)](const JobContext&) { return ui::saveSizeFile(sizes, path); },
                   [this, file](const Result<void>& written) {
                       if (written) {
                           announceWritten(this, file);
                           Q_EMIT noticed(tr("%1 was written.").arg(QFileInfo(file).fileName()));
                       } else {
                           Q_EMIT failed(written.error());
                       }
                   });
}

} // namespace millrace::ui

#include "moc_traffic_view.cpp"
