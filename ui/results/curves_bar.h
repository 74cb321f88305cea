// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_curves.h"

#include <QWidget>

#include <string>

class QComboBox;
class QDoubleSpinBox;
class QMenu;
class QToolButton;

namespace millrace::ui {

class CurvesPanelSeries;

/// Controls above the curves of runs: series, time, groups, colours, nodes, smoothing, and the menu of exports.
class CurvesBar : public QWidget
{
    Q_OBJECT
public:
    explicit CurvesBar(QWidget* parent = nullptr);

    /// Offers the series and factors of these runs.
    void setSubject(const report::CurveSubject& subject);
    [[nodiscard]] CurvesPanelSeries& series() noexcept { return *m_series; }
    /// As chosen, without a width.
    [[nodiscard]] report::CurveOptions options() const;
    /// Emits changed() once.
    void setOptions(const report::CurveOptions& options);
    /// Factor that colours the lines; empty: each has its own colour.
    [[nodiscard]] std::string colorFactor() const;
    /// Entries of the exports.
    [[nodiscard]] QMenu& exports() noexcept;
    void setExportable(bool exportable);

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QComboBox* addBox(const QString& name, const QString& title);
    void makeBoxes();
    void makeLayout();
    void limitSmoothing();
    void fillFactors(const std::vector<std::string>& factors);

    CurvesPanelSeries* m_series;
    QComboBox* m_time = nullptr;
    QComboBox* m_group = nullptr;
    QComboBox* m_color = nullptr;
    QComboBox* m_nodes = nullptr;
    QComboBox* m_smoothing = nullptr;
    QDoubleSpinBox* m_amount = nullptr;
    QToolButton* m_export = nullptr;
};

} // namespace millrace::ui
