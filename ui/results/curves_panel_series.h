// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/result_query.h"

#include <QToolButton>

class QListWidget;

namespace millrace::ui {

class SearchLine;

/// A button that opens a list of series to choose from: those of most runs first, with a line to search in.
class CurvesPanelSeries : public QToolButton
{
    Q_OBJECT
public:
    explicit CurvesPanelSeries(QWidget* parent = nullptr);

    /// Keeps what is chosen, as long as it is there; chooses some at first.
    void setSeries(const std::vector<store::SeriesSummary>& series);
    /// In the order of the list.
    [[nodiscard]] std::vector<std::string> chosen() const;
    void choose(const std::vector<std::string>& names);

Q_SIGNALS:
    void chosenChanged();

private:
    void fill();
    void narrow(const QString& text);
    void nameButton();

    std::vector<store::SeriesSummary> m_series;
    std::vector<std::string> m_chosen;
    bool m_touched = false; ///< by the user
    SearchLine* m_search;
    QListWidget* m_list;
};

} // namespace millrace::ui
