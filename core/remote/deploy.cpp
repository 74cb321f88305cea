// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/deploy.h"

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/remote/file_transfer.h"
#include "core/remote/pipe_transfer.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <sys/utsname.h>
#include <unistd.h>

namespace millrace::remote {

namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds commandTime = 60s;

/// Resolves $1 as a folder: empty is the cache folder, "~/" the home folder.
constexpr std::string_view folderText = R"sh(f=$1; shift
case $f in
  '') f=${XDG_CACHE_HOME:-$HOME/.cache}/millrace;;
  '~') f=$HOME;;
  '~/'*) f=$HOME/${f#'~/'};;
esac
)sh";

/// Prints the machine, the folder and, for each further argument (a path below the folder, a size and a checksum),
/// whether that file exists.
constexpr std::string_view lookText = R"sh(uname -m
echo "$f"
hash=$(command -v sha256sum)
while [ $# -ge 3 ]; do
  answer=no
  if [ -x "$f/$1" ] && [ "$(wc -c <"$f/$1")" -eq "$2" ]; then
    if [ -z "$hash" ] || [ "$(sha256sum <"$f/$1" | cut -c1-64)" = "$3" ]; then answer=yes; fi
  fi
  echo "$answer"
  shift 3
done
)sh";

struct Program
{
    std::filesystem::path file;
    std::string name; ///< on the node
    std::string sha256;
    std::uintmax_t size = 0;

    [[nodiscard]] std::string place() const { return fmt::format("programs/{}/{}", sha256.substr(0, 16), name); }
};

std::string ownMachine()
{
    utsname name{};
    return ::uname(&name) == 0 ? name.machine : "";
}

Result<std::vector<Program>> programsFor(std::span<const std::filesystem::path> files, const std::string& machine,
                                         const JobContext& job)
{
    std::vector<Program> programs;
    for (const std::filesystem::path& file : files) {
        Program program;
        program.file = file;
        program.name = file.filename().string();
        if (machine != ownMachine())
            program.file += "-" + machine;
        std::error_code error;
        program.size = std::filesystem::file_size(program.file, error);
        if (error && machine != ownMachine())
            return fail(
                ErrorCode::Unsupported,
                fmt::format("The node is a {} machine, and there is no {} for it here. Build Millrace on such a "
                            "machine and put its {} here as {}, or use the node without the agent.",
                            machine, program.name, program.name, program.file.string()));
        if (error)
            return fail(ErrorCode::NotFound, fmt::format("{} is missing: {}.", file.string(), error.message()));
        MR_TRY(digest, sha256OfFile(program.file, job));
        program.sha256 = digest;
        programs.push_back(std::move(program));
    }
    return programs;
}

struct Look
{
    std::string machine;
    std::string folder;
    std::vector<bool> present;
};

Result<std::vector<std::string>> runText(Host& host, const std::string& text, std::vector<std::string> arguments,
                                         std::string_view doing, const JobContext& job)
{
    Command command{{"sh", "-c", text, "sh"}, {}, {}};
    command.argv.insert(command.argv.end(), std::make_move_iterator(arguments.begin()),
                        std::make_move_iterator(arguments.end()));
    MR_TRY(output, host.run(command, deadlineIn(commandTime), job));
    if (!output.succeeded())
        return fail(output.err.find("No space left") != std::string::npos ? ErrorCode::DiskFull : ErrorCode::Denied,
                    fmt::format("{} on {} failed: {}", doing, host.name(), trim(output.err)));
    std::vector<std::string> lines;
    for (const std::string_view line : split(trim(output.out), '\n'))
        lines.emplace_back(line);
    return lines;
}

Result<Look> lookAround(Host& host, const std::string& folder, const std::vector<Program>& programs,
                        const JobContext& job)
{
    std::vector<std::string> arguments{folder};
    for (const Program& program : programs)
        arguments.insert(arguments.end(), {program.place(), std::to_string(program.size), program.sha256});
    MR_TRY(lines,
           runText(host, std::string(folderText) + std::string(lookText), std::move(arguments),
                   "Looking for the programs", job));
    if (lines.size() != programs.size() + 2)
        return fail(ErrorCode::Protocol,
                    fmt::format("{} answers a plain shell script in an unknown way.", host.name()));
    Look look{lines[0], lines[1], {}};
    for (std::size_t i = 2; i < lines.size(); ++i)
        look.present.push_back(lines[i] == "yes");
    return look;
}

/// Copies an executable file to a node.
using PutProgram = std::function<Result<void>(const std::filesystem::path& from, const std::string& to)>;

Result<void> copyProgram(Host& host, const Program& program, const std::string& folder, const PutProgram& send,
                         const JobContext& job)
{
    const std::string path = folder + "/" + program.place();
    const std::string place = path.substr(0, path.rfind('/'));
    // A unique name until it is complete: another controller may be copying the same program.
    const std::string own =
        fmt::format("{}/.{}-{}-{}", place, program.name, ::getpid(), monotonicNow().count() % 1'000'000'007);
    MR_CHECK(runText(host, "umask 077; mkdir -p -- \"$1\"", {place}, "Making " + place, job));
    if (auto sent = send(program.file, own); !sent) {
        static_cast<void>(host.run({{"rm", "-f", own, own + ".partial"}, {}, {}}, deadlineIn(5s)));
        return std::move(sent).error();
    }
    MR_CHECK(runText(host, "mv -f -- \"$1\" \"$2\"", {own, path}, "Naming " + path, job));
    return {};
}

Result<void> tryStart(Host& host, const std::string& path, const JobContext& job)
{
    MR_TRY(output, host.run({{path, "--version"}, {}, {}}, deadlineIn(commandTime), job));
    if (output.succeeded())
        return {};
    const std::string name = path.substr(path.rfind('/') + 1);
    const int code = output.signal != 0 ? 128 + output.signal : output.exitCode;
    return fail(ErrorCode::Unsupported,
                fmt::format("{} cannot run on {}: {}", name, host.name(), whyItDoesNotStart(path, code, output.err)));
}

} // namespace

