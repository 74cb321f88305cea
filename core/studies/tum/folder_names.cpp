// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/studies/tum/folder.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::studies::tum {

namespace {

constexpr std::size_t tokenCount = 7;

constexpr std::array<std::string_view, 2> runnerFrameworks = {"tensorflow", "kungfu"};
constexpr std::array<std::string_view, 4> knownFrameworks = {"tf_sync", "horovod", "kungfu_ssgd", "kungfu_pairavg"};
constexpr std::array<std::string_view, 6> knownTopologies = {"ring",   "hierarchical", "BINARY_TREE_STAR",
                                                             "CLIQUE", "STAR",         "TREE"};

template <typename List>
bool isIn(const List& list, std::string_view word)
{
    return std::ranges::find(list, word) != list.end();
}

bool isFramework(std::string_view word)
{
    return isIn(knownFrameworks, word) || isIn(runnerFrameworks, word);
}

bool isBatch(std::string_view word)
{
    const auto number = parseInteger(word);
    return number && *number > 0;
}

bool isDelay(std::string_view word)
{
    return lossPercent(word).has_value();
}

StudyFactors factorsOf(const std::vector<std::string>& tokens)
{
    return {tokens[0], tokens[1], tokens[2], tokens[3], tokens[4], tokens[5], tokens[6]};
}

bool fit(const StudyFactors& factors)
{
    return isBatch(factors.batch) && isDelay(factors.delay) && !factors.framework.empty() && !factors.model.empty()
        && !factors.optimizer.empty() && !factors.backend.empty() && !factors.topology.empty();
}

/// All ways to join the parts to seven tokens with known framework and topology.
std::vector<StudyFactors> waysToJoin(const std::vector<std::string_view>& parts)
{
    std::vector<StudyFactors> ways;
    const std::size_t extra = parts.size() - tokenCount;
    // One token holds all extra dashes; several such tokens are ambiguous anyway.
    for (std::size_t wide = 0; wide < tokenCount; ++wide) {
        std::vector<std::string> tokens;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > wide && i <= wide + extra)
                tokens.back() += fmt::format("-{}", parts[i]);
            else
                tokens.emplace_back(parts[i]);
        }
        const StudyFactors factors = factorsOf(tokens);
        if (fit(factors) && isFramework(factors.framework) && isIn(knownTopologies, factors.topology))
            ways.push_back(factors);
    }
    return ways;
}

/// Ambiguous joins, where a model's name begins with the optimizer's, are resolved by the study's list of optimizers.
std::optional<StudyFactors> onlyWay(std::vector<StudyFactors> ways)
{
    if (ways.size() > 1)
        std::erase_if(ways, [](const StudyFactors& each) {
            return each.optimizer != "adam" && each.optimizer != "rmsprop" && each.optimizer != "sgd";
        });
    return ways.size() == 1 ? std::optional(ways.front()) : std::nullopt;
}

} // namespace

std::string_view namingName(TumNaming naming) noexcept
{
    static constexpr std::array<std::string_view, 4> names = {"runner", "notebook", "manifest", "unknown"};
    return names[static_cast<std::size_t>(naming)];
}

StudyFactors inNotebookWords(StudyFactors factors)
{
    if (factors.framework == "tensorflow")
        factors.framework = "tf_sync";
    if (factors.framework == "kungfu")
        factors.framework = "kungfu_ssgd"; // the runner fixes the optimizer
    const auto loss = lossPercent(factors.delay);
    if (loss)
        factors.delay = *loss == 0 ? "normal" : fmt::format("loss_{}", shortest(*loss));
    return factors;
}

std::optional<std::pair<TumNaming, StudyFactors>> factorsOfName(std::string_view name)
{
    const auto parts = split(name, '-');
    std::optional<StudyFactors> factors;
    if (parts.size() == tokenCount) {
        factors = factorsOf({parts.begin(), parts.end()});
        if (!fit(*factors))
            factors.reset();
    } else if (parts.size() > tokenCount && parts.size() < 3 * tokenCount) {
        factors = onlyWay(waysToJoin(parts));
    }
    if (!factors)
        return std::nullopt;
    const bool runner = isIn(runnerFrameworks, factors->framework)
        || (factors->delay != "normal" && !factors->delay.starts_with("loss_"));
    return std::pair(runner ? TumNaming::Runner : TumNaming::Notebook, inNotebookWords(*factors));
}

} // namespace millrace::studies::tum
