// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/capture_packets.h"
#include "core/importers/file_format.h"
#include "core/importers/flent.h"
#include "core/importers/iperf3_json.h"
#include "core/importers/iperf_text.h"
#include "core/importers/nccl_tests.h"
#include "core/importers/tcpdump_text.h"
#include "core/importers/tshark_fields.h"

#include <array>

namespace millrace::importers {

std::span<const FileFormat* const> fileFormats() noexcept
{
    static constexpr std::array formats = {
        &captureFormat,     &iperf3Format,       &flentFormat,     &ncclTestsFormat, &tsharkFieldsFormat,
        &tcpdumpTextFormat, &frameworkLogFormat, &iperfTextFormat, &tableFormat,
    };
    return formats;
}

} // namespace millrace::importers
