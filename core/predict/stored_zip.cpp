// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/stored_zip.h"

#include "core/base/printable.h"
#include "core/predict/little_endian.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <zlib.h>

namespace millrace::predict {

namespace {

constexpr std::size_t mostEntries = 100'000;
constexpr std::uint32_t in64 = 0xffffffff; ///< the value is in the ZIP64 record

Error zipDamage(std::size_t position, std::string_view what)
{
    return fail(ErrorCode::Corrupt, fmt::format("byte {}: {}; copy or download the file again", position, what));
}

struct Directory
{
    std::uint64_t entries = 0;
    std::uint64_t offset = 0;
};

/// The record at the end, which a comment of up to 65535 bytes may follow.
std::optional<std::size_t> findEnd(std::string_view archive)
{
    constexpr std::size_t length = 22;
    if (archive.size() < length)
        return std::nullopt;
    const std::size_t last = archive.size() - length;
    for (std::size_t back = 0; back <= std::min<std::size_t>(last, 65535); ++back)
        if (archive.substr(last - back, 4) == "PK\x05\x06"
            && *littleAt<std::uint16_t>(archive, last - back + 20) == back)
            return last - back;
    return std::nullopt;
}

Result<Directory> findDirectory(std::string_view archive)
{
    const auto end = findEnd(archive);
    if (!end)
        return zipDamage(archive.size(), "the end of the ZIP archive is missing");
    Directory directory{*littleAt<std::uint16_t>(archive, *end + 10), *littleAt<std::uint32_t>(archive, *end + 16)};
    if (directory.entries != 0xffff && directory.offset != in64)
        return directory;
    const auto locator = *end >= 20 ? littleAt<std::uint64_t>(archive, *end - 12) : std::nullopt;
    if (!locator || archive.substr(*end - 20, 4) != "PK\x06\x07")
        return zipDamage(*end, "the ZIP64 locator is missing");
    const auto entries = littleAt<std::uint64_t>(archive, *locator, 32);
    const auto offset = littleAt<std::uint64_t>(archive, *locator, 48);
    if (!entries || !offset || archive.substr(*locator, 4) != "PK\x06\x06")
        return zipDamage(*end - 20, "the ZIP64 record is missing");
    return Directory{*entries, *offset};
}

/// Fields of the central directory, with those of its ZIP64 extra field.
struct Central
{
    std::uint64_t compressed = 0;
    std::uint64_t size = 0;
    std::uint64_t header = 0; ///< position of the local header
};

bool readExtra(std::string_view extra, Central& central)
{
    const bool wanted = central.compressed == in64 || central.size == in64 || central.header == in64;
    while (wanted && extra.size() >= 4) {
        const auto id = *littleAt<std::uint16_t>(extra, 0);
        const auto length = *littleAt<std::uint16_t>(extra, 2);
        if (length > extra.size() - 4)
            return false;
        std::string_view field = extra.substr(4, length);
        extra.remove_prefix(4 + std::size_t(length));
        if (id != 1)
            continue;
        for (std::uint64_t* each : {&central.size, &central.compressed, &central.header}) {
            if (*each != in64)
                continue;
            const auto value = littleAt<std::uint64_t>(field, 0);
            if (!value)
                return false;
            *each = *value;
            field.remove_prefix(8);
        }
        return true;
    }
    return !wanted;
}

/// Begin of the local header and end of the payload.
struct Extent
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::size_t entry = 0;
    std::uint32_t checksum = 0;
};

/// Checksums are compared last: files that overlap would be read many times.
Result<void> checkEntries(const std::vector<StoredEntry>& entries, std::vector<Extent> extents)
{
    std::ranges::sort(extents, {}, &Extent::begin);
    for (std::size_t i = 1; i < extents.size(); ++i)
        if (extents[i].begin < extents[i - 1].end)
            return zipDamage(extents[i].begin,
                             fmt::format("the files \"{}\" and \"{}\" of the archive overlap",
                                         printable(entries[extents[i - 1].entry].name),
                                         printable(entries[extents[i].entry].name)));
    std::vector<std::string_view> names;
    for (const StoredEntry& entry : entries)
        names.push_back(entry.name);
    std::ranges::sort(names);
    if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
        return fail(ErrorCode::Corrupt, fmt::format("duplicate file \"{}\" in the archive", printable(*twice)));
    for (const Extent& extent : extents) {
        const StoredEntry& entry = entries[extent.entry];
        if (::crc32_z(0, reinterpret_cast<const Bytef*>(entry.bytes.data()), entry.bytes.size()) != extent.checksum)
            return zipDamage(extent.begin, fmt::format("the checksum of \"{}\" is wrong", printable(entry.name)));
    }
    return {};
}

/// Reads the entry of the directory at `position` and moves it behind.
Result<StoredEntry> readEntry(std::string_view archive, std::uint64_t& position, std::uint64_t directory,
                              Extent& extent)
{
    const auto damage = [&position](std::string_view what) { return zipDamage(position, what); };
    const auto header = littleAt<std::uint32_t>(archive, position, 42);
    if (!header || archive.substr(position, 4) != "PK\x01\x02")
        return damage("an entry of the ZIP directory is missing");
    const auto flags = *littleAt<std::uint16_t>(archive, position, 8);
    const auto method = *littleAt<std::uint16_t>(archive, position, 10);
    const auto checksum = *littleAt<std::uint32_t>(archive, position, 16);
    Central central{*littleAt<std::uint32_t>(archive, position, 20), *littleAt<std::uint32_t>(archive, position, 24),
                    *header};
    const std::size_t nameLength = *littleAt<std::uint16_t>(archive, position, 28);
    const std::size_t extraLength = *littleAt<std::uint16_t>(archive, position, 30);
    const std::size_t commentLength = *littleAt<std::uint16_t>(archive, position, 32);
    if (archive.size() - position - 46 < nameLength + extraLength + commentLength)
        return damage("the ZIP directory ends early");
    StoredEntry entry{archive.substr(position + 46, nameLength), {}};
    if (!readExtra(archive.substr(position + 46 + nameLength, extraLength), central))
        return damage("a ZIP64 field is too short");
    if (method != 0 || (flags & 1) != 0 || central.compressed != central.size)
        return fail(ErrorCode::Unsupported,
                    fmt::format("\"{}\" in the archive is {}; save the file with torch.save, which does neither",
                                printable(entry.name), (flags & 1) != 0 ? "encrypted" : "compressed"));
    const auto localName = littleAt<std::uint16_t>(archive, central.header, 26);
    const auto localExtra = littleAt<std::uint16_t>(archive, central.header, 28);
    if (!localName || !localExtra || archive.substr(central.header, 4) != "PK\x03\x04")
        return damage(fmt::format("the header of \"{}\" is missing", printable(entry.name)));
    const std::uint64_t payload = central.header + 30 + *localName + *localExtra;
    if (payload > directory || central.size > directory - payload)
        return damage(
            fmt::format("\"{}\" of {} bytes does not fit into the archive", printable(entry.name), central.size));
    entry.bytes = archive.substr(payload, central.size);
    extent.checksum = checksum;
    extent.begin = central.header;
    extent.end = payload + central.size;
    position += 46 + nameLength + extraLength + commentLength;
    return entry;
}

} // namespace

Result<std::vector<StoredEntry>> readStoredZip(std::string_view archive)
{
    MR_TRY(directory, findDirectory(archive));
    if (directory.offset > archive.size() || directory.entries > mostEntries)
        return zipDamage(archive.size(),
                         fmt::format("a ZIP directory of {} files at byte {} is not plausible", directory.entries,
                                     directory.offset));
    std::vector<StoredEntry> entries;
    std::vector<Extent> extents;
    std::uint64_t position = directory.offset;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        Extent extent{0, 0, entries.size(), 0};
        MR_TRY(entry, readEntry(archive, position, directory.offset, extent));
        entries.push_back(entry);
        extents.push_back(extent);
    }
    MR_CHECK(checkEntries(entries, std::move(extents)));
    return entries;
}

} // namespace millrace::predict
