// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/workload.h"

#include "core/base/field_value.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/failures/failure_spec.h"
#include "core/launch/expected_traffic.h"
#include "core/launch/frameworks.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

class Checker
{
public:
    Checker(const Workload& workload, const Frameworks& frameworks) : m_workload(workload), m_frameworks(frameworks) { }

    Issues run()
    {
        check(!m_workload.name.empty(), "name", "a workload needs a name");
        const FrameworkTraits* traits = m_frameworks.find(m_workload.framework);
        if (traits)
            ofFramework(*traits);
        else
            unknown("framework", "framework", m_workload.framework, m_frameworks.names());
        numbers();
        texts();
        return std::move(m_issues);
    }

private:
    void check(bool good, std::string where, std::string sentence)
    {
        if (!good)
            m_issues.push_back({"workload", Severity::Error, 1, std::move(sentence), std::move(where)});
    }

    void unknown(const std::string& where, std::string_view what, const std::string& value,
                 const std::vector<std::string>& known)
    {
        const std::string near = nearest(std::string_view(value).substr(0, 60), known);
        m_issues.push_back(
            {"unknown-value", Severity::Error, 1,
             fmt::format("unknown {} {}; {}", what, briefJson(Json(value)),
                         near.empty() ? "available: " + join(known, ", ") : "did you mean \"" + near + "\"?"),
             where});
    }

    void oneOf(const std::string& where, const FrameworkTraits& traits, const std::string& value,
               const std::vector<std::string>& known)
    {
        if (!value.empty() && !known.empty() && std::ranges::find(known, value) == known.end())
            unknown(where, fmt::format("{} of {}", where, traits.name), value, known);
    }

    void ofFramework(const FrameworkTraits& traits)
    {
        oneOf("backend", traits, m_workload.backend, traits.backends);
        if (!traits.takesCommand || m_workload.command.empty()) { // otherwise both are up to the user's program
            const ModelSize* alias = traits.takesCommand ? findModelSize(m_workload.model) : nullptr;
            const std::string model = traits.scalesModels ? wholeModel() : m_workload.model;
            oneOf("model", traits, alias ? std::string(alias->name) : model, traits.models);
            oneOf("optimizer", traits, m_workload.optimizer, traits.optimizers);
        }
        if (traits.hasStrategyWith(m_workload.backend))
            oneOf("strategy", traits, m_workload.strategy, traits.strategies);
        else if (traits.hasStrategy)
            check(m_workload.strategy.empty(), "strategy",
                  fmt::format("{} supports \"strategy\" with the backend {} only; remove it, or choose that backend",
                              traits.name, traits.strategyBackend));
        else
            check(m_workload.strategy.empty(), "strategy",
                  fmt::format("{} does not support \"strategy\"; remove it", traits.name));
        check(!traits.needsCommand || !m_workload.command.empty(), "command",
              fmt::format("{} needs the program to start, for example [\"python3\", \"train.py\"]", traits.name));
    }

    /// Returns "vgg16" of "vgg16/50", see trainer::findModel.
    std::string wholeModel()
    {
        const std::size_t slash = m_workload.model.find('/');
        if (slash == std::string::npos)
            return m_workload.model;
        const auto divisor = parseInteger(m_workload.model.substr(slash + 1));
        check(divisor && *divisor >= 1 && *divisor <= 1'000'000, "model",
              "after the slash give the divisor for the gradient size (1 to 1000000)");
        return m_workload.model.substr(0, slash);
    }

    void numbers()
    {
        for (Issue& issue : checkFields(workloadFields, m_workload, "workload"))
            m_issues.push_back(std::move(issue));
    }

    void texts()
    {
        if (const auto failures = failures::parseFailures(m_workload.failures); !failures)
            check(false, "failures", failures.error().text());
        const auto plain = [](const std::string& text) { return text.find('\0') == std::string::npos; };
        check(!m_workload.model.empty(), "model", "names no model");
        check(m_workload.command.empty() || !m_workload.command.front().empty(), "command[0]", "names no program");
        check(std::ranges::all_of(m_workload.command, plain), "command", "contains a zero byte");
        for (const auto& [key, value] : m_workload.extras)
            check(!key.empty() && plain(key) && plain(value), "extras",
                  "an option has no name or contains a zero byte");
    }

    const Workload& m_workload;
    const Frameworks& m_frameworks;
    Issues m_issues;
};

} // namespace

Issues validate(const Workload& workload, const Frameworks& frameworks)
{
    return Checker(workload, frameworks).run();
}

} // namespace millrace::launch
