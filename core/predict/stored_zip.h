// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string_view>
#include <vector>

namespace millrace::predict {

/// A file in an archive; both views are into the bytes of the archive.
struct StoredEntry
{
    std::string_view name;
    std::string_view bytes;
};

/// Lists the files of a ZIP archive (PKWARE APPNOTE 6.3.9, with ZIP64) in which nothing is compressed, as torch.save
/// writes it. Takes sizes from the central directory. Corrupt where a size, an offset or a name is outside the
/// archive, a checksum is wrong, two files overlap or have one name; Unsupported for compressed and encrypted files:
/// unpacked, a small archive may fill the memory.
[[nodiscard]] Result<std::vector<StoredEntry>> readStoredZip(std::string_view archive);

} // namespace millrace::predict
