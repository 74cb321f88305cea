// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/timeline_plot.h"

#include "ui/base/action_text.h"
#include "ui/base/export_event.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_runner.h"
#include "ui/base/settings.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/timeline_canvas.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>

#include <algorithm>

namespace millrace::ui {
namespace {

constexpr int describeInterval = 2000; ///< ms
constexpr int describedSeries = 6;
/// Shares of the width that the legend takes, so that plots of one width have their times one below another.
constexpr int narrow = 700;
constexpr double usualLegendShare = 0.3;
constexpr double narrowLegendShare = 0.35;

constexpr double zoomStep = 0.7;
const QString folderPurpose = QStringLiteral("export");

/// A name for a file that every system takes.
QString fileNameFor(const QString& title)
{
    QString name;
    for (const QChar letter : title.toLower())
        name += letter.isLetterOrNumber() ? letter : QLatin1Char('-');
    return name.isEmpty() ? QStringLiteral("plot") : name;
}

} // namespace

TimelinePlot::TimelinePlot(QWidget* parent)
    : QWidget(parent), m_canvas(new TimelineCanvas(this)), m_legend(new PlotLegend(this)),
      m_export(new JobRunner(this)), m_copy(new JobRunner(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_legend);
    setFocusProxy(m_canvas);

    connect(m_canvas, &TimelineCanvas::viewChanged, this, [this] { Q_EMIT viewChanged(view()); });
    connect(m_canvas, &TimelineCanvas::followingChanged, this, &TimelinePlot::followingChanged);
    connect(m_canvas, &TimelineCanvas::pausedChanged, this, &TimelinePlot::pausedChanged);
    connect(m_canvas, &TimelineCanvas::cursorMoved, this, [this] {
        showValues();
        Q_EMIT cursorMoved(timeCursor());
    });
    connect(m_canvas, &TimelineCanvas::frameChanged, this, [this] {
        showValues();
        if (!m_describeDelay.isActive())
            m_describeDelay.start();
    });
    connect(m_canvas, &TimelineCanvas::selected, this, &TimelinePlot::timeSelected);
    connect(m_canvas, &TimelineCanvas::hovered, this, &TimelinePlot::seriesHovered);
    connect(m_canvas, &TimelineCanvas::clicked, this, &TimelinePlot::seriesClicked);
    connect(m_canvas, &TimelineCanvas::menuWanted, this, &TimelinePlot::showMenu);
    connect(m_legend, &PlotLegend::toggled, this, &TimelinePlot::setSeriesVisible);
    connect(m_legend, &PlotLegend::onlyWanted, this, &TimelinePlot::showOnly);
    connect(m_legend, &PlotLegend::emphasised, m_canvas, &TimelineCanvas::setEmphasis);

    m_describeDelay.setSingleShot(true);
    m_describeDelay.setInterval(describeInterval);
    connect(&m_describeDelay, &QTimer::timeout, this, &TimelinePlot::describe);
    makeActions();
    showValues();
    describe();
}

TimelinePlot::~TimelinePlot() = default;

void TimelinePlot::setTitle(const QString& title)
{
    m_canvas->setTitle(title);
    setAccessibleName(title);
    m_legend->setAccessibleName(tr("Series of %1").arg(title));
}

QString TimelinePlot::title() const
{
    return m_canvas->title();
}

void TimelinePlot::setSeries(std::vector<TimelineSeries> series)
{
    m_canvas->setSeries(std::move(series));
    m_legend->legend().setSeries(m_canvas->series());
    m_longestValue = 0;
    showValues();
    describe();
}

const std::vector<TimelineSeries>& TimelinePlot::series() const
{
    return m_canvas->series();
}

void TimelinePlot::setSeriesVisible(int index, bool visible)
{
    if (index < 0 || index >= static_cast<int>(series().size())
        || series()[static_cast<std::size_t>(index)].visible == visible)
        return;
    m_canvas->setSeriesVisible(index, visible);
    m_legend->legend().setVisible(index, visible);
    showValues();
    Q_EMIT seriesVisibilityChanged(index, visible);
}

void TimelinePlot::showOnly(int index)
{
    for (int i = 0; i < static_cast<int>(series().size()); ++i)
        setSeriesVisible(i, index < 0 || i == index);
}

void TimelinePlot::setEvents(std::vector<TimelineEvent> events)
{
    m_canvas->setEvents(std::move(events));
}

void TimelinePlot::setBands(std::vector<TimelineBand> bands)
{
    m_canvas->setBands(std::move(bands));
    m_describeDelay.start();
}

const std::vector<TimelineEvent>& TimelinePlot::events() const
{
    return m_canvas->events();
}

const std::vector<TimelineBand>& TimelinePlot::bands() const
{
    return m_canvas->bands();
}

void TimelinePlot::setOrigin(std::int64_t time)
{
    m_canvas->setOrigin(time);
}

void TimelinePlot::setView(TimeRange view, ViewMode mode)
{
    m_canvas->setView(view, mode);
}

TimeRange TimelinePlot::view() const
{
    return m_canvas->timelineView().range();
}

ViewMode TimelinePlot::viewMode() const
{
    return m_canvas->timelineView().mode();
}

void TimelinePlot::fit()
{
    m_canvas->setMode(ViewMode::Fit);
}

void TimelinePlot::setFollowing(bool following)
{
    if (following != isFollowing())
        m_canvas->setMode(following ? ViewMode::Follow : ViewMode::Fixed);
}

bool TimelinePlot::isFollowing() const
{
    return viewMode() == ViewMode::Follow;
}

void TimelinePlot::setPaused(bool paused)
{
    m_canvas->setPaused(paused);
}

bool TimelinePlot::isPaused() const
{
    return m_canvas->isPaused();
}

TimeRange TimelinePlot::dataRange() const
{
    return m_canvas->dataRange();
}

void TimelinePlot::setSharedRange(std::function<TimeRange()> range)
{
    m_canvas->setSharedRange(std::move(range));
}

void TimelinePlot::setTimeCursor(std::optional<std::int64_t> time)
{
    m_canvas->setTimeCursor(time);
}

std::optional<std::int64_t> TimelinePlot::timeCursor() const
{
    return m_canvas->timeCursor();
}

void TimelinePlot::setSelecting(bool possible, bool drag)
{
    m_canvas->setSelecting(possible, drag);
}

void TimelinePlot::setTimeSelection(std::optional<TimeRange> selection)
{
    m_canvas->setSelection(selection);
}

std::optional<TimeRange> TimelinePlot::timeSelection() const
{
    return m_canvas->selection();
}

bool TimelinePlot::isLogarithmic() const
{
    return m_canvas->isLogarithmic();
}

void TimelinePlot::setLegendVisible(bool visible)
{
    m_legend->setVisible(visible);
}

void TimelinePlot::setLegendWidth(int width)
{
    m_legendWidth = width;
    fitLegend();
}

void TimelinePlot::fitLegend()
{
    const int share = static_cast<int>(width() * (width() < narrow ? narrowLegendShare : usualLegendShare));
    m_legend->setRoom(m_legendWidth > 0 ? m_legendWidth : std::min(share, m_legend->sizeHint().width()));
}

void TimelinePlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitLegend();
}

