// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/report/figure_spec.h"
#include "ui/base/job_runner.h"
#include "ui/figures/figure_export.h"

#include <QWidget>

class QAction;
class QGraphicsScene;
class QGraphicsView;
class QLabel;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace millrace::ui {

class ChartFigure;
class EmptyState;
class JobStrip;
class ReportTableModel;
class Settings;
class TableView;

/// A figure with its caption, the same as a table, and its way out: files and the clipboard.
class FigureView : public QWidget
{
    Q_OBJECT
public:
    FigureView(Settings& settings, const QString& name, QWidget* parent = nullptr);
    ~FigureView() override;

    void setFigure(report::FigureSpec figure);
    /// Nothing to draw: why, and what to do.
    [[nodiscard]] bool hasFigure() const noexcept { return m_chart != nullptr; }
    void setNothing(const QString& title, const QString& sentence);
    [[nodiscard]] const report::FigureSpec& figure() const noexcept { return m_figure; }
    [[nodiscard]] const ChartFigure* chart() const noexcept { return m_chart; }
    [[nodiscard]] bool isExporting() const noexcept { return m_job.isRunning(); }
    void cancelExport() { m_job.cancel(); }

    /// Writes without asking.
    void exportTo(ExportFormat format, const QString& file, int dpi = 150);
    /// Hides the caption where the page next to the figure already shows its text.
    void setCaptionVisible(bool visible);
    [[nodiscard]] QMenu* exportMenu() const noexcept { return m_menu; }

Q_SIGNALS:
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged(bool exporting);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeBar(const QString& name);
    void makeMenu();
    void addExport(const QString& text, ExportFormat format, int dpi);
    void ask(ExportFormat format, int dpi);
    void copyImage();
    void copyNumbers();
    void applyColors();
    void showCurrent();
    void fitChart();

    Settings& m_settings;
    JobRunner m_job;
    report::FigureSpec m_figure;
    QGraphicsScene* m_scene;
    QGraphicsView* m_view;
    ChartFigure* m_chart = nullptr;
    TableView* m_table;
    ReportTableModel* m_model;
    EmptyState* m_nothing;
    QStackedWidget* m_stack;
    QLabel* m_caption;
    QToolButton* m_asTable = nullptr;
    QToolButton* m_export = nullptr;
    JobStrip* m_strip;
    QMenu* m_menu = nullptr;
    bool m_withCaption = true;
};

} // namespace millrace::ui
