// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/operations/chakra_trace.h"

#include "core/base/printable.h"
#include "core/base/protobuf_fields.h"
#include "core/collective/host_layout.h"
#include "core/collective/strategy.h"
#include "core/operations/movement_operations.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <optional>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <set>
#include <unordered_map>

namespace millrace::operations {

namespace {

// Numbers of the fields and values in et_def.proto.
enum NodeField : protozero::pbf_tag_type
{
    NodeId = 1,
    NodeName = 2,
    NodeType = 3,
    NodeControlDependencies = 4,
    NodeDataDependencies = 5,
    NodeDuration = 7,
    NodeAttribute = 10
};
enum AttributeField : protozero::pbf_tag_type
{
    AttributeName = 1,
    AttributeInt32 = 7,
    AttributeInt64 = 9,
    AttributeUint32 = 11,
    AttributeUint64 = 13,
    AttributeSint32 = 15,
    AttributeSint64 = 17,
    AttributeFixed32 = 19,
    AttributeFixed64 = 21,
    AttributeSfixed32 = 23,
    AttributeSfixed64 = 25,
    AttributeBool = 27,
    AttributeString = 29
};
enum ChakraType : std::int64_t
{
    Computes = 4,
    Sends = 5,
    Receives = 6,
    Collective = 7
};
enum CollectiveType : std::int64_t
{
    AllReduce = 0,
    Reduce = 1,
    AllGather = 2,
    Broadcast = 5,
    AllToAll = 6,
    ReduceScatter = 7,
    ReduceScatterBlock = 8,
    Barrier = 9
};
constexpr std::string_view version = "0.0.4";
constexpr std::uint32_t firstCollectiveTag = 1U << 31; // apart from the tags of messages
constexpr std::int64_t mostCollectiveBytes = std::int64_t(1) << 36;

struct Node
{
    std::uint64_t id = 0;
    std::string name;
    std::int64_t type = 0;
    std::vector<std::uint64_t> after;
    std::int64_t microseconds = 0;
    std::map<std::string, std::int64_t, std::less<>> numbers; ///< attributes
    std::string group;
};

void readAttribute(protozero::pbf_reader reader, Node& node)
{
    std::string name;
    std::optional<std::int64_t> number;
    std::string text;
    while (reader.next())
        switch (reader.tag_and_type()) {
        case bytesField(AttributeName): name = reader.get_string(); break;
        case numberField(AttributeInt32): number = reader.get_int32(); break;
        case numberField(AttributeInt64): number = reader.get_int64(); break;
        case numberField(AttributeUint32): number = reader.get_uint32(); break;
        case numberField(AttributeUint64): number = static_cast<std::int64_t>(reader.get_uint64()); break;
        case numberField(AttributeSint32): number = reader.get_sint32(); break;
        case numberField(AttributeSint64): number = reader.get_sint64(); break;
        case fixed32Field(AttributeFixed32): number = reader.get_fixed32(); break;
        case fixed64Field(AttributeFixed64): number = static_cast<std::int64_t>(reader.get_fixed64()); break;
        case fixed32Field(AttributeSfixed32): number = reader.get_sfixed32(); break;
        case fixed64Field(AttributeSfixed64): number = reader.get_sfixed64(); break;
        case numberField(AttributeBool): number = reader.get_bool() ? 1 : 0; break;
        case bytesField(AttributeString): text = reader.get_string(); break;
        default: reader.skip();
        }
    if (number)
        node.numbers[name] = *number;
    if (name == "pg_name")
        node.group = text;
}

Node readNode(protozero::pbf_reader reader)
{
    Node node;
    while (reader.next())
        switch (reader.tag_and_type()) {
        case numberField(NodeId): node.id = reader.get_uint64(); break;
        case bytesField(NodeName): node.name = reader.get_string(); break;
        case numberField(NodeType): node.type = reader.get_enum(); break;
        // Writers of proto3 pack repeated numbers; readers take both.
        case numberField(NodeControlDependencies):
        case numberField(NodeDataDependencies): node.after.push_back(reader.get_uint64()); break;
        case bytesField(NodeControlDependencies):
        case bytesField(NodeDataDependencies):
            for (const std::uint64_t id : reader.get_packed_uint64())
                node.after.push_back(id);
            break;
        case numberField(NodeDuration): node.microseconds = static_cast<std::int64_t>(reader.get_uint64()); break;
        case bytesField(NodeAttribute): readAttribute(reader.get_message(), node); break;
        default: reader.skip();
        }
    return node;
}

/// All nodes of one file, in its order.
Result<std::vector<Node>> readNodes(std::string_view file, std::size_t rank)
{
    const auto refuse = [rank](std::size_t message, std::string_view what) {
        return fail(ErrorCode::InvalidInput, fmt::format("the trace of rank {}: message {}: {}", rank, message, what));
    };
    std::vector<Node> nodes;
    const char* at = file.data();
    const char* const end = at + file.size();
    for (std::size_t message = 0; at != end; ++message) {
        try {
            const std::uint64_t length = protozero::decode_varint(&at, end);
            if (length > static_cast<std::uint64_t>(end - at))
                return refuse(message, "it ends behind the end of the file");
            const protozero::pbf_reader reader(at, static_cast<std::size_t>(length));
            at += length;
            if (message > 0) // the first one is about the file
                nodes.push_back(readNode(reader));
        } catch (const protozero::exception& error) {
            return refuse(message, fmt::format("not a node of a Chakra trace ({})", error.what()));
        }
        if (nodes.size() > mostOperations)
            return refuse(message, fmt::format("more than {} nodes", mostOperations));
    }
    return nodes;
}

std::vector<std::size_t> equalParts(std::int64_t bytes, std::size_t ranks)
{
    std::vector<std::size_t> parts(ranks, static_cast<std::size_t>(bytes) / ranks);
    for (std::size_t i = 0; i < static_cast<std::size_t>(bytes) % ranks; ++i)
        ++parts[i];
    return parts;
}

collective::Movement ringAllReduce(std::int64_t bytes, std::size_t ranks)
{
    std::vector<std::size_t> hosts(ranks);
    std::iota(hosts.begin(), hosts.end(), std::size_t(0));
    collective::ChunkRule rule;
    rule.strategy = collective::Strategy::RingAllReduce;
    auto pairs = collective::graphPairs(rule.strategy, collective::peersOnHosts(hosts));
    rule.pairs = pairs.size();
    rule.elementBytes = 1;
    const std::vector<std::size_t> sizes = {static_cast<std::size_t>(bytes)};
    return collective::allReduceMovement(collective::tensorsOfSizes(sizes), rule, std::move(pairs));
}

/// What a COMM_COLL node means; nothing: not known, or not the same for all ranks.
std::optional<collective::Movement> movementOf(std::int64_t type, std::int64_t bytes, std::size_t ranks)
{
    const auto size = static_cast<std::size_t>(bytes);
    const int count = static_cast<int>(ranks);
    switch (type) {
    case AllReduce: return ringAllReduce(bytes, ranks);
    case Barrier: return ringAllReduce(static_cast<std::int64_t>(ranks), ranks);
    case Reduce: return collective::reduceMovement(size, count, 0, 1);
    case Broadcast: return collective::broadcastMovement(size, count, 0, 1);
    case AllGather: return collective::allGatherMovement(equalParts(bytes, ranks), 1);
    case ReduceScatter:
    case ReduceScatterBlock: return collective::reduceScatterMovement(equalParts(bytes, ranks), 1);
    default: return std::nullopt;
    }
}

class ChakraReader
{
public:
    explicit ChakraReader(std::size_t ranks) : m_writer(ranks), m_ranks(ranks), m_tags(ranks, firstCollectiveTag) { }

