// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/impair_json.h"

#include "core/agent/node_values_json.h"

#include <algorithm>
#include <array>
#include <utility>

namespace millrace::agent {

namespace {

using impair::Backend;
using impair::ImpairAbility;
using impair::ImpairReport;
using impair::ImpairSpec;
using impair::ImpairStatus;
using impair::PeerImpairment;
using impair::PeerStatus;

constexpr std::array abilityFields{
    std::pair{"rights", &ImpairAbility::rights},    std::pair{"tc", &ImpairAbility::tc},
    std::pair{"nft", &ImpairAbility::nft},          std::pair{"ip", &ImpairAbility::ip},
    std::pair{"htb", &ImpairAbility::htb},          std::pair{"tbf", &ImpairAbility::tbf},
    std::pair{"netem", &ImpairAbility::netem},      std::pair{"u32", &ImpairAbility::u32},
    std::pair{"nft_loss", &ImpairAbility::nftLoss}, std::pair{"ifb", &ImpairAbility::ifb},
};

constexpr std::array statusFields{
    std::pair{"sent_packets", &PeerStatus::sentPackets}, std::pair{"sent_bytes", &PeerStatus::sentBytes},
    std::pair{"lost_packets", &PeerStatus::lostPackets}, std::pair{"overflow_packets", &PeerStatus::overflowPackets},
    std::pair{"queued_bytes", &PeerStatus::queuedBytes},
};

Json peerJson(const PeerImpairment& peer)
{
    return {{"address", peer.address},
            {"bits_per_second", peer.bitsPerSecond},
            {"delay_ns", peer.delay.count()},
            {"jitter_ns", peer.jitter.count()},
            {"loss", peer.loss},
            {"queue_bytes", peer.queueBytes},
            {"cut", peer.cut}};
}

PeerImpairment readImpairment(const Json& json)
{
    return {json.at("address").get<std::string>(),
            json.at("bits_per_second").get<double>(),
            timeAt(json, "delay_ns"),
            timeAt(json, "jitter_ns"),
            json.at("loss").get<double>(),
            json.at("queue_bytes").get<std::uint64_t>(),
            json.at("cut").get<bool>()};
}

Json peersJson(const std::vector<PeerImpairment>& peers)
{
    Json all = Json::array();
    for (const PeerImpairment& peer : peers)
        all.push_back(peerJson(peer));
    return all;
}

std::vector<PeerImpairment> readPeers(const Json& json)
{
    std::vector<PeerImpairment> peers;
    for (const Json& peer : json)
        peers.push_back(readImpairment(peer));
    return peers;
}

Json statusJson(const PeerStatus& status)
{
    Json json{{"address", status.address}};
    for (const auto& [name, member] : statusFields)
        json[name] = status.*member;
    return json;
}

PeerStatus readPeerStatus(const Json& json)
{
    PeerStatus status;
    status.address = json.at("address").get<std::string>();
    for (const auto& [name, member] : statusFields)
        status.*member = json.at(name).get<std::uint64_t>();
    return status;
}

Backend readBackend(const std::string& name)
{
    for (const Backend backend : {Backend::Netem, Backend::TbfAndNft})
        if (impair::backendName(backend) == name)
            return backend;
    return Backend::Nothing;
}

} // namespace

Json toJson(const ImpairSpec& spec)
{
    return {{"interface", spec.interface},
            {"peers", peersJson(spec.peers)},
            {"protected_addresses", spec.protectedAddresses},
            {"protected_ports", spec.protectedPorts},
            {"dead_man_ns", spec.deadMan.count()}};
}

Result<ImpairSpec> parseImpairSpec(const Json& json)
{
    return readJson<ImpairSpec>("impairment", [&] {
        return ImpairSpec{json.at("interface").get<std::string>(), readPeers(json.at("peers")),
                          json.at("protected_addresses").get<std::vector<std::string>>(),
                          json.at("protected_ports").get<std::vector<std::uint16_t>>(), timeAt(json, "dead_man_ns")};
    });
}

Json toJson(const ImpairAbility& ability)
{
    Json json = Json::object();
    for (const auto& [name, member] : abilityFields)
        json[name] = ability.*member;
    json["reason"] = ability.reason;
    json["sentence"] = ability.sentence();
    return json;
}

Result<ImpairAbility> parseImpairAbility(const Json& json)
{
    return readJson<ImpairAbility>("ability to impair", [&] {
        ImpairAbility ability;
        for (const auto& [name, member] : abilityFields)
            ability.*member = json.at(name).get<bool>();
        ability.reason = json.at("reason").get<std::string>();
        return ability;
    });
}

Json toJson(const ImpairReport& report)
{
    return {{"interface", report.interface},
            {"backend", impair::backendName(report.backend)},
            {"peers", peersJson(report.peers)},
            {"warnings", report.warnings}};
}

Result<ImpairReport> parseImpairReport(const Json& json)
{
    return readJson<ImpairReport>("report of an impairment", [&] {
        ImpairReport report;
        report.interface = json.at("interface").get<std::string>();
        report.backend = readBackend(json.at("backend").get<std::string>());
        report.peers = readPeers(json.at("peers"));
        report.warnings = json.at("warnings").get<std::vector<std::string>>();
        return report;
    });
}

Json toJson(const ImpairStatus& status)
{
    Json peers = Json::array();
    for (const PeerStatus& peer : status.peers)
        peers.push_back(statusJson(peer));
    return {{"interface", status.interface},
            {"in_force", status.inForce},
            {"peers", std::move(peers)},
            {"others", statusJson(status.others)}};
}

Result<ImpairStatus> parseImpairStatus(const Json& json)
{
    return readJson<ImpairStatus>("status of an impairment", [&] {
        ImpairStatus status;
        status.interface = json.at("interface").get<std::string>();
        status.inForce = json.at("in_force").get<bool>();
        for (const Json& peer : json.at("peers"))
            status.peers.push_back(readPeerStatus(peer));
        status.others = readPeerStatus(json.at("others"));
        return status;
    });
}

Json toJson(const RestoreReport& report)
{
    return {{"changed", report.changed}, {"warnings", report.warnings}};
}

Result<RestoreReport> parseRestoreReport(const Json& json)
{
    return readJson<RestoreReport>("report of a restoration", [&] {
        return RestoreReport{json.at("changed").get<bool>(), json.at("warnings").get<std::vector<std::string>>()};
    });
}

} // namespace millrace::agent
