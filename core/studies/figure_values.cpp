// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/figure_values.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/studies/figure_pooling.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace millrace::studies {

namespace {

constexpr const char* sampleName = "sample";

std::string matchKey(const FigureRun& run, const std::vector<std::string>& factors)
{
    std::string key;
    for (const std::string& factor : factors) {
        const auto found = std::ranges::find(run.factors, factor, &store::Factor::name);
        key += (found == run.factors.end() ? std::string() : found->level) + '\n';
    }
    return key;
}

} // namespace

double reduced(const std::vector<double>& values, const std::string& how)
{
    if (how == "count")
        return static_cast<double>(values.size());
    if (values.empty())
        return unknown;
    if (how == "sum")
        return std::accumulate(values.begin(), values.end(), 0.0);
    if (how == "min")
        return *std::ranges::min_element(values);
    if (how == "max")
        return *std::ranges::max_element(values);
    return how == "median" ? median(values) : mean(values);
}

Result<VariantFormulas> VariantFormulas::make(store::Database& database, const Recipe& recipe,
                                              const RecipeVariant& variant,
                                              const std::vector<store::CampaignId>& campaigns)
{
    VariantFormulas made;
    for (const auto& [name, place] : variant.names)
        MR_CHECK(made.readReference(database, name, place, campaigns));
    std::vector<RecipePart> parts = variant.parts;
    if (parts.empty())
        parts = {{"", variant.value.empty() ? sampleName : variant.value}};
    for (const RecipePart& part : parts) {
        MR_TRY(term, made.termOf(part.value));
        made.m_parts.push_back({part.name, std::move(term)});
    }
    const bool numeric = recipe.kind == RecipeKind::Scatter || recipe.kind == RecipeKind::Response;
    MR_TRY(place, made.termOf(!variant.x.empty() ? variant.x : numeric ? recipe.x : ""));
    made.m_place = std::move(place);
    MR_TRY(label, made.termOf(variant.label));
    made.m_label = std::move(label);
    MR_TRY(target, made.termOf(variant.target));
    made.m_target = std::move(target);
    MR_TRY(sample, made.termOf(variant.samples));
    made.m_sample = std::move(sample);
    return made;
}

Result<VariantFormulas::Term> VariantFormulas::termOf(const std::string& text)
{
    Term term;
    if (text.empty())
        return term;
    MR_TRY(formula, Formula::parse(text));
    term.formula = std::make_unique<Formula>(std::move(formula));
    term.values.resize(term.formula->names().size());
    for (const std::string& name : term.formula->names()) {
        if (name == sampleName) {
            term.usesSample = true;
            continue;
        }
        m_found.emplace(name, false);
        if (!m_names.contains(name)) {
            m_asked.insert(name);
            m_own.insert(name);
        }
    }
    return term;
}

Result<void> VariantFormulas::readReference(store::Database& database, const std::string& name, const RecipeName& place,
                                            const std::vector<store::CampaignId>& campaigns)
{
    Reference& reference = m_names[name];
    reference.place = place;
    m_asked.insert(place.match.begin(), place.match.end());
    if (!place.factor.empty()) {
        m_asked.insert(place.factor);
        return {};
    }
    if (place.where.empty()) {
        m_asked.insert(place.metric);
        if (place.subject.empty())
            m_own.insert(place.metric);
        return {};
    }
    std::set<std::string> factors(place.match.begin(), place.match.end());
    factors.insert(place.metric);
    factors.insert(runIdentity().begin(), runIdentity().end());
    MR_TRY(runs, readFigureRuns(database, campaigns, place.where, factors, {place.metric}));
    MR_CHECK(dropMixtures(database, name, place, campaigns, runs));
    for (const FigureRun& run : runs) {
        auto& values = reference.values[matchKey(run, place.match)];
        for (const store::Metric& metric : run.metrics)
            if (!std::isnan(metric.value))
                values[metric.subject].push_back(metric.value);
        if (const double number = numberOf(run, place.metric); run.metrics.empty() && !std::isnan(number))
            values[""].push_back(number);
    }
    return {};
}

Result<void> VariantFormulas::dropMixtures(store::Database& database, const std::string& name, const RecipeName& place,
                                           const std::vector<store::CampaignId>& campaigns,
                                           std::vector<FigureRun>& runs)
{
    std::map<std::string, std::vector<const FigureRun*>> groups;
    for (const FigureRun& run : runs)
        groups[matchKey(run, place.match)].push_back(&run);
    std::erase_if(groups, [](const auto& group) { return group.second.size() < 2; });
    if (groups.empty() || (place.reduce != "mean" && place.reduce != "median"))
        return {};
    std::set<std::string> unused;
    for (auto& [key, group] : groups)
        if (std::ranges::any_of(group, [](const FigureRun* run) { return isPublishedRun(*run); }))
            for (const FigureRun* run : group)
                if (!isPublishedRun(*run))
                    unused.insert(run->uuid);
    MR_TRY(differing, differingFactors(database, campaigns, place.where));
    const std::vector<std::string> names = joinedFactors(differing);
    const PoolingRule rule({names.begin(), names.end()}, place.match);
    std::set<std::string> factors = rule.factors();
    factors.insert(place.match.begin(), place.match.end());
    MR_TRY(described, readFigureRuns(database, campaigns, place.where, factors, {}));
    std::map<std::string, std::vector<const FigureRun*>> byKey;
    for (const FigureRun& run : described)
        if (!unused.contains(run.uuid))
            byKey[matchKey(run, place.match)].push_back(&run);
    std::set<std::string> mixed;
    for (const auto& [key, group] : byKey)
        if (const std::string difference = rule.difference(group); !difference.empty()) {
            for (const FigureRun* run : group)
                unused.insert(run->uuid);
            mixed.insert(difference);
        }
    for (const std::string& difference : mixed)
        m_mixtures.push_back(
            fmt::format("“{}” is unknown: runs that match “{}” differ in {}.", name, place.where, difference));
    std::erase_if(runs, [&unused](const FigureRun& run) { return unused.contains(run.uuid); });
    return {};
}