std::string whyItDoesNotStart(std::string_view program, int exitCode, std::string_view said)
{
    struct Package
    {
        std::string_view library;
        std::string_view package;
    };
    static constexpr std::array packages{
        Package{"libpcap.so", "libpcap0.8"},        Package{"libfmt.so", "libfmt9"},
        Package{"libcrypto.so", "libssl3"},         Package{"libssl.so", "libssl3"},
        Package{"libzstd.so", "libzstd1"},          Package{"libz.so", "zlib1g"},
        Package{"libfftw3.so", "libfftw3-double3"}, Package{"libsqlite3.so", "libsqlite3-0"},
        Package{"libstdc++.so", "libstdc++6"},      Package{"libgcc_s.so", "libgcc-s1"}};
    constexpr std::string_view loading = "error while loading shared libraries: ";
    if (const auto at = said.find(loading); at != std::string_view::npos) {
        const std::string_view rest = said.substr(at + loading.size());
        const std::string_view library = rest.substr(0, rest.find(':'));
        for (const Package& known : packages) {
            if (library.starts_with(known.library))
                return fmt::format("the library {} is missing there. On Debian: apt install {}", library,
                                   known.package);
        }
        return fmt::format("the library {} is missing there.", library);
    }
    if (said.find("GLIBC_") != std::string_view::npos || said.find("GLIBCXX_") != std::string_view::npos)
        return "its C library is older than that of the machine on which Millrace was built. Build Millrace on the "
               "oldest "
               "of your systems.";
    if (said.find("xec format error") != std::string_view::npos
        || said.find("cannot execute binary") != std::string_view::npos)
        return "it was built for another kind of processor.";
    if (exitCode == 126)
        return fmt::format(
            "{} may not be executed there; is its file system mounted with noexec? Choose another folder "
            "for the cluster.",
            program);
    // The shell prints "not found" for a program whose loader is missing.
    if (exitCode == 127)
        return "its loader is missing; the system has another C library (musl?).";
    return fmt::format("it ended with code {}: {}", exitCode, trim(said));
}

namespace {

Result<DeployedPrograms> deployBy(const PutProgram& send, Host& host, std::span<const std::filesystem::path> files,
                                  const std::string& folder, const JobContext& job)
{
    // Most nodes have this machine's architecture: one query confirms that, and returns the existing files.
    auto programs = programsFor(files, ownMachine(), job);
    if (!programs)
        return std::move(programs).error();
    MR_TRY(look, lookAround(host, folder, *programs, job));
    if (look.machine != ownMachine()) {
        programs = programsFor(files, look.machine, job);
        if (!programs)
            return within("preparing " + host.name(), std::move(programs).error());
        MR_TRY(again, lookAround(host, folder, *programs, job));
        look = again;
    }
    DeployedPrograms deployed{look.machine, look.folder, {}, 0};
    for (std::size_t i = 0; i < programs->size(); ++i) {
        const Program& program = (*programs)[i];
        deployed.paths.push_back(look.folder + "/" + program.place());
        if (!look.present[i]) {
            MR_CHECK(copyProgram(host, program, look.folder, send, job));
            ++deployed.copied;
        }
    }
    // Existing ones as well: they may be by another user, or the node was replaced.
    for (const std::string& path : deployed.paths)
        MR_CHECK(tryStart(host, path, job));
    return deployed;
}

} // namespace

Result<DeployedPrograms> deployPrograms(SshHost& host, std::span<const std::filesystem::path> files,
                                        const std::string& folder, const JobContext& job)
{
    TransferOptions options;
    options.resume = false;
    options.permissions = 0755;
    const PutProgram send = [&](const std::filesystem::path& from, const std::string& to) -> Result<void> {
        MR_CHECK(sendFile(host, from, to, options, job));
        return {};
    };
    return deployBy(send, host, files, folder, job);
}

Result<DeployedPrograms> deployProgramsByPipe(Host& host, std::span<const std::filesystem::path> files,
                                              const std::string& folder, const JobContext& job)
{
    const PutProgram send = [&](const std::filesystem::path& from, const std::string& to) {
        return sendByPipe(host, from, to, 0755, job);
    };
    return deployBy(send, host, files, folder, job);
}

Result<void> removePrograms(Host& host, const std::string& folder, const JobContext& job)
{
    constexpr std::string_view text = R"sh(case $f in ''|/) exit 1;; esac
rm -rf -- "$f/programs" || exit 1
rmdir -- "$f" 2>/dev/null
exit 0
)sh";
    MR_CHECK(runText(host, std::string(folderText) + std::string(text), {folder}, "Removing the programs", job));
    return {};
}

} // namespace millrace::remote
