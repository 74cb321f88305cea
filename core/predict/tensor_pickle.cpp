// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/tensor_pickle.h"

#include "core/base/file_io.h"
#include "core/base/printable.h"
#include "core/predict/little_endian.h"
#include "core/predict/pickle.h"
#include "core/predict/stored_zip.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

namespace millrace::predict {

namespace {

using Kind = PickleValue::Kind;

/// A pickle with the bytes of its storages.
struct TensorFile
{
    PickleContent content;
    std::vector<std::string_view> payloads; ///< of content.storages

    [[nodiscard]] const PickleValue& at(std::uint32_t index) const { return content.values[index]; }
    [[nodiscard]] const PickleValue& root() const { return at(content.root); }
};

Error tensorDamage(std::string_view what)
{
    return fail(ErrorCode::Corrupt, fmt::format("{}; copy or download the file again", what));
}

Error otherContent(std::string_view what)
{
    return fail(ErrorCode::Unsupported, fmt::format("{}; choose another file", what));
}

Result<TensorFile> openArchive(std::string_view bytes)
{
    MR_TRY(entries, readStoredZip(bytes));
    std::unordered_map<std::string_view, std::string_view> files;
    std::string_view root;
    for (const StoredEntry& entry : entries) {
        files.emplace(entry.name, entry.bytes);
        if (entry.name.ends_with("/data.pkl") && std::ranges::count(entry.name, '/') == 1) {
            if (!root.empty())
                return tensorDamage("the archive has two files data.pkl");
            root = entry.name.substr(0, entry.name.size() - std::string_view("data.pkl").size());
        }
    }
    if (root.empty())
        return otherContent("a ZIP archive without data.pkl is not written by torch.save");
    const auto find = [&](std::string_view name) -> std::optional<std::string_view> {
        const auto found = files.find(fmt::format("{}{}", root, name));
        return found == files.end() ? std::nullopt : std::optional(found->second);
    };
    if (const auto order = find("byteorder"); order && *order != "little")
        return otherContent("the file was written on a big-endian machine");
    TensorFile file;
    MR_TRY(content, readPickle(*find("data.pkl")));
    file.content = std::move(content);
    for (const PickleStorage& storage : file.content.storages) {
        const auto payload = find(fmt::format("data/{}", storage.key));
        if (!payload || payload->size() / 4 != storage.values || payload->size() % 4 != 0)
            return tensorDamage(fmt::format("storage \"{}\" needs {} bytes, found {}", printable(storage.key),
                                            4 * storage.values, payload ? payload->size() : 0));
        file.payloads.push_back(*payload);
    }
    return file;
}

/// Reads the next pickle of the stream.
Result<PickleContent> nextPickle(std::string_view& bytes)
{
    MR_TRY(content, readPickle(bytes));
    bytes.remove_prefix(content.length);
    return content;
}

Result<void> checkStreamHeader(std::string_view& bytes)
{
    static constexpr std::string_view magic("\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 10);
    MR_TRY(first, nextPickle(bytes));
    if (first.values[first.root].text != magic)
        return otherContent("a pickle that was not written by torch.save");
    MR_TRY(protocol, nextPickle(bytes));
    if (protocol.values[protocol.root].number != 1001)
        return otherContent("a stream of another version of torch.save");
    MR_TRY(system, nextPickle(bytes));
    const std::vector<std::uint32_t>& items = system.values[system.root].items;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        if (system.values[items[i]].text == "little_endian" && system.values[items[i + 1]].number == 0)
            return otherContent("the file was written on a big-endian machine");
    return {};
}

Result<TensorFile> openStream(std::string_view bytes)
{
    MR_CHECK(checkStreamHeader(bytes));
    TensorFile file;
    MR_TRY(content, nextPickle(bytes));
    file.content = std::move(content);
    MR_TRY(keys, nextPickle(bytes));
    std::unordered_map<std::string_view, std::string_view> payloads;
    for (const std::uint32_t index : keys.values[keys.root].items) {
        const std::string_view key = keys.values[index].text;
        const auto count = littleAt<std::uint64_t>(bytes, 0);
        if (!count || *count > (bytes.size() - 8) / 4)
            return tensorDamage(fmt::format("storage \"{}\" is longer than the rest of the file", printable(key)));
        if (!payloads.emplace(key, bytes.substr(8, 4 * *count)).second)
            return tensorDamage(fmt::format("duplicate storage \"{}\"", printable(key)));
        bytes.remove_prefix(8 + 4 * *count);
    }
    if (!bytes.empty())
        return tensorDamage(fmt::format("{} bytes behind the last storage", bytes.size()));
    for (const PickleStorage& storage : file.content.storages) {
        const auto found = payloads.find(storage.key);
        if (found == payloads.end() || found->second.size() / 4 != storage.values)
            return tensorDamage(fmt::format("storage \"{}\" needs {} values, found {}", printable(storage.key),
                                            storage.values, found == payloads.end() ? 0 : found->second.size() / 4));
        file.payloads.push_back(found->second);
    }
    return file;
}

/// Two tensors with common values would let a small file become a large result.
Result<void> checkDisjoint(const PickleContent& content)
{
    std::vector<const PickleTensor*> tensors;
    for (const PickleTensor& tensor : content.tensors)
        tensors.push_back(&tensor);
    std::ranges::sort(tensors, {}, [](const PickleTensor* each) { return std::pair(each->storage, each->begin); });
    for (std::size_t i = 1; i < tensors.size(); ++i)
        if (tensors[i]->storage == tensors[i - 1]->storage && tensors[i]->begin < tensors[i - 1]->end())
            return fail(ErrorCode::Corrupt,
                        fmt::format("two tensors overlap in storage \"{}\" (values {} to {} and from {}); save clones "
                                    "of them",
                                    printable(content.storages[tensors[i]->storage].key), tensors[i - 1]->begin,
                                    tensors[i - 1]->end(), tensors[i]->begin));
    return {};
}

Result<TensorFile> openTensors(std::string_view bytes)
{
    const bool isArchive = bytes.starts_with("PK\x03\x04");
    if (!isArchive && !bytes.starts_with("\x80"))
        return otherContent("neither of the two kinds of files that torch.save writes");
    MR_TRY(file, isArchive ? openArchive(bytes) : openStream(bytes));
    MR_CHECK(checkDisjoint(file.content));
    return file;
}

/// Gives out each tensor of a file once.
class TensorTaker
{
public:
    explicit TensorTaker(const TensorFile& file) : m_file(file), m_taken(file.content.tensors.size()) { }

    Result<const PickleTensor*> take(std::uint32_t value, std::string_view where)
    {
        const PickleValue& found = m_file.at(value);
        if (found.kind != Kind::Tensor)
            return otherContent(fmt::format("{}: expected a tensor", where));
        const auto index = static_cast<std::size_t>(found.number);
        if (m_taken[index])
            return fail(ErrorCode::Corrupt, fmt::format("{}: the same tensor as before; save a clone of it", where));
        m_taken[index] = true;
        return &m_file.content.tensors[index];
    }
    [[nodiscard]] std::vector<float> values(const PickleTensor& tensor) const
    {
        std::vector<float> copy(tensor.values);
        if (!copy.empty())
            std::memcpy(copy.data(), m_file.payloads[tensor.storage].data() + 4 * tensor.begin, 4 * copy.size());
        return copy;
    }

private:
    const TensorFile& m_file;
    std::vector<bool> m_taken;
};

constexpr std::array<std::string_view, 3> memberNames = {"adjacency", "features", "labels"};

/// The batches of one part of one member of the published tuple.
Result<std::vector<std::uint32_t>> batchesOf(const TensorFile& file, std::size_t member, Part part)
{
    const PickleValue& tuple = file.root();
    if (tuple.kind != Kind::Tuple || tuple.items.size() != memberNames.size())
        return otherContent("expected a tuple of adjacency, features and labels, as the published data sets are");
    const PickleValue& dictionary = file.at(tuple.items[member]);
    const std::string where = fmt::format("{}, part {}", memberNames[member], partName(part));
    std::optional<std::vector<std::uint32_t>> found;
    if (dictionary.kind == Kind::Dictionary)
        for (std::size_t i = 0; i < dictionary.items.size(); i += 2) {
            const PickleValue& list = file.at(dictionary.items[i + 1]);
            if (file.at(dictionary.items[i]).text != partName(part))
                continue;
            if (found)
                return tensorDamage(fmt::format("{}: duplicate part", where));
            if (list.kind != Kind::List)
                return otherContent(fmt::format("{}: expected a list of batches", where));
            found = list.items;
        }
    if (!found)
        return otherContent(fmt::format("{}: missing", where));
    return *std::move(found);
}

Result<Batch> readBatch(TensorTaker& taker, const std::array<std::uint32_t, 3>& members, const std::string& where)
{
    std::array<const PickleTensor*, 3> tensors{};
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        MR_TRY(tensor, taker.take(members[i], fmt::format("{}, {}", where, memberNames[i])));
        tensors[i] = tensor;
    }
    const std::vector<std::size_t>& adjacency = tensors[0]->shape;
    const std::vector<std::size_t>& features = tensors[1]->shape;
    const std::vector<std::size_t>& labels = tensors[2]->shape;
    if (adjacency.size() != 3 || features.size() != 3 || labels.size() != 2 || adjacency[1] != adjacency[2]
        || features[0] != adjacency[0] || features[1] != adjacency[1] || labels[0] != adjacency[0]
        || labels[1] != metricCount)
        return otherContent(fmt::format("{}: expected shapes [B, N, N], [B, N, F] and [B, {}], found [{}], [{}] and "
                                        "[{}]",
                                        where, metricCount, fmt::join(adjacency, ", "), fmt::join(features, ", "),
                                        fmt::join(labels, ", ")));
    Batch batch;
    batch.graphs = adjacency[0];
    batch.nodes = adjacency[1];
    batch.nodeFeatures = features[2];
    batch.adjacency = taker.values(*tensors[0]);
    batch.features = taker.values(*tensors[1]);
    batch.labels = taker.values(*tensors[2]);
    return batch;
}

template <typename T, typename Parse>
Result<T> readTensorFile(const std::filesystem::path& file, Parse parse)
{
    MR_TRY(bytes, readFile(file, mostTensorFileBytes));
    Result<T> result = parse(bytes);
    return result ? std::move(result) : Result<T>(within(file.string(), std::move(result).error()));
}

} // namespace

Result<NamedTensors> parseStateDict(std::string_view bytes)
{
    MR_TRY(file, openTensors(bytes));
    const PickleValue& dictionary = file.root();
    if (dictionary.kind != Kind::Dictionary)
        return otherContent("expected a dictionary of tensors by name");
    TensorTaker taker(file);
    NamedTensors tensors;
    for (std::size_t i = 0; i < dictionary.items.size(); i += 2) {
        const PickleValue& name = file.at(dictionary.items[i]);
        if (name.kind != Kind::Text)
            return otherContent("expected names of tensors");
        MR_TRY(tensor, taker.take(dictionary.items[i + 1], printable(name.text)));
        tensors.push_back({std::string(name.text), {tensor->shape, taker.values(*tensor)}});
    }
    std::vector<std::string_view> names;
    for (const NamedTensor& each : tensors)
        names.push_back(each.name);
    std::ranges::sort(names);
    if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
        return tensorDamage(fmt::format("duplicate tensor \"{}\"", printable(*twice)));
    return tensors;
}

Result<DataSet> parseDataSetPickle(std::string_view bytes, std::string_view name)
{
    MR_TRY(file, openTensors(bytes));
    TensorTaker taker(file);
    DataSet set;
    set.name = name;
    for (const Part part : parts) {
        std::array<std::vector<std::uint32_t>, 3> batches;
        for (std::size_t member = 0; member < batches.size(); ++member) {
            MR_TRY(list, batchesOf(file, member, part));
            batches[member] = std::move(list);
        }
        if (batches[0].size() != batches[1].size() || batches[0].size() != batches[2].size())
            return tensorDamage(fmt::format("part {}: {} adjacencies, {} features and {} labels", partName(part),
                                            batches[0].size(), batches[1].size(), batches[2].size()));
        for (std::size_t i = 0; i < batches[0].size(); ++i) {
            MR_TRY(batch,
                   readBatch(taker, {batches[0][i], batches[1][i], batches[2][i]},
                             fmt::format("part {}, batch {}", partName(part), i)));
            set.of(part).push_back(std::move(batch));
        }
    }
    MR_CHECK(check(set));
    return set;
}

Result<NamedTensors> readStateDict(const std::filesystem::path& file)
{
    return readTensorFile<NamedTensors>(file, parseStateDict);
}

Result<DataSet> readDataSetPickle(const std::filesystem::path& file)
{
    return readTensorFile<DataSet>(
        file, [&file](std::string_view bytes) { return parseDataSetPickle(bytes, file.filename().string()); });
}

} // namespace millrace::predict
