// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/process_identity.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace millrace::emulate {

/// One emulation as written down in the registry folder, one small JSON file each.
struct RegistryEntry
{
    std::string id;
    ProcessIdentity emulator;
    ProcessIdentity controller; ///< the process that started it; when it is gone, all of this is a left-over
    std::vector<std::string> scratchFolders; ///< absolute; removed with all they hold

    bool operator==(const RegistryEntry&) const = default;
};

/// /run/millrace for root; else $XDG_RUNTIME_DIR/millrace, or /tmp/millrace-UID where that is not set.
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
/// Makes the folder (mode 0700) if need be; refuses one that belongs to somebody else.
[[nodiscard]] Result<Registration> registerEmulation(const std::filesystem::path& folder, const RegistryEntry& entry);

/// Ends what emulations left whose controller is gone: the emulating process if it still runs, their scratch folders
/// and their entries. Touches nothing else. One sentence for each thing done, or found damaged and left alone.
[[nodiscard]] std::vector<std::string> removeLeftOvers(const std::filesystem::path& folder);

} // namespace millrace::emulate
