// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/reduce_kernel.h"

#include "core/collective/half.h"

#include <array>
#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

namespace millrace::collective {

namespace {

template <Operator operation, typename Value>
[[gnu::always_inline]] inline Value combined(Value target, Value source) noexcept
{
    if constexpr (operation == Operator::Minimum) {
        return source < target ? source : target;
    } else if constexpr (operation == Operator::Maximum) {
        return source > target ? source : target;
    } else if constexpr (std::signed_integral<Value>) {
        using Wrapping = std::make_unsigned_t<Value>;
        using Wide = std::common_type_t<Wrapping, unsigned>; // narrow unsigned values would be multiplied as int
        const Wide one = static_cast<Wrapping>(target);
        const Wide other = static_cast<Wrapping>(source);
        return static_cast<Value>(static_cast<Wrapping>(operation == Operator::Sum ? one + other : one * other));
    } else {
        return static_cast<Value>(operation == Operator::Sum ? target + source : target * source);
    }
}

template <Operator operation, typename Value>
[[gnu::always_inline]] inline void reducePlain(Value* __restrict target, const Value* __restrict source,
                                               std::size_t count) noexcept
{
    for (std::size_t i = 0; i < count; ++i)
        target[i] = combined<operation>(target[i], source[i]);
}

/// Narrow floating-point values: computed as float32, then rounded.
template <Operator operation, typename Format>
[[gnu::always_inline]] inline void reduceNarrow(std::uint16_t* __restrict target,
                                                const std::uint16_t* __restrict source, std::size_t count) noexcept
{
    for (std::size_t i = 0; i < count; ++i)
        target[i] = Format::narrow(combined<operation>(Format::widen(target[i]), Format::widen(source[i])));
}

template <Operator operation>
[[gnu::always_inline]] inline void reduceBool(std::uint8_t* __restrict target, const std::uint8_t* __restrict source,
                                              std::size_t count) noexcept
{
    constexpr bool any = operation == Operator::Sum || operation == Operator::Maximum;
    for (std::size_t i = 0; i < count; ++i)
        target[i] = static_cast<std::uint8_t>(any ? target[i] | source[i] : target[i] & source[i]);
}

/// How values are stored, in the order of ElementType.
using StoredTypes = std::tuple<float, double, std::uint16_t, std::uint16_t, std::int8_t, std::uint8_t, std::int16_t,
                               std::int32_t, std::int64_t, std::uint8_t>;
static_assert(std::tuple_size_v<StoredTypes> == elementTypes);

template <Operator operation, ElementType type>
[[gnu::always_inline]] inline void reduce(char* target, const char* source, std::size_t count) noexcept
{
    using Value = std::tuple_element_t<static_cast<std::size_t>(type), StoredTypes>;
    auto* into = reinterpret_cast<Value*>(target);
    const auto* from = reinterpret_cast<const Value*>(source);
    if constexpr (type == ElementType::Float16)
        reduceNarrow<operation, Float16Format>(into, from, count);
    else if constexpr (type == ElementType::BFloat16)
        reduceNarrow<operation, BFloat16Format>(into, from, count);
    else if constexpr (type == ElementType::Bool)
        reduceBool<operation>(into, from, count);
    else
        reducePlain<operation>(into, from, count);
}

struct Narrowest
{
    template <Operator operation, ElementType type>
    static void run(char* target, const char* source, std::size_t count) noexcept
    {
        reduce<operation, type>(target, source, count);
    }
};

#if defined(__x86_64__)
struct Wide
{
    template <Operator operation, ElementType type>
    [[gnu::target("avx2")]] static void run(char* target, const char* source, std::size_t count) noexcept
    {
        reduce<operation, type>(target, source, count);
    }
};
#endif

using Table = std::array<std::array<ReduceFunction, elementTypes>, operators>;

template <typename Width, Operator operation, std::size_t... types>
constexpr std::array<ReduceFunction, elementTypes> row(std::index_sequence<types...>)
{
    return {&Width::template run<operation, static_cast<ElementType>(types)>...};
}

template <typename Width, std::size_t... operations>
constexpr Table table(std::index_sequence<operations...>)
{
    return {row<Width, static_cast<Operator>(operations)>(std::make_index_sequence<elementTypes>())...};
}

} // namespace

ReduceFunction reduceFunction(Operator operation, ElementType type) noexcept
{
    const auto row = static_cast<std::size_t>(operation);
    const auto column = static_cast<std::size_t>(type);
#if defined(__x86_64__)
    static constexpr Table wide = table<Wide>(std::make_index_sequence<operators>());
    if (__builtin_cpu_supports("avx2"))
        return wide[row][column];
#endif
    static constexpr Table plain = table<Narrowest>(std::make_index_sequence<operators>());
    return plain[row][column];
}

std::size_t elementBytes(ElementType type) noexcept
{
    static constexpr std::array<std::size_t, elementTypes> bytes{4, 8, 2, 2, 1, 1, 2, 4, 8, 1};
    return bytes[static_cast<std::size_t>(type)];
}

std::string_view elementTypeName(ElementType type) noexcept
{
    static constexpr std::array<std::string_view, elementTypes> names{
        "float32", "float64", "float16", "bfloat16", "int8", "uint8", "int16", "int32", "int64", "bool"};
    return names[static_cast<std::size_t>(type)];
}

} // namespace millrace::collective
