// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/frameworks.h"

#include "core/launch/framework_adapter.h"
#include "core/launch/secrets.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::launch {

/// Never changes; add() makes a new one.
struct Frameworks::List
{
    std::vector<std::shared_ptr<const FrameworkAdapter>> adapters;
    std::vector<FrameworkTraits> traits; ///< of the adapters
    std::size_t builtIn = 0; ///< so many come first

    [[nodiscard]] std::size_t positionOf(std::string_view name) const noexcept
    {
        return static_cast<std::size_t>(std::ranges::find(traits, name, &FrameworkTraits::name) - traits.begin());
    }
};

Frameworks::Frameworks()
{
    static const std::shared_ptr<const List> builtIn = [] {
        List list;
        list.adapters = {makeBuiltinAdapter(),          makeElasticAdapter(), makePytorchAdapter(),
                         makeTorchElasticAdapter(),     makeHorovodAdapter(), makeTensorflowAdapter(),
                         makeTensorflowServerAdapter(), makeKungfuAdapter(),  makeHivemindAdapter(),
                         makeOperationsAdapter(),       makeCommandAdapter()};
        for (const auto& adapter : list.adapters)
            list.traits.push_back(adapter->traits());
        list.builtIn = list.adapters.size();
        return std::make_shared<const List>(std::move(list));
    }();
    m_list = builtIn;
}

std::span<const FrameworkTraits> Frameworks::all() const noexcept
{
    return m_list->traits;
}

std::vector<std::string> Frameworks::names() const
{
    std::vector<std::string> names;
    for (const FrameworkTraits& traits : m_list->traits)
        names.push_back(traits.name);
    return names;
}

const FrameworkTraits* Frameworks::find(std::string_view name) const noexcept
{
    const std::size_t position = m_list->positionOf(name);
    return position < m_list->traits.size() ? &m_list->traits[position] : nullptr;
}

const FrameworkTraits& Frameworks::traitsOf(const Workload& workload) const noexcept
{
    static const FrameworkTraits none;
    const FrameworkTraits* traits = find(workload.framework);
    return traits == nullptr ? none : *traits;
}

std::shared_ptr<const FrameworkAdapter> Frameworks::adapter(std::string_view name) const
{
    const std::size_t position = m_list->positionOf(name);
    return position < m_list->adapters.size() ? m_list->adapters[position] : nullptr;
}

Result<void> Frameworks::add(std::shared_ptr<const FrameworkAdapter> adapter)
{
    const FrameworkTraits traits = adapter->traits();
    const std::size_t position = m_list->positionOf(traits.name);
    if (position < m_list->builtIn)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the framework \"{}\" is built in; choose another name", traits.name));
    List changed = *m_list;
    changed.adapters.resize(std::max(changed.adapters.size(), position + 1));
    changed.traits.resize(changed.adapters.size());
    changed.adapters[position] = std::move(adapter);
    changed.traits[position] = traits;
    m_list = std::make_shared<const List>(std::move(changed));
    return {};
}

Workload Frameworks::withDefaults(Workload workload) const
{
    const FrameworkTraits* traits = find(workload.framework);
    if (traits != nullptr && workload.backend.empty() && !traits->backends.empty())
        workload.backend = traits->backends.front();
    if (traits != nullptr && workload.strategy.empty() && traits->hasStrategyWith(workload.backend)
        && !traits->strategies.empty())
        workload.strategy = traits->strategies.front();
    return workload;
}

Issues Frameworks::check(const Workload& workload, std::span<const PlacedNode> nodes) const
{
    const auto found = adapter(workload.framework);
    Issues issues = found ? found->check(withDefaults(workload), nodes) : Issues{};
    checkSecrets(workload, issues);
    return issues;
}

} // namespace millrace::launch
