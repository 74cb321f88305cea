// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/operations/operations.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::operations {

/// Execution traces of MLCommons Chakra (schema/protobuf/et_def.proto), one file for each rank, NAME.RANK.et: messages
/// of protocol buffers with their lengths before them, GlobalMetadata first, then nodes.

/// Reads the files of all ranks, by rank. COMM_SEND and COMM_RECV nodes are messages (attributes comm_size, comm_dst
/// or comm_src, comm_tag); COMM_COLL nodes of all ranks become the messages of our own collective operations, of
/// comm_size bytes: of the vector of an all-reduce, reduce or broadcast (along a ring or a tree from rank 0), of all
/// parts together for the others. All other nodes take their duration. InvalidInput names rank and node; Unsupported
/// for collectives of some ranks only. The result has passed check().
[[nodiscard]] Result<Operations> parseChakra(const std::vector<std::string_view>& files);

/// The files by rank. A dependency on the start of an operation becomes one on what that waits for, because Chakra has
/// none; a duration is in µs there, and in the attribute duration_ns as well.
[[nodiscard]] std::vector<std::string> chakraTraces(const Operations& operations);

} // namespace millrace::operations