    Result<void> addRank(std::size_t rank, const std::vector<Node>& nodes)
    {
        std::unordered_map<std::uint64_t, std::uint32_t> positions; // of what a node ends with
        // Dependencies may be on nodes that come later in the file, so the operations get theirs afterwards.
        std::vector<std::pair<std::uint32_t, const Node*>> begun;
        std::vector<const Node*> collectives;
        for (const Node& node : nodes) {
            m_where = fmt::format("the trace of rank {}: node {} (\"{}\")", rank, node.id, printable(node.name));
            const auto first = m_writer.add(rank, {}); // what the node waits for
            begun.emplace_back(first, &node);
            MR_TRY(last, addNode(rank, node, first));
            if (!positions.try_emplace(node.id, last).second)
                return refuse("a second node of this id");
            if (node.type == Collective)
                collectives.push_back(&node);
        }
        for (const auto& [first, node] : begun)
            for (const std::uint64_t id : node->after) {
                const auto found = positions.find(id);
                m_where = fmt::format("the trace of rank {}: node {}", rank, node->id);
                if (found == positions.end())
                    return refuse(fmt::format("it depends on node {}, which is not there", id));
                m_writer.operations().ranks[rank][first].after.push_back({found->second});
            }
        return compareCollectives(rank, collectives);
    }

