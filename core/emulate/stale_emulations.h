// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/process_identity.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace millrace::emulate {

/// Registry entry of one emulation, a small JSON file.
struct RegistryEntry
{
    std::string id;
    ProcessIdentity emulator;
    ProcessIdentity controller; ///< the process that started it; once it is gone, all of this is stale
    std::vector<std::string> scratchFolders; ///< absolute; removed with their content

    bool operator==(const RegistryEntry&) const = default;
};

/// Returns /run/millrace for root; else $XDG_RUNTIME_DIR/millrace, or /tmp/millrace-UID if that is not set.
[[nodiscard]] std::filesystem::path defaultRegistryFolder();
/// Written on construction by `registerEmulation`, removed on destruction.
class Registration
{
public:
    Registration(Registration&& other) noexcept;
    Registration& operator=(Registration&& other) noexcept;
    ~Registration();
    Registration() = default;

private:
    friend Result<Registration> registerEmulation(const std::filesystem::path&, const RegistryEntry&);
    std::filesystem::path m_file;
};
/// Creates the folder (mode 0700) if necessary; refuses one that belongs to another user.
[[nodiscard]] Result<Registration> registerEmulation(const std::filesystem::path& folder, const RegistryEntry& entry);

/// Removes the state of emulations whose controller is gone: the emulating process if it still runs, their scratch
/// folders and their entries. Touches nothing else. Returns one sentence for each removed or damaged entry.
[[nodiscard]] std::vector<std::string> removeStaleEmulations(const std::filesystem::path& folder);

} // namespace millrace::emulate
