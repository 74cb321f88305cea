// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::predict {

/// What a pickle describes. Values refer to each other by index, so that one which contains itself, or the same list
/// many times, needs no more memory than its bytes.
struct PickleValue
{
    enum class Kind
    {
        None,
        Bool, ///< `number`
        Integer, ///< `number`
        Long, ///< more than 64 bit: its little-endian bytes in `text`
        Text,
        Tuple,
        List,
        Dictionary, ///< keys and values in turn
        Global, ///< "module name" in `text`
        Storage, ///< `number`: index in PickleContent::storages
        Tensor, ///< `number`: index in PickleContent::tensors
    };
    Kind kind = Kind::None;
    std::int64_t number = 0;
    std::string_view text;
    std::vector<std::uint32_t> items;
};

/// Memory of tensors, whose bytes are outside the pickle.
struct PickleStorage
{
    std::string_view key;
    std::uint64_t values = 0; ///< float32
};

/// Part of a storage, without gaps between its rows.
struct PickleTensor
{
    std::size_t storage = 0;
    std::uint64_t begin = 0; ///< in values
    std::vector<std::size_t> shape;
    std::uint64_t values = 0; ///< product of the shape

    [[nodiscard]] std::uint64_t end() const noexcept { return begin + values; }
};

struct PickleContent
{
    std::vector<PickleValue> values;
    std::vector<PickleStorage> storages;
    std::vector<PickleTensor> tensors;
    std::uint32_t root = 0; ///< index in `values`
    std::size_t length = 0; ///< bytes of the pickle, including its STOP
};

/// Reads a pickle of protocol 2 that describes tensors of float32: the opcodes that torch.save writes, and the three
/// globals collections.OrderedDict, torch._utils._rebuild_tensor_v2 and torch.FloatStorage. Nothing is executed.
/// Unsupported for every other opcode and global, Corrupt for damage and for sizes that are not plausible; both with
/// the byte. `bytes` must live as long as the result; they may continue after the pickle.
[[nodiscard]] Result<PickleContent> readPickle(std::string_view bytes);

} // namespace millrace::predict
