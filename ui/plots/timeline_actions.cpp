// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/action_text.h"
#include "ui/base/export_event.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/icons.h"
#include "ui/base/job_runner.h"
#include "ui/base/settings.h"
#include "ui/plots/timeline_canvas.h"
#include "ui/plots/timeline_plot.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>

namespace millrace::ui {
namespace {

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
