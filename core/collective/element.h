// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace millrace::collective {

/// Type of the values of an operation, in the byte order of the machine.
enum class ElementType : std::uint8_t
{
    Float32,
    Float64,
    Float16, ///< IEEE 754 binary16; every sum of two is rounded to it
    BFloat16, ///< upper half of a float32; rounded to nearest even
    Int8,
    UInt8,
    Int16,
    Int32,
    Int64,
    Bool, ///< a byte, 0 or 1; sum and maximum are "or", product and minimum "and"
};
inline constexpr std::size_t elementTypes = 10;

[[nodiscard]] std::size_t elementBytes(ElementType type) noexcept;
/// "float32", "bfloat16", …
[[nodiscard]] std::string_view elementTypeName(ElementType type) noexcept;

enum class Operator : std::uint8_t
{
    Sum,
    Minimum,
    Maximum,
    Product
};
inline constexpr std::size_t operators = 4;

/// Values in memory on which an operation works in place. No alignment is needed.
struct Values
{
    char* data = nullptr;
    std::size_t elements = 0;
    ElementType type = ElementType::Float32;

    Values() = default;
    Values(void* at, std::size_t count, ElementType of) : data(static_cast<char*>(at)), elements(count), type(of) { }
    explicit Values(std::span<float> floats) : data(reinterpret_cast<char*>(floats.data())), elements(floats.size()) { }

    [[nodiscard]] std::size_t bytes() const noexcept { return elements * elementBytes(type); }
};

} // namespace millrace::collective
