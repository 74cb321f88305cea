// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_view.h"
#include "ui/results/result_source.h"

#include <QWidget>

class QBoxLayout;
class QComboBox;
class QLabel;
class QMenu;
class QToolButton;

namespace millrace::ui {

class SearchLine;

/// Which runs of a store are looked at: a typed filter, campaign, state, and a menu of levels for each factor.
class FilterBar : public QWidget
{
    Q_OBJECT
public:
    explicit FilterBar(QWidget* parent = nullptr);

    /// What there is to choose from; choices stay.
    void setOverview(const ResultOverview& overview);
    /// The filter as chosen. With a typed text that cannot be read, the last that could.
    [[nodiscard]] store::ResultFilter filter() const;
    /// The same in words that can be saved, without what is not about the filter.
    [[nodiscard]] report::RunView view() const;
    void setView(const report::RunView& view);
    /// Whether anything is left out.
    [[nodiscard]] bool isFiltering() const;
    /// Why the typed text cannot be read, or why no run can match it; empty: all is well.
    [[nodiscard]] QString problem() const;
    void focusSearch();
    void clear();

Q_SIGNALS:
    void changed();

private:
    void makeRow();
    void fillCampaigns();
    void fillStates();
    void fillFactors();
    void fillLevels(QMenu* menu, const store::FactorSummary& factor);
    [[nodiscard]] bool isChosen(const std::string& factor, const std::string& level) const;
    void choose(const std::string& factor, const std::string& level, bool chosen);
    void search(const QString& text);
    void showProblem();
    void nameButtons();

    ResultOverview m_overview;
    std::string m_text;
    std::vector<store::RunCondition> m_conditions;
    QString m_unread; ///< why the text that is typed cannot be read
    std::vector<store::ResultFilter::FactorLevels> m_levels;
    std::vector<std::string> m_wantedCampaigns; ///< of a view that came before the overview
    SearchLine* m_search;
    QLabel* m_problem;
    QComboBox* m_campaigns;
    QComboBox* m_states;
    QBoxLayout* m_factors;
    QToolButton* m_clear;
    std::vector<std::pair<std::string, QToolButton*>> m_buttons;
};

} // namespace millrace::ui
