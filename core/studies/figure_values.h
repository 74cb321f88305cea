// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "core/studies/figure_runs.h"
#include "core/studies/formula.h"
#include "core/studies/recipe.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace millrace::studies {

/// Computes the formulas of one variant for runs. The constructor reads the runs that names refer to.
class VariantFormulas
{
public:
    /// `campaigns` are those of the recipe's runs.
    [[nodiscard]] static Result<VariantFormulas> make(store::Database& database, const Recipe& recipe,
                                                      const RecipeVariant& variant,
                                                      const std::vector<store::CampaignId>& campaigns);

    /// Factors and metrics of the runs themselves that the formulas may use.
    [[nodiscard]] const std::set<std::string>& asked() const noexcept { return m_asked; }
    [[nodiscard]] std::size_t parts() const noexcept { return m_parts.size(); }
    [[nodiscard]] const std::string& partName(std::size_t part) const noexcept { return m_parts[part].name; }
    [[nodiscard]] bool usesSample(std::size_t part) const noexcept { return m_parts[part].value.usesSample; }
    /// Subjects that the metrics of the formulas have in a run, each once.
    [[nodiscard]] std::vector<std::string> subjectsOf(const FigureRun& run) const;

    [[nodiscard]] double value(std::size_t part, const FigureRun& run, const std::string& subject,
                               double sample = unknown);
    [[nodiscard]] double place(const FigureRun& run, const std::string& subject);
    [[nodiscard]] double label(const FigureRun& run, const std::string& subject);
    [[nodiscard]] double target(const FigureRun& run, const std::string& subject);
    [[nodiscard]] bool convertsSamples() const noexcept { return m_sample.formula != nullptr; }
    /// A sample of the series in the unit of the values.
    [[nodiscard]] double converted(const FigureRun& run, const std::string& subject, double sample);
    /// Messages on references that mix settings and therefore have no value.
    [[nodiscard]] const std::vector<std::string>& mixtures() const noexcept { return m_mixtures; }
    /// Names that had no value in any run so far.
    [[nodiscard]] std::vector<std::string> namesNeverFound() const;

private:
    struct Reference
    {
        RecipeName place;
        /// Values of the matching runs, by the levels in which they match and by subject.
        std::map<std::string, std::map<std::string, std::vector<double>>> values;
    };
    struct Term
    {
        std::unique_ptr<Formula> formula; ///< null: there is none
        bool usesSample = false;
        std::vector<double> values;
    };
    struct Part
    {
        std::string name;
        Term value;
    };

    [[nodiscard]] Result<Term> termOf(const std::string& text);
    [[nodiscard]] Result<void> readReference(store::Database& database, const std::string& name,
                                             const RecipeName& place, const std::vector<store::CampaignId>& campaigns);
    /// Of runs with the same key keeps those that a publication uses; removes keys whose runs differ in a factor.
    [[nodiscard]] Result<void> dropMixtures(store::Database& database, const std::string& name, const RecipeName& place,
                                            const std::vector<store::CampaignId>& campaigns,
                                            std::vector<FigureRun>& runs);
    [[nodiscard]] double evaluate(Term& term, const FigureRun& run, const std::string& subject, double sample);
    [[nodiscard]] double lookUp(const std::string& name, const FigureRun& run, const std::string& subject) const;
    [[nodiscard]] static double own(const RecipeName& place, const FigureRun& run, const std::string& subject);
    [[nodiscard]] static double ofOthers(const Reference& reference, const FigureRun& run, const std::string& subject);

    std::map<std::string, Reference> m_names;
    std::vector<Part> m_parts;
    Term m_place;
    Term m_label;
    Term m_target;
    Term m_sample;
    std::vector<std::string> m_mixtures;
    std::set<std::string> m_asked;
    std::set<std::string> m_own; ///< metrics of the run itself, for its subjects
    std::map<std::string, bool> m_found; ///< names of the formulas, and whether they ever had a value
};

/// Reduces several numbers to one, as RecipeName::reduce says; NaN for none.
[[nodiscard]] double reduced(const std::vector<double>& values, const std::string& how);

} // namespace millrace::studies
