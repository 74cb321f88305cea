// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/safetensors.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/printable.h"
#include "core/predict/little_endian.h"
#include "core/predict/tensor_pickle.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace millrace::predict {

namespace {

constexpr std::uint64_t mostHeaderBytes = std::uint64_t(4) << 20;

Error safeDamage(std::string_view what)
{
    return fail(ErrorCode::Corrupt, fmt::format("safetensors: {}; copy or download the file again", what));
}

/// One tensor of the header.
struct SafeEntry
{
    std::string name;
    std::string type;
    std::vector<std::size_t> shape;
    std::uint64_t begin = 0; ///< in the bytes behind the header
    std::uint64_t end = 0;
    std::uint64_t values = 1;
};

std::size_t valueBytes(std::string_view type)
{
    if (type == "U8")
        return 1;
    return type == "F32" || type == "U32" || type == "I32" ? 4 : type == "I64" ? 8 : 0;
}

Result<std::vector<std::uint64_t>> numbersOf(const Json& object, const char* key, const std::string& name)
{
    std::vector<std::uint64_t> numbers;
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array() || found->size() > 8)
        return safeDamage(fmt::format("tensor \"{}\" has no list \"{}\"", name, key));
    for (const Json& each : *found) {
        if (!each.is_number_unsigned())
            return safeDamage(fmt::format("\"{}\" of tensor \"{}\" is not a list of counts", key, name));
        numbers.push_back(each.get<std::uint64_t>());
    }
    return numbers;
}

Result<SafeEntry> readSafeEntry(const std::string& key, const Json& object, std::uint64_t available)
{
    SafeEntry entry;
    entry.name = key;
    const std::string name = printable(key);
    if (!object.is_object() || !object.contains("dtype") || !object.at("dtype").is_string())
        return safeDamage(fmt::format("tensor \"{}\" has no type", name));
    entry.type = object.at("dtype").get<std::string>();
    const std::size_t size = valueBytes(entry.type);
    if (size == 0)
        return fail(ErrorCode::Unsupported,
                    fmt::format("safetensors: tensor \"{}\" has values of type {}; save it as F32 or U32", name,
                                printable(entry.type)));
    MR_TRY(shape, numbersOf(object, "shape", name));
    MR_TRY(offsets, numbersOf(object, "data_offsets", name));
    for (const std::uint64_t each : shape)
        if (__builtin_mul_overflow(entry.values, each, &entry.values))
            return safeDamage(fmt::format("the shape of tensor \"{}\" is not plausible", name));
    if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > available
        || (offsets[1] - offsets[0]) % size != 0 || (offsets[1] - offsets[0]) / size != entry.values)
        return safeDamage(fmt::format("the position of tensor \"{}\" does not fit its shape or the file", name));
    entry.shape.assign(shape.begin(), shape.end());
    entry.begin = offsets[0];
    entry.end = offsets[1];
    return entry;
}

template <typename T>
Result<Tensor::Integers> integersOf(std::string_view bytes, const std::string& name)
{
    Tensor::Integers values;
    values.reserve(bytes.size() / sizeof(T));
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
        const T value = *littleAt<T>(bytes, at);
        if (!std::in_range<std::uint32_t>(value))
            return fail(ErrorCode::Unsupported,
                        fmt::format("safetensors: tensor \"{}\" has the value {}; counts go from 0 to 4294967295",
                                    printable(name), value));
        values.push_back(static_cast<std::uint32_t>(value));
    }
    return values;
}

Result<NamedTensor> loadTensor(const SafeEntry& entry, std::string_view data)
{
    const std::string_view bytes = data.substr(entry.begin, entry.end - entry.begin);
    NamedTensor named{entry.name, {entry.shape, {}}};
    if (entry.type == "F32") {
        Tensor::Floats values(entry.values);
        if (!values.empty())
            std::memcpy(values.data(), bytes.data(), bytes.size());
        named.tensor.values = std::move(values);
        return named;
    }
    auto values = entry.type == "U8" ? integersOf<std::uint8_t>(bytes, entry.name)
        : entry.type == "I32"        ? integersOf<std::int32_t>(bytes, entry.name)
        : entry.type == "I64"        ? integersOf<std::int64_t>(bytes, entry.name)
                                     : integersOf<std::uint32_t>(bytes, entry.name);
    if (!values)
        return std::move(values).error();
    named.tensor.values = *std::move(values);
    return named;
}

