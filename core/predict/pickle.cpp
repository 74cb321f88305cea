// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/pickle.h"

#include "core/base/printable.h"
#include "core/predict/little_endian.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <unordered_map>

namespace millrace::predict {

namespace {

// A pickle is a program for a machine with a stack, marks on the stack, and a memo of numbered values. An opcode is one
// byte with an argument behind it. Names of the opcodes as in Python's pickletools.

constexpr std::size_t mostPickleBytes = std::size_t(8) << 20;
constexpr std::size_t mostPickleValues = 1'000'000;
constexpr std::size_t mostDimensions = 8;
constexpr std::uint64_t mostStorageValues = std::uint64_t(1) << 40;

constexpr std::string_view orderedDictionary = "collections OrderedDict";
constexpr std::string_view rebuildTensor = "torch._utils _rebuild_tensor_v2";
constexpr std::string_view floatStorage = "torch FloatStorage";

using Kind = PickleValue::Kind;

class PickleMachine
{
public:
    explicit PickleMachine(std::string_view bytes) : m_bytes(bytes) { }

    Result<PickleContent> run()
    {
        for (;;) {
            m_begin = m_position;
            if (m_position >= mostPickleBytes)
                return damage(fmt::format("more than {} MiB of pickle for tensors", mostPickleBytes >> 20));
            const auto opcode = take<std::uint8_t>();
            if (!opcode)
                return early();
            if (*opcode == '.') {
                MR_TRY(root, pop());
                if (!m_stack.empty() || !m_marks.empty())
                    return damage("values are left over at the end");
                m_content.root = root;
                m_content.length = m_position;
                return std::move(m_content);
            }
            MR_CHECK(execute(*opcode));
            if (m_content.values.size() > mostPickleValues || m_stack.size() > mostPickleValues)
                return damage(fmt::format("more than {} values for tensors", mostPickleValues));
        }
    }

private:
    [[nodiscard]] Error damage(std::string_view what) const
    {
        return fail(ErrorCode::Corrupt,
                    fmt::format("byte {} of the pickle: {}; copy or download the file again", m_begin, what));
    }
    [[nodiscard]] Error early() const { return damage("the pickle ends early"); }
    [[nodiscard]] Error unsupported(std::string_view what) const
    {
        return fail(ErrorCode::Unsupported,
                    fmt::format("byte {} of the pickle: {}, and nothing of it was executed; save plain float32 tensors "
                                "of the CPU with torch.save",
                                m_begin, what));
    }

    template <typename T>
    std::optional<T> take()
    {
        const auto value = littleAt<T>(m_bytes, m_position);
        if (value)
            m_position += sizeof(T);
        return value;
    }
    std::optional<std::string_view> takeText(std::uint64_t length)
    {
        if (length > m_bytes.size() - m_position)
            return std::nullopt;
        const std::string_view text = m_bytes.substr(m_position, length);
        m_position += length;
        return text;
    }
    std::optional<std::string_view> takeLine()
    {
        const std::size_t end = m_bytes.substr(m_position, 256).find('\n');
        if (end == std::string_view::npos)
            return std::nullopt;
        const std::string_view line = m_bytes.substr(m_position, end);
        m_position += end + 1;
        return line;
    }