std::vector<std::string> VariantFormulas::subjectsOf(const FigureRun& run) const
{
    std::vector<std::string> subjects;
    for (const store::Metric& metric : run.metrics)
        if (!metric.subject.empty() && m_own.contains(metric.name)
            && std::ranges::find(subjects, metric.subject) == subjects.end())
            subjects.push_back(metric.subject);
    return subjects;
}

double VariantFormulas::own(const RecipeName& place, const FigureRun& run, const std::string& subject)
{
    if (!place.factor.empty()) {
        const auto level = std::ranges::find(run.factors, place.factor, &store::Factor::name);
        const auto found = level == run.factors.end() ? place.levels.end() : place.levels.find(level->level);
        return found == place.levels.end() ? unknown : found->second;
    }
    if (place.subject == "*") {
        std::vector<double> values;
        for (const store::Metric& metric : run.metrics)
            if (metric.name == place.metric && !metric.subject.empty() && !std::isnan(metric.value))
                values.push_back(metric.value);
        return values.empty() && place.reduce != "count" ? unknown : reduced(values, place.reduce);
    }
    if (!place.subject.empty())
        return metricOf(run, place.metric, place.subject);
    for (const std::string& each : {subject, std::string()})
        if (const double value = metricOf(run, place.metric, each); !std::isnan(value))
            return value;
    return numberOf(run, place.metric);
}

double VariantFormulas::ofOthers(const Reference& reference, const FigureRun& run, const std::string& subject)
{
    const auto found = reference.values.find(matchKey(run, reference.place.match));
    if (found == reference.values.end())
        return reference.place.reduce == "count" ? 0 : unknown;
    const auto& bySubject = found->second;
    if (reference.place.subject == "*") {
        std::vector<double> values;
        for (const auto& [each, some] : bySubject)
            if (!each.empty())
                values.insert(values.end(), some.begin(), some.end());
        return reduced(values, reference.place.reduce);
    }
    const std::string& wanted = reference.place.subject.empty() ? subject : reference.place.subject;
    auto values = bySubject.find(wanted);
    if (values == bySubject.end() && reference.place.subject.empty())
        values = bySubject.find("");
    return values == bySubject.end() ? unknown : reduced(values->second, reference.place.reduce);
}

double VariantFormulas::lookUp(const std::string& name, const FigureRun& run, const std::string& subject) const
{
    const auto known = m_names.find(name);
    if (known == m_names.end()) {
        RecipeName plain;
        plain.metric = name;
        return own(plain, run, subject);
    }
    const RecipeName& place = known->second.place;
    const double value = place.where.empty() ? own(place, run, subject) : ofOthers(known->second, run, subject);
    return std::isnan(value) ? place.otherwise.value_or(unknown) : value;
}

double VariantFormulas::evaluate(Term& term, const FigureRun& run, const std::string& subject, double sample)
{
    if (!term.formula)
        return unknown;
    const auto& names = term.formula->names();
    for (std::size_t i = 0; i < names.size(); ++i) {
        term.values[i] = names[i] == sampleName ? sample : lookUp(names[i], run, subject);
        if (!std::isnan(term.values[i]))
            m_found[names[i]] = true;
    }
    return term.formula->evaluate(term.values);
}

double VariantFormulas::value(std::size_t part, const FigureRun& run, const std::string& subject, double sample)
{
    return evaluate(m_parts[part].value, run, subject, sample);
}

double VariantFormulas::place(const FigureRun& run, const std::string& subject)
{
    return evaluate(m_place, run, subject, unknown);
}

double VariantFormulas::label(const FigureRun& run, const std::string& subject)
{
    return evaluate(m_label, run, subject, unknown);
}

double VariantFormulas::target(const FigureRun& run, const std::string& subject)
{
    return evaluate(m_target, run, subject, unknown);
}

double VariantFormulas::converted(const FigureRun& run, const std::string& subject, double sample)
{
    return evaluate(m_sample, run, subject, sample);
}

std::vector<std::string> VariantFormulas::namesNeverFound() const
{
    std::vector<std::string> names;
    for (const auto& [name, found] : m_found)
        if (!found)
            names.push_back(name);
    return names;
}

} // namespace millrace::studies
