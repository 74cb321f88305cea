// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/edit/project_editor.h"
#include "ui/traffic/traffic_preview.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QAction;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace millrace::ui {

class EmptyState;
class FigureView;
class NoticeBar;
class PlotLink;
class Settings;
class TimelinePlot;

/// A look at what one profile asks for: rate and bursts over time, sizes, the flaws of published patterns. Follows the
/// edits, worked out off the GUI thread.
class TrafficView : public QWidget
{
    Q_OBJECT
public:
    TrafficView(ProjectEditor& editor, Settings& settings, QWidget* parent = nullptr);
    ~TrafficView() override;

    /// The position of the profile in the project.
    void setIndex(int profile);
    /// The last one that was worked out; empty while there is none, or the profile cannot be.
    [[nodiscard]] const std::optional<TrafficPreview>& preview() const noexcept { return m_preview; }
    /// Whether preview() and the display belong to the current profile.
    [[nodiscard]] bool isCurrent() const { return !m_delay.isActive() && !m_job.isRunning(); }

    /// A load file becomes the profile's trace; a file of sizes its distribution. Each is one edit.
    void openLoadFile(const QString& file);
    void openSizeFile(const QString& file);
    /// In a job; ends in noticed() or failed().
    void saveLoadFile(const QString& file);
    void saveSizeFile(const QString& file);

Q_SIGNALS:
    void previewed();
    void noticed(const QString& sentence);
    void failed(const millrace::Error& error);

private:
    QWidget* makeBar();
    QWidget* makePlots(Settings& settings);
    QAction* addFileAction(QToolButton* button, const char* name, const QString& text, bool save, const QString& filter,
                           void (TrafficView::*run)(const QString&));
    void askFor(const QString& title, bool save, const QString& filter, void (TrafficView::*run)(const QString&));
    void changed();
    void compute();
    void take(Result<TrafficPreview> result);
    void showNothing(const QString& title, const QString& sentence);
    void showPreview();
    void updateActions();
    [[nodiscard]] QString factsText() const;

    ProjectEditor& m_editor;
    Settings& m_settings;
    int m_index = -1;
    std::uint64_t m_seed = 1;
    crosstraffic::TrafficProfile m_shown; ///< what the preview is of, or will be
    std::optional<TrafficPreview> m_preview;
    JobRunner m_job;
    JobRunner m_saving;
    QTimer m_delay;
    QLabel* m_words;
    QLabel* m_facts;
    NoticeBar* m_flaws;
    QStackedWidget* m_stack;
    EmptyState* m_nothing;
    QWidget* m_plots = nullptr;
    TimelinePlot* m_rate;
    TimelinePlot* m_bursts;
    PlotLink* m_link;
    FigureView* m_sizes = nullptr;
    QList<QAction*> m_needFlows; ///< actions for which flows with a size must be there
    QAction* m_saveSizes = nullptr;
};

} // namespace millrace::ui