    Result<void> push(PickleValue value)
    {
        m_content.values.push_back(std::move(value));
        m_stack.push_back(static_cast<std::uint32_t>(m_content.values.size() - 1));
        return {};
    }
    Result<void> pushNumber(Kind kind, std::int64_t number) { return push({kind, number, {}, {}}); }
    template <typename T>
    Result<void> pushInteger()
    {
        const auto number = take<T>();
        if (!number)
            return early();
        return pushNumber(Kind::Integer, *number);
    }
    /// Lowest position of the stack that may be taken: behind the last mark.
    [[nodiscard]] std::size_t floor() const noexcept { return m_marks.empty() ? 0 : m_marks.back(); }
    Result<std::uint32_t> pop()
    {
        if (m_stack.size() <= floor())
            return damage("a value is missing");
        const std::uint32_t top = m_stack.back();
        m_stack.pop_back();
        return top;
    }
    Result<std::vector<std::uint32_t>> popMany(std::size_t count)
    {
        if (m_stack.size() - floor() < count)
            return damage("a value is missing");
        std::vector<std::uint32_t> items(m_stack.end() - static_cast<std::ptrdiff_t>(count), m_stack.end());
        m_stack.resize(m_stack.size() - count);
        return items;
    }
    Result<std::vector<std::uint32_t>> popToMark()
    {
        if (m_marks.empty())
            return damage("a mark is missing");
        auto items = popMany(m_stack.size() - m_marks.back());
        m_marks.pop_back();
        return items;
    }
    [[nodiscard]] const PickleValue& at(std::uint32_t index) const { return m_content.values[index]; }

    Result<void> execute(std::uint8_t opcode)
    {
        switch (opcode) {
        case 0x80: // PROTO
            return protocol();
        case 'N': // NONE
            return pushNumber(Kind::None, 0);
        case 0x88: // NEWTRUE
        case 0x89: // NEWFALSE
            return pushNumber(Kind::Bool, opcode == 0x88 ? 1 : 0);
        case 'J': // BININT
            return pushInteger<std::int32_t>();
        case 'K': // BININT1
            return pushInteger<std::uint8_t>();
        case 'M': // BININT2
            return pushInteger<std::uint16_t>();
        case 0x8a: // LONG1
            return longInteger();
        case 'X': // BINUNICODE
            return text();
        case 'c': // GLOBAL
            return global();
        default: return combine(opcode);
        }
    }

    Result<void> combine(std::uint8_t opcode)
    {
        switch (opcode) {
        case '(': // MARK
            m_marks.push_back(m_stack.size());
            return {};
        case ')': // EMPTY_TUPLE
            return push({Kind::Tuple, 0, {}, {}});
        case '}': // EMPTY_DICT
            return push({Kind::Dictionary, 0, {}, {}});
        case ']': // EMPTY_LIST
            return push({Kind::List, 0, {}, {}});
        case 't': // TUPLE
            return tuple(popToMark());
        case 0x85: // TUPLE1
        case 0x86: // TUPLE2
        case 0x87: // TUPLE3
            return tuple(popMany(opcode - 0x84u));
        case 'a': // APPEND
            return fill(Kind::List, popMany(1));
        case 'e': // APPENDS
            return fill(Kind::List, popToMark());
        case 's': // SETITEM
            return fill(Kind::Dictionary, popMany(2));
        case 'u': // SETITEMS
            return fill(Kind::Dictionary, popToMark());
        default: return refer(opcode);
        }
    }

    Result<void> refer(std::uint8_t opcode)
    {
        switch (opcode) {
        case 'q': // BINPUT
            return put(take<std::uint8_t>());
        case 'r': // LONG_BINPUT
            return put(take<std::uint32_t>());
        case 'h': // BINGET
            return recall(take<std::uint8_t>());
        case 'j': // LONG_BINGET
            return recall(take<std::uint32_t>());
        case 'Q': // BINPERSID
            return storage();
        case 'R': // REDUCE
            return reduce();
        case 'b': // BUILD
            return build();
        default: return unsupported(fmt::format("opcode 0x{:02x} is none that torch.save writes for tensors", opcode));
        }
    }

    Result<void> protocol()
    {
        const auto version = take<std::uint8_t>();
        if (!version)
            return early();
        if (*version != 2)
            return unsupported(fmt::format("pickle protocol {} instead of 2", *version));
        return {};
    }

    Result<void> longInteger()
    {
        const auto length = take<std::uint8_t>();
        const auto digits = length ? takeText(*length) : std::nullopt;
        if (!digits)
            return early();
        if (digits->size() > 8)
            return push({Kind::Long, 0, *digits, {}});
        const bool isNegative = !digits->empty() && (digits->back() & 0x80) != 0;
        std::int64_t number = isNegative ? -1 : 0;
        std::memcpy(&number, digits->data(), digits->size());
        return pushNumber(Kind::Integer, number);
    }

