// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/policy/decision.h"
#include "core/policy/observation.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::policy {

/// Largest number of workers, and largest batch, of an option.
inline constexpr int mostPolicyWorkers = 100'000;

/// Decides after each step whether something is to change. Its decisions depend on the observations so far and on
/// nothing else: no clock, no random numbers, no network. So it decides the same during a training and over the stored
/// steps of one. One thread.
class Policy
{
public:
    virtual ~Policy() = default;
    /// The observations come in order; some may be missing, as for a worker that was not a member in between.
    [[nodiscard]] virtual std::optional<Decision> observe(const Observation& step) = 0;
};

/// A number that a user may choose.
struct PolicyOption
{
    std::string_view name;
    double standard = 0; ///< value if it is not given
    double least = 0;
    double most = 0;
    std::string_view meaning;
};

/// Values by name, all options of a policy.
using PolicyOptions = std::map<std::string, double, std::less<>>;

/// A kind of policy, as the registry describes it.
struct PolicyTraits
{
    std::string_view name;
    Change change = Change::Strategy;
    bool needsNoiseScale = false;
    std::string_view summary;
    std::vector<PolicyOption> options; ///< of a schedule: none, its options are steps
    bool isSchedule = false;
};

/// All policies, in the order of the manual.
[[nodiscard]] const std::vector<PolicyTraits>& policies();

/// One policy as a user wrote it: "kungfu-interference", "kungfu-batch(cycle=50,most=256)",
/// "batch-schedule(10:64,20:128)".
struct PolicySpec
{
    const PolicyTraits* traits = nullptr;
    PolicyOptions options; ///< all of them
    std::vector<std::pair<std::int64_t, std::string>> schedule; ///< step and value, by step; of a schedule only

    [[nodiscard]] std::string text() const; ///< with the options that are not standard
};
/// Policies joined with '+', or "none". InvalidInput names the part and what is possible; also for two policies that
/// change the same.
[[nodiscard]] Result<std::vector<PolicySpec>> parsePolicies(std::string_view text);
[[nodiscard]] std::unique_ptr<Policy> makePolicy(const PolicySpec& spec);

/// What a training offers to policies.
struct PolicyHost
{
    bool hasNoiseScale = false; ///< it monitors the gradient noise scale
    bool canResize = false; ///< its members may change
    bool hasSchedule = false; ///< a schedule decides about them
    std::string how = {}; ///< to get members that change: "choose the framework elastic"
};
/// Why the training cannot follow these policies, one sentence each.
[[nodiscard]] std::vector<std::string> unmetNeeds(const std::vector<PolicySpec>& specs, const PolicyHost& host);

/// Several policies, each for something else.
class PolicySet
{
public:
    PolicySet() = default;
    explicit PolicySet(const std::vector<PolicySpec>& specs);

    [[nodiscard]] bool empty() const noexcept { return m_policies.empty(); }
    /// Whether one of the policies decides about this.
    [[nodiscard]] bool changes(Change change) const noexcept;
    /// In the order of the policies.
    [[nodiscard]] std::vector<Decision> observe(const Observation& step);

private:
    struct Named
    {
        const PolicyTraits* traits = nullptr;
        std::unique_ptr<Policy> policy;
    };
    std::vector<Named> m_policies;
};

} // namespace millrace::policy
