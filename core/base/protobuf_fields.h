// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <protozero/types.hpp>

namespace millrace {

// Cases for protozero's tag_and_type(): a field with another wire type than that of its number is skipped, as an
// unknown one is. protozero only asserts the type when it reads a value.

constexpr std::uint32_t bytesField(std::uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::length_delimited);
}
constexpr std::uint32_t numberField(std::uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::varint);
}
constexpr std::uint32_t fixed32Field(std::uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::fixed32);
}
constexpr std::uint32_t fixed64Field(std::uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::fixed64);
}

} // namespace millrace