    Result<void> text()
    {
        const auto length = take<std::uint32_t>();
        const auto value = length ? takeText(*length) : std::nullopt;
        if (!value)
            return early();
        return push({Kind::Text, 0, *value, {}});
    }

    Result<void> global()
    {
        const auto module = takeLine();
        const auto name = module ? takeLine() : std::nullopt;
        if (!name)
            return damage("the name of a global is missing");
        const std::string wanted = fmt::format("{} {}", *module, *name);
        for (const std::string_view allowed : {orderedDictionary, rebuildTensor, floatStorage})
            if (allowed == wanted)
                return push({Kind::Global, 0, allowed, {}});
        return unsupported(fmt::format("the file calls \"{}\", which is none of the three names that tensors need",
                                       printable(fmt::format("{}.{}", *module, *name))));
    }

    Result<void> tuple(Result<std::vector<std::uint32_t>> items)
    {
        if (!items)
            return std::move(items).error();
        return push({Kind::Tuple, 0, {}, *std::move(items)});
    }

    /// Adds items to the list or dictionary on top of the stack.
    Result<void> fill(Kind kind, Result<std::vector<std::uint32_t>> items)
    {
        if (!items)
            return std::move(items).error();
        if (m_stack.size() <= floor() || at(m_stack.back()).kind != kind)
            return damage(kind == Kind::List ? "expected a list" : "expected a dictionary");
        if (kind == Kind::Dictionary && items->size() % 2 != 0)
            return damage("a key without a value");
        std::vector<std::uint32_t>& all = m_content.values[m_stack.back()].items;
        all.insert(all.end(), items->begin(), items->end());
        return {};
    }

    template <typename T>
    Result<void> put(std::optional<T> slot)
    {
        if (!slot)
            return early();
        if (m_stack.size() <= floor())
            return damage("a value is missing");
        m_memo[*slot] = m_stack.back();
        return {};
    }

    template <typename T>
    Result<void> recall(std::optional<T> slot)
    {
        if (!slot)
            return early();
        const auto found = m_memo.find(*slot);
        if (found == m_memo.end())
            return damage(fmt::format("value {} is used before it is set", *slot));
        m_stack.push_back(found->second);
        return {};
    }

    /// ('storage', FloatStorage, key, location, values), in the older container with a view that is None.
    Result<void> storage()
    {
        MR_TRY(id, pop());
        const std::vector<std::uint32_t>& items = at(id).items;
        if (at(id).kind != Kind::Tuple || items.size() < 5 || items.size() > 6 || at(items[0]).text != "storage"
            || at(items[1]).kind != Kind::Global || at(items[2]).kind != Kind::Text
            || at(items[4]).kind != Kind::Integer || (items.size() == 6 && at(items[5]).kind != Kind::None))
            return damage("a storage is not described as torch.save does it");
        if (at(items[1]).text != floatStorage)
            return unsupported(fmt::format("\"{}\" is not a storage", at(items[1]).text));
        const std::string_view key = at(items[2]).text;
        const std::int64_t values = at(items[4]).number;
        if (values < 0 || static_cast<std::uint64_t>(values) > mostStorageValues)
            return damage(fmt::format("a storage of {} values is not plausible", values));
        const auto [found, isNew] = m_storages.try_emplace(key, m_content.storages.size());
        if (isNew)
            m_content.storages.push_back({key, static_cast<std::uint64_t>(values)});
        else if (m_content.storages[found->second].values != static_cast<std::uint64_t>(values))
            return damage(fmt::format("storage {} has {} values here and {} before", found->second, values,
                                      m_content.storages[found->second].values));
        return pushNumber(Kind::Storage, static_cast<std::int64_t>(found->second));
    }

