// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/vocabulary.h"

#include "core/store/metric_kinds.h"
#include "core/store/series_kinds.h"

#include <algorithm>
#include <array>

namespace millrace::report {

namespace {

template <typename Kinds>
constexpr auto termsOf(const Kinds& kinds)
{
    std::array<Term, std::tuple_size_v<Kinds>> terms;
    std::ranges::transform(kinds, terms.begin(), [](const auto& kind) { return Term{kind.name, kind.label}; });
    return terms;
}

constexpr auto metricVocabulary = termsOf(store::metrics::all);
constexpr auto seriesVocabulary = termsOf(store::series::all);

std::string labelOf(std::span<const Term> terms, std::string_view name, bool spaces)
{
    const auto found = std::ranges::find(terms, name, &Term::name);
    std::string label(found == terms.end() ? name : found->label);
    if (found == terms.end() && spaces)
        std::ranges::replace(label, '_', ' ');
    return label;
}

} // namespace

std::span<const Term> metricTerms() noexcept
{
    return metricVocabulary;
}

std::span<const Term> seriesTerms() noexcept
{
    return seriesVocabulary;
}

std::string metricLabel(std::string_view metric)
{
    return labelOf(metricVocabulary, metric, true);
}

std::string seriesLabel(std::string_view name)
{
    return labelOf(seriesVocabulary, name, false);
}

} // namespace millrace::report