void TimelinePlot::refresh()
{
    m_canvas->refresh();
}

void TimelinePlot::setHighlights(std::vector<int> indices)
{
    m_canvas->setHighlights(std::move(indices));
}

void TimelinePlot::setInstants(bool shown)
{
    m_canvas->setInstants(shown);
}

void TimelinePlot::setEmptyText(const QString& text)
{
    m_canvas->setEmptyText(text);
}

void TimelinePlot::setProvenance(const QString& json)
{
    m_provenance = json;
}

void TimelinePlot::showValues()
{
    const std::optional<std::int64_t> time = timeCursor();
    const QString heading = time ? tr("At %1").arg(m_canvas->timeText(*time)) : tr("Last in view");
    QStringList values;
    for (std::size_t i = 0; i < series().size(); ++i)
        values << m_canvas->valueText(i, time);
    m_legend->legend().setValues(heading, values);
    const auto longest = std::ranges::max_element(values, {}, &QString::size);
    if (longest != values.end() && longest->size() > m_longestValue) {
        m_longestValue = longest->size();
        fitLegend();
    }
}

QString TimelinePlot::summary() const
{
    QStringList sentences;
    const int count = static_cast<int>(series().size());
    sentences << tr("%1: %n series.", nullptr, count).arg(title());
    const TimeRange range = view();
    if (dataRange().isEmpty() || range.isEmpty()) {
        sentences << tr("No samples yet.");
        return sentences.join(QLatin1Char(' '));
    }
    const std::int64_t resolution = m_canvas->geometry().resolution();
    sentences << tr("Shown from %1 to %2.")
                     .arg(offsetText(range.begin - m_canvas->origin(), resolution, locale()),
                          offsetText(range.end - m_canvas->origin(), resolution, locale()));
    for (const TimelineBand& band : m_canvas->bands())
        if (band.begin < range.end && band.end > range.begin)
            sentences
                << tr("%1 from %2.").arg(band.name, offsetText(band.begin - m_canvas->origin(), resolution, locale()));
    for (int i = 0; i < std::min(count, describedSeries); ++i) {
        const TimelineSeries& one = series()[static_cast<std::size_t>(i)];
        sentences << (one.visible
                          ? tr("%1: last %2.").arg(one.name, m_canvas->valueText(static_cast<std::size_t>(i), {}))
                          : tr("%1 is hidden.").arg(one.name));
    }
    if (count > describedSeries)
        sentences << tr("And %n more series.", nullptr, count - describedSeries);
    return sentences.join(QLatin1Char(' '));
}

