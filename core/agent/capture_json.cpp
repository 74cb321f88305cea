// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/capture_json.h"

#include "core/agent/node_values_json.h"
#include "core/base/base64.h"
#include "core/base/file_io.h"
#include "core/base/wire.h"

namespace millrace::agent {

Json toJson(const FileBlock& block)
{
    return {{"offset", block.offset},
            {"file_bytes", block.fileBytes},
            {"data", toBase64(block.bytes)},
            {"sha256", sha256(block.bytes)}};
}

Result<FileBlock> parseFileBlock(const Json& json)
{
    std::string hash;
    MR_TRY(block, readJson<FileBlock>("block of a file", [&] {
               hash = json.at("sha256").get<std::string>();
               auto bytes = parseBase64(json.at("data").get_ref<const std::string&>());
               return FileBlock{std::move(bytes).value_or(std::string()), wholeNumber<std::uint64_t>(json.at("offset")),
                                wholeNumber<std::uint64_t>(json.at("file_bytes"))};
           }));
    if (sha256(block.bytes) != hash)
        return fail(ErrorCode::Corrupt, "a block of a file from the agent is damaged; fetch the file again");
    return block;
}

} // namespace millrace::agent