    Result<Operations> finish()
    {
        MR_CHECK(check(m_writer.operations()));
        return std::move(m_writer.operations());
    }

private:
    [[nodiscard]] Error refuse(std::string_view what, ErrorCode code = ErrorCode::InvalidInput) const
    {
        return fail(code, fmt::format("{}: {}", m_where, what));
    }

    Result<std::int64_t> number(const Node& node, std::string_view name, std::int64_t most) const
    {
        const auto found = node.numbers.find(name);
        if (found == node.numbers.end())
            return refuse(fmt::format("the attribute {} is missing", name));
        if (found->second < 0 || found->second > most)
            return refuse(fmt::format("{} {} is not from 0 to {}", name, found->second, most));
        return found->second;
    }

    /// Returns what the node ends with.
    Result<std::uint32_t> addNode(std::size_t rank, const Node& node, std::uint32_t first)
    {
        Operation& begin = m_writer.operations().ranks[rank][first];
        if (node.type == Collective)
            return addCollective(rank, node, first);
        if (node.type == Sends || node.type == Receives) {
            const int most = static_cast<int>(m_ranks) - 1;
            MR_TRY(size, number(node, "comm_size", mostBytes));
            MR_TRY(peer, number(node, node.type == Sends ? "comm_dst" : "comm_src", most));
            begin.kind = node.type == Sends ? Kind::Send : Kind::Receive;
            begin.amount = size;
            begin.peer = static_cast<int>(peer);
            if (node.numbers.contains("comm_tag")) {
                MR_TRY(tag, number(node, "comm_tag", firstCollectiveTag - 1));
                begin.tag = static_cast<std::uint32_t>(tag);
            }
            return first;
        }
        if (node.microseconds < 0 || node.microseconds > longestCompute / 1000)
            return refuse("its duration is too long");
        begin.amount = node.microseconds * 1000;
        if (node.numbers.contains("duration_ns")) {
            MR_TRY(duration, number(node, "duration_ns", longestCompute));
            begin.amount = duration;
        }
        return first;
    }

    Result<std::uint32_t> addCollective(std::size_t rank, const Node& node, std::uint32_t first)
    {
        MR_TRY(type, number(node, "comm_type", 1000));
        std::int64_t bytes = 0;
        if (type != Barrier) {
            MR_TRY(size, number(node, "comm_size", mostCollectiveBytes));
            bytes = size;
        }
        const std::uint32_t tag = m_tags[rank];
        if (type == AllToAll) {
            ++m_tags[rank];
            return addAllToAll(rank, bytes, first, tag);
        }
        const auto [known, isNew] = m_movements.try_emplace({type, bytes});
        if (isNew)
            known->second = movementOf(type, bytes, m_ranks);
        if (!known->second)
            return refuse(fmt::format("collective operations of type {} are not known", type), ErrorCode::Unsupported);
        m_tags[rank] += 2 * static_cast<std::uint32_t>(known->second->chunks.size());
        if (m_tags[rank] < firstCollectiveTag)
            return refuse("too many collective operations");
        return m_writer.moveRank(*known->second, 1, rank, {{first}}, tag);
    }

    std::uint32_t addAllToAll(std::size_t rank, std::int64_t bytes, std::uint32_t first, std::uint32_t tag)
    {
        const auto parts = equalParts(bytes, m_ranks);
        std::vector<Dependency> all = {{first}};
        for (std::size_t distance = 1; distance < m_ranks; ++distance) {
            const std::size_t to = (rank + distance) % m_ranks;
            const std::size_t from = (rank + m_ranks - distance) % m_ranks;
            all.push_back({m_writer.add(
                rank, {Kind::Send, static_cast<std::int64_t>(parts[to]), static_cast<int>(to), tag, 0, {{first}}})});
            all.push_back({m_writer.add(
                rank,
                {Kind::Receive, static_cast<std::int64_t>(parts[rank]), static_cast<int>(from), tag, 0, {{first}}})});
        }
        return m_writer.add(rank, {.amount = 0, .after = std::move(all)});
    }

    /// The collectives of all ranks must be the same, one after another.
    Result<void> compareCollectives(std::size_t rank, const std::vector<const Node*>& nodes)
    {
        std::vector<std::string> made;
        for (const Node* node : nodes)
            made.push_back(fmt::format("type {}, {} bytes{}", node->numbers.at("comm_type"),
                                       node->numbers.contains("comm_size") ? node->numbers.at("comm_size") : 0,
                                       node->group.empty() ? "" : ", group " + node->group));
        if (rank == 0)
            m_collectives = std::move(made);
        else if (made != m_collectives)
            return fail(ErrorCode::Unsupported,
                        fmt::format("the traces of rank 0 and rank {} have different collective operations; those of "
                                    "some ranks only are not supported",
                                    rank));
        return {};
    }

