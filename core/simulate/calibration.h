// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field.h"
#include "core/simulate/network.h"

#include <array>
#include <optional>
#include <string>

namespace millrace::simulate {

inline constexpr int modelVersion = 6; ///< of the simulation; another one where equal settings give other times

/// What measured runs say about the transport of the machines they ran on.
struct Calibration
{
    int model = 0; ///< modelVersion that it was fitted with
    std::string made; ///< date and time, RFC 3339
    std::string machine; ///< where it was measured: host, processor, kernel
    double efficiency = 1; ///< of the payload that fits into a rate, what arrives
    double messageSeconds = 0; ///< as in TransportLaw, like the next five
    double hopSeconds = 0;
    double processorBytesPerSecond = 0;
    double processorMessageBytes = 0;
    double burstSeconds = 0;
    double unfairness = 0;
    double receiveBuffer = 0; ///< bytes, of the machines that it was fitted to; 0: not known
    int cells = 0; ///< that it was fitted to
    double medianError = 0; ///< |predicted ÷ measured - 1| of cells that were held out
    double highError = 0; ///< 90 % of them are below
    double leastRate = 0; ///< bit/s, of the cells that it was fitted to, like the next five; see calibrated_range.h
    double mostRate = 0;
    double mostDelaySeconds = 0;
    double mostLoss = 0;
    int mostRanks = 0; ///< 0: the range of the cells is not known
    std::string strategies; ///< names, a space in between

    [[nodiscard]] bool knows(std::string_view strategy) const;
    bool operator==(const Calibration&) const = default;
};

inline constexpr std::array calibrationFields = {
    field("model", &Calibration::model, Quantity::Count, {}, "", {.always = true}),
    field("made", &Calibration::made, "", {.always = true}),
    field("machine", &Calibration::machine, "", {.always = true}),
    field("efficiency", &Calibration::efficiency, Quantity::Number, {.least = 0, .aboveLeast = true}, "",
          {.always = true}),
    field("message_s", &Calibration::messageSeconds, Quantity::Number, {}, "", {.always = true}),
    field("hop_s", &Calibration::hopSeconds, Quantity::Number, {}, "", {.always = true}),
    field("processor_bytes_per_s", &Calibration::processorBytesPerSecond, Quantity::Number, {}, "", {.always = true}),
    field("processor_message_bytes", &Calibration::processorMessageBytes, Quantity::Number, {}, ""),
    field("burst_s", &Calibration::burstSeconds, Quantity::Number, {}, ""),
    field("unfairness", &Calibration::unfairness, Quantity::Number, {}, "", {.always = true}),
    field("receive_buffer_bytes", &Calibration::receiveBuffer, Quantity::Number, {}, ""),
    field("cells", &Calibration::cells, Quantity::Count, {}, "", {.always = true}),
    field("median_error", &Calibration::medianError, Quantity::Number, {}, "", {.always = true}),
    field("high_error", &Calibration::highError, Quantity::Number, {}, "", {.always = true}),
    field("least_rate", &Calibration::leastRate, Quantity::Number, {}, ""),
    field("most_rate", &Calibration::mostRate, Quantity::Number, {}, ""),
    field("most_delay_s", &Calibration::mostDelaySeconds, Quantity::Number, {}, ""),
    field("most_loss", &Calibration::mostLoss, Quantity::Fraction, {0, 1}, ""),
    field("most_ranks", &Calibration::mostRanks, Quantity::Count, {}, ""),
    field("strategies", &Calibration::strategies),
};

/// The law for a cluster; without a calibration only headers count, and windows have the buffers of an emulated node or
/// of Linux. Bursts are those of frames that pass the emulated switch uncut, not of its packet mode.
[[nodiscard]] TransportLaw lawOf(const std::optional<Calibration>& calibration,
                                 const cluster::Cluster& cluster) noexcept;
/// "model 6, calibrated 2026-11-27T02:10:00Z (24 cells), error 2.1 % median, 6 % for 90 %"; the stamp of a run. One of
/// another model is used with its numbers, its error is not known.
[[nodiscard]] std::string stampOf(const std::optional<Calibration>& calibration);

} // namespace millrace::simulate
