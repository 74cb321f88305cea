// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/frameworks.h"

#include "core/launch/framework_adapter.h"
#include "core/launch/secrets.h"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>

namespace millrace::launch {

namespace {

using Adapters = std::vector<std::shared_ptr<const FrameworkAdapter>>;

/// Returned lists are kept for ever; adding a framework, which is rare, makes a new one.
class Registry
{
public:
    Registry()
        : m_adapters{makeBuiltinAdapter(),    makePytorchAdapter(),          makeHorovodAdapter(),
                     makeTensorflowAdapter(), makeTensorflowServerAdapter(), makeKungfuAdapter(),
                     makeHivemindAdapter(),   makeCommandAdapter()},
          m_builtIn(m_adapters.size())
    {
        publish();
    }

    std::span<const FrameworkTraits> traits()
    {
        const std::scoped_lock lock(m_mutex);
        return *m_lists.back();
    }

    std::shared_ptr<const FrameworkAdapter> find(std::string_view name)
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = std::ranges::find(m_adapters, name, nameOf);
        return found == m_adapters.end() ? nullptr : *found;
    }

    Result<void> add(std::shared_ptr<const FrameworkAdapter> adapter)
    {
        const std::scoped_lock lock(m_mutex);
        const std::string& name = adapter->traits().name;
        const auto found = std::ranges::find(m_adapters, name, nameOf);
        if (found != m_adapters.end() && static_cast<std::size_t>(found - m_adapters.begin()) < m_builtIn)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the framework \"{}\" is built in; choose another name", name));
        if (found != m_adapters.end())
            *found = std::move(adapter);
        else
            m_adapters.push_back(std::move(adapter));
        publish();
        return {};
    }

private:
    static const std::string& nameOf(const std::shared_ptr<const FrameworkAdapter>& adapter)
    {
        return adapter->traits().name;
    }

    void publish()
    {
        auto list = std::make_unique<std::vector<FrameworkTraits>>();
        for (const auto& adapter : m_adapters)
            list->push_back(adapter->traits());
        m_lists.push_back(std::move(list));
    }

    std::mutex m_mutex;
    Adapters m_adapters;
    std::size_t m_builtIn;
    std::vector<std::unique_ptr<std::vector<FrameworkTraits>>> m_lists;
};

Registry& registry()
{
    static Registry instance;
    return instance;
}

} // namespace

std::span<const FrameworkTraits> frameworks()
{
    return registry().traits();
}

const FrameworkTraits* findFramework(std::string_view name)
{
    const auto all = frameworks();
    const auto found = std::ranges::find(all, name, &FrameworkTraits::name);
    return found == all.end() ? nullptr : &*found;
}

const FrameworkTraits& traitsOf(const Workload& workload)
{
    static const FrameworkTraits none;
    const FrameworkTraits* traits = findFramework(workload.framework);
    return traits == nullptr ? none : *traits;
}

std::vector<std::string> frameworkNames()
{
    std::vector<std::string> names;
    for (const FrameworkTraits& traits : frameworks())
        names.push_back(traits.name);
    return names;
}

std::shared_ptr<const FrameworkAdapter> findAdapter(std::string_view name)
{
    return registry().find(name);
}

Result<void> addFramework(std::shared_ptr<const FrameworkAdapter> adapter)
{
    return registry().add(std::move(adapter));
}

Workload withDefaults(Workload workload)
{
    const FrameworkTraits* traits = findFramework(workload.framework);
    if (traits != nullptr && workload.backend.empty() && !traits->backends.empty())
        workload.backend = traits->backends.front();
    if (traits != nullptr && workload.strategy.empty() && traits->hasStrategy && !traits->strategies.empty())
        workload.strategy = traits->strategies.front();
    return workload;
}

Issues check(const Workload& workload, std::span<const PlacedNode> nodes)
{
    const auto adapter = findAdapter(workload.framework);
    Issues issues = adapter ? adapter->check(withDefaults(workload), nodes) : Issues{};
    checkSecrets(workload, issues);
    return issues;
}

} // namespace millrace::launch