void TimelinePlot::describe()
{
    const QString text = summary();
    m_canvas->setAccessibleDescription(text);
    setAccessibleDescription(text);
}

void TimelinePlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        showValues();
}

QAction* TimelinePlot::makeAction(const QString& text, const QKeySequence& shortcut, std::function<void()> run)
{
    auto* action = new QAction(text, this);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetShortcut);
    const QString plain = plainActionText(text);
    action->setToolTip(shortcut.isEmpty() ? plain
                                          : tr("%1 (%2)").arg(plain, shortcut.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, std::move(run));
    m_canvas->addAction(action);
    m_actions << action;
    return action;
}

void TimelinePlot::makeActions()
{
    makeAction(tr("&Fit everything"), Qt::Key_Home, [this] { fit(); })->setIcon(icon(QStringLiteral("zoom-fit")));
    m_follow = makeAction(tr("Fo&llow the newest data"), Qt::Key_End, [this] { setFollowing(m_follow->isChecked()); });
    m_follow->setIcon(icon(QStringLiteral("follow")));
    m_pause = makeAction(tr("&Pause the view"), Qt::Key_Space, [this] { setPaused(m_pause->isChecked()); });
    m_pause->setIcon(icon(QStringLiteral("pause")));
    QAction* in = makeAction(tr("Zoom &in"), Qt::Key_Plus, [this] { m_canvas->zoomBy(zoomStep); });
    in->setShortcuts({Qt::Key_Plus, Qt::Key_Equal});
    in->setIcon(icon(QStringLiteral("zoom-in")));
    makeAction(tr("Zoom &out"), Qt::Key_Minus, [this] {
        m_canvas->zoomBy(1 / zoomStep);
    })->setIcon(icon(QStringLiteral("zoom-out")));
    m_logarithmic =
        makeAction(tr("Lo&garithmic scale"), Qt::Key_G, [this] { setLogarithmic(m_logarithmic->isChecked()); });
    makeAction(tr("&Copy the visible data"), QKeySequence::Copy, [this] {
        copyVisible();
    })->setIcon(icon(QStringLiteral("copy")));
    makeAction(tr("Export the visible &data…"), {}, [this] {
        askAndExport(tr("Table (*.csv)"));
    })->setIcon(icon(QStringLiteral("table")));
    makeAction(tr("&Export the picture…"), {}, [this] {
        askAndExport(tr("Picture (*.png);;Vector drawing (*.svg);;Document (*.pdf)"));
    })->setIcon(icon(QStringLiteral("export")));
    for (QAction* checkable : {m_follow, m_pause, m_logarithmic})
        checkable->setCheckable(true);
    connect(this, &TimelinePlot::followingChanged, m_follow, &QAction::setChecked);
    connect(this, &TimelinePlot::pausedChanged, m_pause, &QAction::setChecked);
}