std::size_t countOf(const Tensor& tensor)
{
    return std::visit([](const auto& values) { return values.size(); }, tensor.values);
}

/// Positions must cover all bytes once.
Result<void> checkCover(std::vector<SafeEntry> entries, std::uint64_t available)
{
    std::ranges::sort(entries, {}, [](const SafeEntry& each) { return std::pair(each.begin, each.end); });
    std::uint64_t position = 0;
    for (const SafeEntry& entry : entries) {
        if (entry.begin != position)
            return safeDamage(fmt::format("tensor \"{}\" begins at byte {}, but {} was expected: tensors overlap or "
                                          "leave a gap",
                                          printable(entry.name), entry.begin, position));
        position = entry.end;
    }
    if (position != available)
        return safeDamage(fmt::format("{} bytes belong to no tensor", available - position));
    return {};
}

} // namespace

Result<SafeTensors> parseSafeTensors(std::string_view bytes)
{
    const auto length = littleAt<std::uint64_t>(bytes, 0);
    if (!length || *length > bytes.size() - 8)
        return safeDamage("the header is longer than the file");
    if (*length > mostHeaderBytes)
        return safeDamage(fmt::format("a header of {} bytes is not plausible", *length));
    const Json header = Json::parse(bytes.substr(8, *length), nullptr, false);
    if (!header.is_object())
        return safeDamage("the header is not a JSON object");
    const std::string_view data = bytes.substr(8 + *length);
    SafeTensors content;
    std::vector<SafeEntry> entries;
    for (const auto& [key, value] : header.items()) {
        if (key == "__metadata__") {
            for (const auto& [name, text] : value.items())
                if (text.is_string())
                    content.metadata[name] = text.template get<std::string>();
            continue;
        }
        MR_TRY(entry, readSafeEntry(key, value, data.size()));
        entries.push_back(std::move(entry));
    }
    MR_CHECK(checkCover(entries, data.size()));
    for (const SafeEntry& entry : entries) {
        MR_TRY(named, loadTensor(entry, data));
        content.tensors.push_back(std::move(named));
    }
    return content;
}

Result<SafeTensors> readSafeTensors(const std::filesystem::path& file)
{
    MR_TRY(bytes, readFile(file, mostTensorFileBytes));
    auto content = parseSafeTensors(bytes);
    return content ? std::move(content) : Result<SafeTensors>(within(file.string(), std::move(content).error()));
}

std::string formatSafeTensors(const SafeTensors& content)
{
    Json header = Json::object();
    if (!content.metadata.empty())
        header["__metadata__"] = content.metadata;
    std::uint64_t position = 0;
    for (const NamedTensor& each : content.tensors) {
        const std::uint64_t end = position + 4 * countOf(each.tensor);
        header[each.name] = {{"dtype", each.tensor.floats() != nullptr ? "F32" : "U32"},
                             {"shape", each.tensor.shape},
                             {"data_offsets", {position, end}}};
        position = end;
    }
    std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.append((8 - text.size() % 8) % 8, ' ');
    const std::uint64_t length = text.size();
    std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
    bytes += text;
    for (const NamedTensor& each : content.tensors)
        std::visit(
            [&bytes](const auto& values) {
                bytes.append(reinterpret_cast<const char*>(values.data()), 4 * values.size());
            },
            each.tensor.values);
    return bytes;
}

Result<void> writeSafeTensors(const std::filesystem::path& file, const SafeTensors& content)
{
    return writeFileAtomically(file, formatSafeTensors(content));
}

} // namespace millrace::predict
