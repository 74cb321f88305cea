// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study_figure.h"
#include "ui/base/job_runner.h"
#include "ui/studies/figure_pair.h"

#include <QWidget>

#include <optional>

class QButtonGroup;
class QLabel;
class QSplitter;
class QStackedWidget;
class QTextBrowser;
class QToolButton;

namespace millrace::ui {

class EmptyState;
class JobStrip;
class NumberTable;
class Settings;

/// One figure of a study: as published and as measured, definitions, numbers, and export.
class StudyFigurePanel : public QWidget
{
    Q_OBJECT
public:
    enum class BothFormat
    {
        Svg,
        Png
    };

    StudyFigurePanel(Settings& settings, QWidget* parent = nullptr);
    ~StudyFigurePanel() override;

    void showFigure(studies::StudyFigure figure);
    /// The figure is being computed; the previous one is shown until then if it belongs to the same recipe.
    void showWaiting(const studies::Recipe& recipe);
    /// No data: the reason, and what to do.
    void showNothing(const studies::Recipe& recipe, const QString& icon, const QString& title, const QString& sentence);
    [[nodiscard]] const std::optional<studies::StudyFigure>& figure() const noexcept { return m_figure; }
    [[nodiscard]] FigurePair& pair() const noexcept { return *m_pair; }
    [[nodiscard]] NumberTable& numbers() const noexcept { return *m_numbers; }
    [[nodiscard]] EmptyState& empty() const noexcept { return *m_empty; }
    [[nodiscard]] bool showsFigure() const;
    /// Definitions, remark and notes as plain text.
    [[nodiscard]] QString words() const;
    /// Writes both variants as one drawing; does not ask.
    void exportBoth(BothFormat format, const QString& file);
    [[nodiscard]] bool isExporting() const;
    void cancelExport();

Q_SIGNALS:
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    void exportingChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHeader();
    [[nodiscard]] QWidget* makeSwitch();
    [[nodiscard]] QWidget* makeBelow();
    void showHeader(const studies::Recipe& recipe);
    void fillWords();
    void fitParts();
    void ask(BothFormat format);

    Settings& m_settings;
    JobRunner m_job;
    std::optional<studies::StudyFigure> m_figure;
    QLabel* m_title = nullptr;
    QLabel* m_source = nullptr;
    QButtonGroup* m_switch = nullptr;
    QToolButton* m_export = nullptr;
    FigurePair* m_pair;
    QTextBrowser* m_words = nullptr;
    NumberTable* m_numbers = nullptr;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
    QSplitter* m_below = nullptr;
    JobStrip* m_strip;
};

} // namespace millrace::ui
