// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/mapping.h"

#include "core/base/file_io.h"
#include "core/base/glob.h"
#include "core/base/text.h"

#include <algorithm>

namespace millrace::studies::multi_cloud {

namespace {

bool fitsOne(std::string_view name, const std::vector<std::string>& patterns)
{
    return std::ranges::any_of(patterns, [name](const std::string& pattern) { return matchesGlob(name, pattern); });
}

/// Replaces entries with the same key by those of `over`; appends the others.
template <typename Entry, typename Key>
void mergeBy(std::vector<Entry>& base, const std::vector<Entry>& over, Key key)
{
    for (const Entry& entry : over) {
        const auto known = std::ranges::find_if(base, [&](const Entry& other) { return key(other) == key(entry); });
        if (known != base.end())
            *known = entry;
        else
            base.push_back(entry);
    }
}

} // namespace

const MappedRun* MultiCloudMapping::findRun(std::string_view run) const
{
    const auto found = std::ranges::find(runs, run, &MappedRun::run);
    return found == runs.end() ? nullptr : &*found;
}

bool MultiCloudMapping::isPublished(std::string_view run) const
{
    return std::ranges::find(published, run) != published.end();
}

const MappedModel* MultiCloudMapping::findModel(std::string_view model) const
{
    const auto found = std::ranges::find(models, model, &MappedModel::model);
    return found == models.end() ? nullptr : &*found;
}

HostPlace MultiCloudMapping::placeOf(std::string_view run, std::string_view host) const
{
    HostPlace place;
    const std::string name = lowerCase(host); // machines are called 8xV100 in the logs and 8xv100 in the profiles
    const auto isHost = [&name](const std::string& pattern) { return matchesGlob(name, lowerCase(pattern)); };
    for (const HostRule& rule : hosts) {
        if ((!rule.runs.empty() && !fitsOne(run, rule.runs)) || std::ranges::none_of(rule.hosts, isHost))
            continue;
        if (!rule.region.empty())
            place.region = rule.region;
        if (!rule.provider.empty())
            place.provider = rule.provider;
        if (!rule.gpu.empty())
            place.gpu = rule.gpu;
    }
    return place;
}

MultiCloudMapping mergedMapping(MultiCloudMapping base, const MultiCloudMapping& over)
{
    mergeBy(base.runs, over.runs, [](const MappedRun& run) { return run.run; });
    mergeBy(base.peers, over.peers, [](const MappedPeer& peer) { return std::pair(peer.run, peer.peer); });
    mergeBy(base.models, over.models, [](const MappedModel& model) { return model.model; });
    mergeBy(base.machines, over.machines, [](const MachinePrice& price) {
        return std::vector<std::string>{price.provider, price.gpu, price.region, price.date};
    });
    mergeBy(base.egress, over.egress, [](const EgressPrice& price) { return price.provider; });
    mergeBy(base.shares, over.shares, [](const PublishedShares& shares) { return shares.runs; });
    mergeBy(base.costs, over.costs, [](const PublishedCost& cost) { return cost.run; });
    for (const HostRule& rule : over.hosts)
        if (std::ranges::find(base.hosts, rule) == base.hosts.end())
            base.hosts.push_back(rule);
    for (const std::string& run : over.published)
        if (!base.isPublished(run))
            base.published.push_back(run);
    for (const auto& [gpu, peak] : over.gpuPeaks)
        base.gpuPeaks[gpu] = peak;
    if (!over.storageSource.empty()) {
        base.storageEgress = over.storageEgress;
        base.storageSource = over.storageSource;
        base.storageDate = over.storageDate;
    }
    return base;
}

std::string_view shippedMultiCloudMapping() noexcept
{
    return shippedMappings().front().text;
}

Result<MultiCloudMapping> mappingOver(std::string_view text, const std::string& name)
{
    MR_TRY(shipped, parseMultiCloudMapping(shippedMultiCloudMapping()));
    if (text.empty())
        return shipped;
    auto own = parseMultiCloudMapping(text);
    if (!own)
        return within("reading the mapping " + name, own.error());
    return mergedMapping(std::move(shipped), *own);
}

Result<MultiCloudMapping> loadMultiCloudMapping(const std::string& file)
{
    if (file.empty())
        return mappingOver({}, {});
    MR_TRY(text, readFile(file, std::size_t(16) << 20));
    if (text.empty())
        return fail(ErrorCode::InvalidInput, "the mapping " + file + " is empty");
    return mappingOver(text, file);
}

} // namespace millrace::studies::multi_cloud
