// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/dataset.h"
#include "core/predict/tensor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::predict::test {

/// Little-endian bytes of a number.
template <typename T>
std::string little(T value)
{
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}
std::string floatBytes(const std::vector<float>& values);

/// Opcodes of a pickle, written one after the other.
struct PickleBytes
{
    std::string bytes{"\x80\x02", 2};

    PickleBytes& op(std::string_view raw)
    {
        bytes += raw;
        return *this;
    }
    PickleBytes& text(std::string_view value);
    PickleBytes& integer(std::int64_t value);
    PickleBytes& global(std::string_view module, std::string_view name);
    PickleBytes& put(std::uint32_t slot);
    PickleBytes& get(std::uint32_t slot);
    [[nodiscard]] std::string end() const { return bytes + "."; }
};

/// How a tensor of a made file differs from what torch.save writes.
struct MadeTensor
{
    std::string key;
    std::vector<std::size_t> shape;
    std::uint64_t offset = 0;
    std::optional<std::uint64_t> storageValues; ///< default: product of the shape
    std::optional<std::vector<std::int64_t>> strides; ///< default: without gaps
    std::string storage = "FloatStorage";
};
/// Pushes a tensor; `isStream`: as in the container before version 1.6.
void addTensor(PickleBytes& pickle, const MadeTensor& tensor, bool isStream = false);

struct MadeEntry
{
    std::string name;
    std::string bytes;
    std::uint16_t method = 0;
    std::optional<std::uint32_t> header; ///< position of the local header in the directory; default: the true one
    std::optional<std::uint32_t> size; ///< in the directory; default: the true one
};
/// A ZIP archive in which nothing is compressed; with the records of ZIP64 if `is64`.
std::string zipOf(const std::vector<MadeEntry>& entries, bool is64 = false);
/// data.pkl and storages as torch.save packs them.
std::string archiveOf(const std::string& pickle, const std::vector<std::pair<std::string, std::string>>& storages);
/// The container before version 1.6.
std::string streamOf(const std::string& pickle, const std::vector<std::pair<std::string, std::string>>& storages,
                     bool littleEndian = true);

/// A file as the builder of the published data sets writes it.
std::string archiveOf(const DataSet& set);
std::string streamOf(const DataSet& set);
/// A dictionary of tensors of floats.
std::string archiveOf(const NamedTensors& tensors);

/// A small set: `batches` of each part, with graphs of 4 nodes.
DataSet smallSet(std::size_t train = 2, std::size_t validation = 2, std::size_t test = 2);

} // namespace millrace::predict::test
