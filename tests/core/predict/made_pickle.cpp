// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/predict/made_pickle.h"

#include <array>
#include <zlib.h>

namespace millrace::predict::test {

namespace {

using Storages = std::vector<std::pair<std::string, std::string>>;

std::uint64_t product(const std::vector<std::size_t>& shape)
{
    std::uint64_t values = 1;
    for (const std::size_t size : shape)
        values *= size;
    return values;
}

void addIntegers(PickleBytes& pickle, const std::vector<std::int64_t>& values)
{
    pickle.op("(");
    for (const std::int64_t each : values)
        pickle.integer(each);
    pickle.op("t");
}

/// The published tuple of dictionaries of lists, each tensor in a storage of its own.
std::string tupleOf(const DataSet& set, bool isStream, Storages& storages)
{
    PickleBytes pickle;
    std::uint32_t slot = 0;
    for (int member = 0; member < 3; ++member) {
        pickle.op("}").put(slot++).op("(");
        for (const Part part : parts) {
            const std::vector<Batch>& batches = set.of(part);
            pickle.text(partName(part)).put(slot++);
            pickle.op("]").put(slot++);
            if (batches.size() > 1)
                pickle.op("(");
            for (const Batch& batch : batches) {
                const std::string key = std::to_string(storages.size());
                const std::array<std::vector<std::size_t>, 3> shapes = {
                    {{batch.graphs, batch.nodes, batch.nodes},
                     {batch.graphs, batch.nodes, batch.nodeFeatures},
                     {batch.graphs, metricCount}}};
                const std::array<const std::vector<float>*, 3> values = {&batch.adjacency, &batch.features,
                                                                         &batch.labels};
                const auto index = static_cast<std::size_t>(member);
                addTensor(pickle, {key, shapes[index], 0, {}, {}}, isStream);
                pickle.put(slot++);
                storages.emplace_back(key, floatBytes(*values[index]));
            }
            if (!batches.empty())
                pickle.op(batches.size() > 1 ? "e" : "a");
        }
        pickle.op("u");
    }
    return pickle.op("\x87").end();
}

} // namespace

std::string floatBytes(const std::vector<float>& values)
{
    return std::string(reinterpret_cast<const char*>(values.data()), 4 * values.size());
}

PickleBytes& PickleBytes::text(std::string_view value)
{
    bytes += "X" + little(static_cast<std::uint32_t>(value.size()));
    return op(value);
}

PickleBytes& PickleBytes::integer(std::int64_t value)
{
    if (value >= 0 && value < 256)
        bytes += "K" + little(static_cast<std::uint8_t>(value));
    else if (value >= 0 && value < 65536)
        bytes += "M" + little(static_cast<std::uint16_t>(value));
    else if (value >= INT32_MIN && value <= INT32_MAX)
        bytes += "J" + little(static_cast<std::int32_t>(value));
    else
        bytes += "\x8a\x08" + little(value);
    return *this;
}

PickleBytes& PickleBytes::global(std::string_view module, std::string_view name)
{
    return op("c").op(module).op("\n").op(name).op("\n");
}

PickleBytes& PickleBytes::put(std::uint32_t slot)
{
    return slot < 256 ? op("q" + little(static_cast<std::uint8_t>(slot))) : op("r" + little(slot));
}

PickleBytes& PickleBytes::get(std::uint32_t slot)
{
    return slot < 256 ? op("h" + little(static_cast<std::uint8_t>(slot))) : op("j" + little(slot));
}

void addTensor(PickleBytes& pickle, const MadeTensor& tensor, bool isStream)
{
    const std::uint64_t values = tensor.storageValues.value_or(product(tensor.shape));
    pickle.global("torch._utils", "_rebuild_tensor_v2").op("((").text("storage").global("torch", tensor.storage);
    pickle.text(tensor.key).text("cpu").integer(static_cast<std::int64_t>(values));
    pickle.op(isStream ? "NtQ" : "tQ").integer(static_cast<std::int64_t>(tensor.offset));
    std::vector<std::int64_t> sizes, strides(tensor.shape.size(), 1);
    for (const std::size_t size : tensor.shape)
        sizes.push_back(static_cast<std::int64_t>(size));
    for (std::size_t i = strides.size(); i-- > 1;)
        strides[i - 1] = strides[i] * sizes[i];
    addIntegers(pickle, sizes);
    addIntegers(pickle, tensor.strides.value_or(strides));
    pickle.op("\x89").global("collections", "OrderedDict").op(")RtR");
}

std::string zipOf(const std::vector<MadeEntry>& entries, bool is64)
{
    std::string archive, directory;
    for (const MadeEntry& entry : entries) {
        const auto size = static_cast<std::uint32_t>(entry.bytes.size());
        const auto checksum = static_cast<std::uint32_t>(
            ::crc32_z(0, reinterpret_cast<const Bytef*>(entry.bytes.data()), entry.bytes.size()));
        const auto header = static_cast<std::uint32_t>(archive.size());
        const auto nameLength = static_cast<std::uint16_t>(entry.name.size());
        const std::size_t padding = 63 - (archive.size() + 30 + entry.name.size() + 4 + 63) % 64;
        const std::string extra = "FB" + little(static_cast<std::uint16_t>(padding)) + std::string(padding, 'Z');
        archive += "PK\x03\x04" + little(std::uint16_t(0)) + little(std::uint16_t(0)) + little(entry.method)
            + little(std::uint32_t(0)) + little(checksum) + little(size) + little(size) + little(nameLength)
            + little(static_cast<std::uint16_t>(extra.size())) + entry.name + extra + entry.bytes;
        const std::uint32_t named = entry.size.value_or(size);
        const std::uint32_t at = entry.header.value_or(header);
        const std::string wide = is64 ? little(std::uint16_t(1)) + little(std::uint16_t(24))
                + little(std::uint64_t(named)) + little(std::uint64_t(named)) + little(std::uint64_t(at))
                                      : std::string();
        const std::uint32_t hidden = 0xffffffff;
        directory += "PK\x01\x02" + little(std::uint32_t(0)) + little(std::uint16_t(0)) + little(entry.method)
            + little(std::uint32_t(0)) + little(checksum) + little(is64 ? hidden : named)
            + little(is64 ? hidden : named) + little(nameLength) + little(static_cast<std::uint16_t>(wide.size()))
            + little(std::uint64_t(0)) + little(std::uint16_t(0)) + little(is64 ? hidden : at) + entry.name + wide;
    }
    const auto count = static_cast<std::uint16_t>(entries.size());
    const std::size_t offset = archive.size();
    archive += directory;
    const std::size_t end = archive.size();
    if (is64)
        archive += "PK\x06\x06" + little(std::uint64_t(44)) + little(std::uint32_t(0)) + little(std::uint64_t(0))
            + little(std::uint64_t(count)) + little(std::uint64_t(count)) + little(std::uint64_t(directory.size()))
            + little(std::uint64_t(offset)) + "PK\x06\x07" + little(std::uint32_t(0)) + little(std::uint64_t(end))
            + little(std::uint32_t(1));
    return archive + "PK\x05\x06" + little(std::uint32_t(0)) + little(count) + little(count)
        + little(static_cast<std::uint32_t>(directory.size()))
        + little(is64 ? 0xffffffffu : static_cast<std::uint32_t>(offset)) + little(std::uint16_t(0));
}

std::string archiveOf(const std::string& pickle, const Storages& storages)
{
    std::vector<MadeEntry> entries = {{"archive/data.pkl", pickle, 0, {}, {}}};
    for (const auto& [key, bytes] : storages)
        entries.push_back({"archive/data/" + key, bytes, 0, {}, {}});
    entries.push_back({"archive/version", "3\n", 0, {}, {}});
    return zipOf(entries);
}

std::string streamOf(const std::string& pickle, const Storages& storages, bool littleEndian)
{
    const std::string magic("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 12);
    PickleBytes system, keys;
    system.op("}q").op(std::string_view("\0", 1)).op("(").text("protocol_version").integer(1001);
    system.text("little_endian").op(littleEndian ? "\x88" : "\x89");
    system.text("type_sizes").op("}(").text("short").integer(2).text("int").integer(4).op("uu");
    keys.op("](");
    std::string payloads;
    for (const auto& [key, bytes] : storages) {
        keys.text(key);
        payloads += little(static_cast<std::uint64_t>(bytes.size() / 4)) + bytes;
    }
    return PickleBytes().op(magic).end() + PickleBytes().integer(1001).end() + system.end() + pickle
        + keys.op("e").end() + payloads;
}

std::string archiveOf(const DataSet& set)
{
    Storages storages;
    const std::string pickle = tupleOf(set, false, storages);
    return archiveOf(pickle, storages);
}

std::string streamOf(const DataSet& set)
{
    Storages storages;
    const std::string pickle = tupleOf(set, true, storages);
    return streamOf(pickle, storages);
}

std::string archiveOf(const NamedTensors& tensors)
{
    Storages storages;
    PickleBytes pickle;
    pickle.global("collections", "OrderedDict").op(")R(");
    for (const NamedTensor& each : tensors) {
        const std::string key = std::to_string(storages.size());
        addTensor(pickle.text(each.name), {key, each.tensor.shape, 0, {}, {}});
        storages.emplace_back(key, floatBytes(*each.tensor.floats()));
    }
    return archiveOf(pickle.op("u}(").text("_metadata").op("}ub").end(), storages);
}

DataSet smallSet(std::size_t train, std::size_t validation, std::size_t test)
{
    DataSet set;
    const std::array<std::size_t, 3> counts = {train, validation, test};
    float number = 1;
    for (const Part part : parts)
        for (std::size_t i = 0; i < counts[static_cast<std::size_t>(part)]; ++i) {
            Batch batch;
            batch.graphs = 2;
            batch.nodes = 4;
            batch.nodeFeatures = 3;
            for (std::size_t j = 0; j < 2 * 4 * 4; ++j)
                batch.adjacency.push_back(j % 5 == 1 ? 1.0f : 0.0f);
            for (std::size_t j = 0; j < 2 * 4 * 3; ++j)
                batch.features.push_back(number += 0.25f);
            for (std::size_t j = 0; j < 2 * metricCount; ++j)
                batch.labels.push_back(number += 0.125f);
            set.of(part).push_back(std::move(batch));
        }
    return set;
}

} // namespace millrace::predict::test
