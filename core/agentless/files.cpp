// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agentless/files.h"

#include "core/agent/capture_json.h"
#include "core/base/base64.h"
#include "core/base/text.h"
#include "core/base/wire.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::agentless {

namespace {

using namespace std::chrono_literals;

constexpr auto fileTime = 30s;
constexpr std::uint64_t largestPiece = std::uint64_t(8) << 20;

/// $1 the file, $2 the offset: appends the block from stdin.
constexpr const char* pieceText = R"sh(f=$1; umask 077
mkdir -p "${f%/*}" || exit 1
if [ "$2" = 0 ]; then : >"$f.millrace-part" || exit 1; fi
n=$(wc -c <"$f.millrace-part") || exit 1
[ "$n" -eq "$2" ] || { echo "it has $n bytes, not $2; restart the transfer"; exit 1; }
cat >>"$f.millrace-part" || { rm -f "$f.millrace-part"; exit 1; }
)sh";

/// $1 the file, $2 its mode, $3 its checksum, $4 its bytes.
constexpr const char* lastText = R"sh(f=$1.millrace-part
[ "$(wc -c <"$f")" -eq "$4" ] || { echo "it came damaged; send it again"; exit 1; }
if command -v sha256sum >/dev/null 2>&1; then
  [ "$(sha256sum <"$f" | cut -c1-64)" = "$3" ] || { echo "it came damaged; send it again"; exit 1; }
fi
chmod "$2" "$f" && mv -f "$f" "$1"
)sh";

Result<Json> write(NodeLine& line, const Json& params)
{
    MR_TRY(file, line.inside(params.at("path").get<std::string>()));
    const auto offset = wholeNumber<std::uint64_t>(params.at("offset"));
    const auto bytes = parseBase64(params.at("data").get_ref<const std::string&>());
    if (!bytes)
        return fail(ErrorCode::Protocol, "the piece of " + file + " is not base64");
    if (auto fed = line.feed(pieceText, {file, std::to_string(offset)}, *bytes, deadlineIn(fileTime)); !fed)
        return within("writing " + file, std::move(fed).error());
    const std::uint64_t all = offset + bytes->size();
    if (params.at("last").get<bool>()) {
        const std::string mode = fmt::format("{:o}", wholeNumber<unsigned>(params.at("mode")) & 0777U);
        const std::string hash = params.at("sha256").get<std::string>();
        if (auto fed = line.feed(lastText, {file, mode, hash, std::to_string(all)}, {}, deadlineIn(fileTime)); !fed)
            return within("finishing " + file, std::move(fed).error());
    }
    return Json{{"bytes", all}};
}

Result<Json> read(NodeLine& line, const Json& params)
{
    MR_TRY(file, line.inside(params.at("path").get<std::string>()));
    MR_TRY(block,
           readNodeFile(line, file, wholeNumber<std::uint64_t>(params.at("offset")),
                        wholeNumber<std::uint64_t>(params.at("bytes"))));
    return agent::toJson(block);
}

Result<Json> list(NodeLine& line)
{
    MR_TRY(output,
           line.run("cd \"$1\" && find . -type f ! -path './.millrace*' ! -name '*.millrace-part' | head -n 10000 | "
                    "while IFS= read -r f; do printf '%s %s %s\\n' \"$(wc -c <\"$f\")\" "
                    "\"$(date -r \"$f\" +%s 2>/dev/null || echo 0)\" \"${f#./}\"; done",
                    {line.folder()}, deadlineIn(fileTime)));
    Json files = Json::array();
    for (const std::string_view each : split(output.out, '\n')) {
        const std::size_t first = each.find(' ');
        const std::size_t second = first == std::string_view::npos ? first : each.find(' ', first + 1);
        if (second == std::string_view::npos)
            continue;
        const auto bytes = parseInteger(each.substr(0, first));
        const auto modified = parseInteger(each.substr(first + 1, second - first - 1));
        if (bytes && modified)
            files.push_back(
                {{"path", each.substr(second + 1)}, {"bytes", *bytes}, {"modified_ns", *modified * 1'000'000'000}});
    }
    return Json{{"files", std::move(files)}};
}

} // namespace

Result<agent::FileBlock> readNodeFile(NodeLine& line, const std::string& file, std::uint64_t offset,
                                      std::uint64_t bytes)
{
    const std::uint64_t most = std::min(bytes, largestPiece);
    MR_TRY(output,
           line.run("[ -f \"$1\" ] || exit 4; wc -c <\"$1\" >&2; tail -c +$2 <\"$1\" | head -c $3",
                    {file, std::to_string(offset + 1), std::to_string(most)}, deadlineIn(fileTime)));
    if (output.exitCode == 4)
        return fail(ErrorCode::NotFound, "there is no file " + file);
    const auto size = parseInteger(trim(output.err));
    if (!output.succeeded() || !size || *size < 0)
        return fail(ErrorCode::Io, fmt::format("reading {} failed: {}", file, trim(output.err)));
    return agent::FileBlock{std::move(output.out), offset, static_cast<std::uint64_t>(*size)};
}

void registerFiles(agent::AgentServer& server, const std::shared_ptr<NodeLine>& line)
{
    server.handle("work.open", [line](const Json&, const JobContext&) -> Result<Json> {
        return Json{{"folder", line->folder()}};
    });
    server.handle("file.write", [line](const Json& params, const JobContext&) { return write(*line, params); });
    server.handle("file.read", [line](const Json& params, const JobContext&) { return read(*line, params); });
    server.handle("file.list", [line](const Json&, const JobContext&) { return list(*line); });
}

} // namespace millrace::agentless