    Result<void> reduce()
    {
        MR_TRY(arguments, pop());
        MR_TRY(called, pop());
        if (at(called).kind != Kind::Global || at(arguments).kind != Kind::Tuple)
            return damage("a call without a function or arguments");
        if (at(called).text == orderedDictionary && at(arguments).items.empty())
            return push({Kind::Dictionary, 0, {}, {}});
        if (at(called).text == rebuildTensor)
            return tensor(at(arguments).items);
        return unsupported(
            fmt::format("a call of \"{}\" with {} arguments", at(called).text, at(arguments).items.size()));
    }

    /// (storage, offset, size, stride, requires_grad, hooks), by newer versions with metadata.
    Result<void> tensor(const std::vector<std::uint32_t>& arguments)
    {
        if (arguments.size() < 6 || arguments.size() > 7 || at(arguments[0]).kind != Kind::Storage
            || at(arguments[1]).kind != Kind::Integer || at(arguments[2]).kind != Kind::Tuple
            || at(arguments[3]).kind != Kind::Tuple)
            return damage("a tensor is not described as torch.save does it");
        PickleTensor made;
        made.storage = static_cast<std::size_t>(at(arguments[0]).number);
        MR_CHECK(shape(at(arguments[2]).items, at(arguments[3]).items, made));
        const std::int64_t begin = at(arguments[1]).number;
        const std::uint64_t values = m_content.storages[made.storage].values;
        if (begin < 0 || static_cast<std::uint64_t>(begin) > values
            || made.values > values - static_cast<std::uint64_t>(begin))
            return damage(
                fmt::format("a tensor of {} values at {} is outside its storage of {}", made.values, begin, values));
        made.begin = static_cast<std::uint64_t>(begin);
        m_content.tensors.push_back(std::move(made));
        return pushNumber(Kind::Tensor, static_cast<std::int64_t>(m_content.tensors.size() - 1));
    }

    Result<void> shape(const std::vector<std::uint32_t>& sizes, const std::vector<std::uint32_t>& strides,
                       PickleTensor& made)
    {
        if (sizes.size() != strides.size() || sizes.size() > mostDimensions)
            return damage(fmt::format("a tensor with {} sizes and {} strides", sizes.size(), strides.size()));
        made.values = 1;
        made.shape.resize(sizes.size());
        for (std::size_t i = sizes.size(); i-- > 0;) {
            const PickleValue& size = at(sizes[i]);
            const PickleValue& stride = at(strides[i]);
            if (size.kind != Kind::Integer || stride.kind != Kind::Integer || size.number < 0
                || static_cast<std::uint64_t>(size.number) > mostStorageValues)
                return damage("a size of a tensor is not plausible");
            if (size.number > 1 && made.values > 0 && static_cast<std::uint64_t>(stride.number) != made.values)
                return unsupported("a tensor is not contiguous (call .contiguous() before saving)");
            made.shape[i] = static_cast<std::size_t>(size.number);
            if (__builtin_mul_overflow(made.values, static_cast<std::uint64_t>(size.number), &made.values))
                return damage("a size of a tensor is not plausible");
        }
        return {};
    }

    /// Attributes of an OrderedDict (versions of the modules of a network) are not needed.
    Result<void> build()
    {
        MR_TRY(state, pop());
        if (m_stack.size() <= floor() || at(m_stack.back()).kind != Kind::Dictionary
            || at(state).kind != Kind::Dictionary)
            return unsupported("attributes of something else than a dictionary");
        return {};
    }

    std::string_view m_bytes;
    std::size_t m_position = 0;
    std::size_t m_begin = 0; ///< of the opcode that is executed
    std::vector<std::uint32_t> m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::uint32_t, std::uint32_t> m_memo;
    std::unordered_map<std::string_view, std::size_t> m_storages;
    PickleContent m_content;
};

} // namespace

Result<PickleContent> readPickle(std::string_view bytes)
{
    return PickleMachine(bytes).run();
}

} // namespace millrace::predict