void TimelinePlot::setLogarithmic(bool logarithmic)
{
    m_logarithmic->setChecked(logarithmic);
    m_canvas->setLogarithmic(logarithmic);
}

void TimelinePlot::setSettings(Settings* settings)
{
    m_settings = settings;
}

void TimelinePlot::showMenu(QPoint globalPosition)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QAction* action : m_actions) {
        if (action == m_logarithmic || action->shortcut() == QKeySequence(QKeySequence::Copy))
            menu->addSeparator();
        menu->addAction(action);
    }
    addSeriesMenu(*menu->addMenu(tr("&Series")));
    menu->popup(globalPosition);
}

void TimelinePlot::addSeriesMenu(QMenu& menu)
{
    menu.addAction(tr("Show &all"), this, [this] { showOnly(-1); });
    menu.addSeparator();
    for (int i = 0; i < static_cast<int>(series().size()); ++i) {
        const TimelineSeries& one = series()[static_cast<std::size_t>(i)];
        const QString name = fontMetrics().elidedText(one.name, Qt::ElideMiddle, 400);
        QAction* action = menu.addAction(asActionText(name));
        action->setCheckable(true);
        action->setChecked(one.visible);
        connect(action, &QAction::toggled, this, [this, i](bool visible) { setSeriesVisible(i, visible); });
    }
}

void TimelinePlot::exportTo(const QString& file, std::function<void(Result<void>)> done)
{
    PlotFigure figure = m_canvas->figure();
    figure.provenance = m_provenance;
    // The axes and the legend stand around the curves.
    if (!file.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        figure.size = QSizeF(m_canvas->size()).expandedTo(QSizeF(400, 220));
    m_export->start([figure, file](const JobContext& job) { return writeFigure(figure, file, job); },
                    [done = std::move(done)](Result<void> result) { done(std::move(result)); });
}

void TimelinePlot::copyVisible()
{
    m_copy->start([figure = m_canvas->figure()](
                      const JobContext&) -> Result<std::string> { return plotTableText(tableOf(figure), '\t'); },
                  [](const Result<std::string>& text) {
                      if (text)
                          QGuiApplication::clipboard()->setText(toQString(*text));
                  });
}

void TimelinePlot::askAndExport(const QString& filter)
{
    QFileDialog* dialog = makeFileDialog(this, m_settings, folderPurpose, tr("Export %1").arg(title()));
    dialog->setNameFilter(filter);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const auto adopt = [dialog](const QString& chosen) {
        const qsizetype dot = chosen.lastIndexOf(QStringLiteral("*."));
        dialog->setDefaultSuffix(chosen.mid(dot + 2).chopped(1));
    };
    adopt(dialog->nameFilters().constFirst());
    connect(dialog, &QFileDialog::filterSelected, dialog, adopt);
    dialog->selectFile(fileNameFor(title()));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        exportTo(file, [this, file](const Result<void>& written) {
            if (written)
                announceWritten(this, file);
            else
                announceNotWritten(this, file, written.error());
            Q_EMIT exported(file, written ? QString() : toQString(written.error().text()));
        });
    });
    dialog->open();
}

} // namespace millrace::ui

#include "moc_timeline_plot.cpp"
