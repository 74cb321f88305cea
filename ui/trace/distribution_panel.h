// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "ui/base/job_runner.h"
#include "ui/trace/distribution_figures.h"

#include <QWidget>

class QLabel;
class QListWidget;

namespace millrace::ui {

class FigureView;
class Settings;

/// Distributions of packets and flows as figures.
class DistributionPanel : public QWidget
{
    Q_OBJECT
public:
    explicit DistributionPanel(Settings& settings, QWidget* parent = nullptr);

    void show(std::shared_ptr<const Trace> trace, const TraceFocus& focus);
    void setKind(DistributionKind kind);
    [[nodiscard]] FigureView& figureView() const noexcept { return *m_figure; }

Q_SIGNALS:
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged();

private:
    void draw();
    [[nodiscard]] DistributionKind kind() const;

    JobRunner m_job;
    QListWidget* m_kind;
    QLabel* m_caption;
    FigureView* m_figure;
    std::shared_ptr<const Trace> m_trace;
    TraceFocus m_focus;
};

} // namespace millrace::ui
