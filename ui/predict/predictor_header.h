// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QToolBar;

namespace millrace::ui {

/// Title, state of the predictor, and what can be done with it.
class PredictorHeader : public QWidget
{
    Q_OBJECT
public:
    /// `isOfStore`: with what concerns the runs of a store.
    PredictorHeader(const QString& title, const QString& path, bool isOfStore, QWidget* parent = nullptr);

    void setSummary(const QString& text);
    [[nodiscard]] QString summary() const;
    /// What can be done now; `newRuns`: those that the predictor has not learnt.
    void setState(bool isBusy, bool hasPredictor, std::size_t newRuns);

    /// The actions that make a predictor appear.
    [[nodiscard]] QList<QAction*> beginnings() const;

Q_SIGNALS:
    void trainHereRequested();
    void trainFilesRequested();
    void learnRequested();
    void openRequested();
    void saveRequested();

private:
    [[nodiscard]] QToolBar* makeToolBar(bool isOfStore);

    QLabel* m_summary;
    QAction* m_trainHere = nullptr;
    QAction* m_trainFiles = nullptr;
    QAction* m_learn = nullptr;
    QAction* m_save = nullptr;
    QAction* m_open = nullptr;
};

} // namespace millrace::ui