    Writer m_writer;
    std::size_t m_ranks;
    std::vector<std::uint32_t> m_tags; ///< of the next collective, by rank
    std::map<std::pair<std::int64_t, std::int64_t>, std::optional<collective::Movement>> m_movements; ///< type, bytes
    std::vector<std::string> m_collectives; ///< of rank 0
    std::string m_where;
};

void putAttribute(protozero::pbf_writer& node, const char* name, AttributeField field, std::int64_t value)
{
    protozero::pbf_writer attribute(node, NodeAttribute);
    attribute.add_string(AttributeName, name);
    if (field == AttributeBool)
        attribute.add_bool(field, value != 0);
    else if (field == AttributeInt32)
        attribute.add_int32(field, static_cast<std::int32_t>(value));
    else
        attribute.add_int64(field, value);
}

/// The operations that must have ended before one begins, a start being that of all that it waits for.
std::set<std::uint32_t> endedBefore(const std::vector<Operation>& list, std::size_t position)
{
    std::set<std::uint32_t> ended, seen;
    std::vector<std::size_t> open = {position};
    while (!open.empty()) {
        const std::size_t next = open.back();
        open.pop_back();
        for (const Dependency& dependency : list[next].after)
            if (!dependency.started)
                ended.insert(dependency.on);
            else if (seen.insert(dependency.on).second)
                open.push_back(dependency.on);
    }
    return ended;
}

void appendMessage(std::string& file, const std::string& message)
{
    protozero::add_varint_to_buffer(&file, message.size());
    file += message;
}

std::string nodeMessage(const std::vector<Operation>& list, std::size_t position, std::size_t rank)
{
    const Operation& operation = list[position];
    std::string message;
    protozero::pbf_writer node(message);
    node.add_uint64(NodeId, position + 1);
    const bool sends = operation.kind == Kind::Send;
    if (operation.kind == Kind::Compute)
        node.add_string(NodeName, "compute");
    else
        node.add_string(NodeName, fmt::format("{} {}", sends ? "send to" : "receive from", operation.peer));
    node.add_enum(NodeType, operation.kind == Kind::Compute ? Computes : sends ? Sends : Receives);
    std::vector<std::uint64_t> after;
    for (const std::uint32_t on : endedBefore(list, position))
        after.push_back(on + 1);
    node.add_packed_uint64(NodeDataDependencies, after.begin(), after.end());
    if (operation.kind == Kind::Compute) {
        node.add_uint64(NodeDuration, static_cast<std::uint64_t>((operation.amount + 500) / 1000));
        putAttribute(node, "is_cpu_op", AttributeBool, 0);
        putAttribute(node, "duration_ns", AttributeInt64, operation.amount);
        return message;
    }
    const auto self = static_cast<std::int64_t>(rank);
    putAttribute(node, "is_cpu_op", AttributeBool, 0);
    putAttribute(node, "comm_src", AttributeInt32, sends ? self : operation.peer);
    putAttribute(node, "comm_dst", AttributeInt32, sends ? operation.peer : self);
    putAttribute(node, "comm_tag", AttributeInt32, operation.tag);
    putAttribute(node, "comm_size", AttributeInt64, operation.amount);
    return message;
}

} // namespace

Result<Operations> parseChakra(const std::vector<std::string_view>& files)
{
    if (files.empty() || files.size() > mostRanks)
        return fail(ErrorCode::InvalidInput, fmt::format("{} traces; 1 to {} are possible", files.size(), mostRanks));
    ChakraReader reader(files.size());
    for (std::size_t rank = 0; rank < files.size(); ++rank) {
        MR_TRY(nodes, readNodes(files[rank], rank));
        MR_CHECK(reader.addRank(rank, nodes));
    }
    return reader.finish();
}

std::vector<std::string> chakraTraces(const Operations& operations)
{
    std::vector<std::string> files;
    for (std::size_t rank = 0; rank < operations.ranks.size(); ++rank) {
        std::string& file = files.emplace_back();
        std::string metadata;
        protozero::pbf_writer(metadata).add_string(1, version.data(), version.size());
        appendMessage(file, metadata);
        for (std::size_t i = 0; i < operations.ranks[rank].size(); ++i)
            appendMessage(file, nodeMessage(operations.ranks[rank], i, rank));
    }
    return files;
}

} // namespace millrace::operations
