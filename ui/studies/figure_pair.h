// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study_figure.h"

#include <QWidget>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace millrace::ui {

class EmptyState;
class FigureView;
class Settings;

/// A figure as published and as corrected: side by side where there is room, otherwise one above the other,
/// or one of them alone. If only one exists, the other takes no room.
class FigurePair : public QWidget
{
    Q_OBJECT
public:
    enum class Shown
    {
        Both,
        Published,
        Measured
    };

    FigurePair(Settings& settings, QWidget* parent = nullptr);
    ~FigurePair() override;

    void setFigure(const studies::StudyFigure& figure);
    void setShown(Shown shown);
    [[nodiscard]] Shown shown() const noexcept { return m_shown; }
    [[nodiscard]] FigureView& published() const noexcept { return *m_published; }
    [[nodiscard]] FigureView& measured() const noexcept { return *m_measured; }
    [[nodiscard]] bool isExporting() const;
    void cancelExport();

Q_SIGNALS:
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeSide(const QString& heading, FigureView* view);
    void arrange();
    void applyShown();

    Settings& m_settings;
    QSplitter* m_splitter;
    FigureView* m_published;
    FigureView* m_measured;
    QWidget* m_publishedSide;
    QWidget* m_measuredSide;
    Shown m_shown = Shown::Both;
    bool m_hasPublished = true;
    bool m_hasMeasured = true;
};

} // namespace millrace::ui
