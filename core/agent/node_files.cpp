// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/impair_json.h"
#include "core/agent/node_agent.h"
#include "core/agent/node_values_json.h"
#include "core/base/base64.h"
#include "core/base/file_io.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::agent {

namespace {

constexpr std::size_t pieceBytes = std::size_t(4) << 20;

} // namespace

Result<std::string> NodeAgent::openWork(const std::string& folder, Deadline deadline)
{
    MR_TRY(answer, m_client->request("work.open", {{"folder", folder}}, deadline));
    return readJson<std::string>("folder", [&] { return answer.at("folder").get<std::string>(); });
}

Result<void> NodeAgent::putFile(const std::string& path, std::string_view bytes, bool executable, Deadline deadline,
                                const JobContext& job)
{
    const std::string hash = sha256(bytes);
    std::size_t offset = 0;
    do {
        const std::string_view piece = bytes.substr(offset, pieceBytes);
        const bool last = offset + piece.size() == bytes.size();
        MR_CHECK(m_client->request("file.write",
                                   {{"path", path},
                                    {"offset", offset},
                                    {"data", toBase64(piece)},
                                    {"mode", executable ? 0700 : 0600},
                                    {"last", last},
                                    {"sha256", last ? hash : std::string()}},
                                   deadline, job));
        offset += piece.size();
        job.progress(static_cast<long long>(offset), static_cast<long long>(bytes.size()), "sending " + path);
    } while (offset < bytes.size());
    return {};
}

Result<FileBlock> NodeAgent::readFileBlock(const std::string& path, std::uint64_t offset, std::uint64_t bytes,
                                           Deadline deadline)
{
    MR_TRY(answer, m_client->request("file.read", {{"path", path}, {"offset", offset}, {"bytes", bytes}}, deadline));
    return parseFileBlock(answer);
}

Result<std::string> NodeAgent::readFile(const std::string& path, std::size_t limit, Deadline deadline)
{
    std::string all;
    for (;;) {
        MR_TRY(block, readFileBlock(path, all.size(), pieceBytes, deadline));
        if (block.fileBytes > limit)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the file {} on the node has {} bytes, more than the {} that are read at once",
                                    path, block.fileBytes, limit));
        if (block.bytes.empty())
            return all;
        all += block.bytes;
    }
}

Result<std::vector<WorkFile>> NodeAgent::listFiles(Deadline deadline)
{
    MR_TRY(answer, m_client->request("file.list", Json::object(), deadline));
    return readJson<std::vector<WorkFile>>("list of files", [&] {
        std::vector<WorkFile> files;
        wire_detail::read(answer.at("files"), files);
        return files;
    });
}

Result<impair::ImpairAbility> NodeAgent::impairAbility(Deadline deadline)
{
    MR_TRY(answer, m_client->request("impair.ability", Json::object(), deadline));
    return fromJson<impair::ImpairAbility>(answer);
}

Result<impair::ImpairReport> NodeAgent::applyImpairment(const impair::ImpairSpec& spec, Deadline deadline)
{
    MR_TRY(answer, m_client->request("impair.apply", {{"spec", toJson(spec)}}, deadline));
    return fromJson<impair::ImpairReport>(answer);
}

Result<impair::ImpairStatus> NodeAgent::impairmentStatus(Deadline deadline)
{
    MR_TRY(answer, m_client->request("impair.status", Json::object(), deadline));
    return fromJson<impair::ImpairStatus>(answer);
}

Result<RestoreReport> NodeAgent::restoreImpairment(Deadline deadline)
{
    MR_TRY(answer, m_client->request("impair.restore", Json::object(), deadline));
    return fromJson<RestoreReport>(answer);
}

} // namespace millrace::agent
