// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/calibration.h"

#include "core/base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::simulate {

TransportLaw lawOf(const std::optional<Calibration>& calibration, const cluster::Cluster& cluster) noexcept
{
    TransportLaw law = headersOnly(cluster.mtu);
    if (cluster.kind == cluster::ClusterKind::Emulated)
        law.window = linuxWindows(cluster.mtu, cluster::emulatedSocketBuffer);
    else if (calibration && calibration->receiveBuffer > 0)
        law.window = linuxWindows(cluster.mtu, calibration->receiveBuffer);
    else
        law.window = linuxWindows(cluster.mtu);
    if (!calibration)
        return law;
    law.efficiency *= calibration->efficiency;
    law.messageSeconds = calibration->messageSeconds;
    law.hopSeconds = calibration->hopSeconds;
    law.processorBytesPerSecond = calibration->processorBytesPerSecond;
    law.processorMessageBytes = calibration->processorMessageBytes;
    law.burstSeconds = cluster.mode == cluster::SwitchMode::Packet ? 0 : calibration->burstSeconds;
    law.unfairness = calibration->unfairness;
    return law;
}

bool Calibration::knows(std::string_view strategy) const
{
    const auto names = split(strategies, ' ');
    return std::ranges::find(names, strategy) != names.end();
}

std::string stampOf(const std::optional<Calibration>& calibration)
{
    if (!calibration)
        return fmt::format("model {}, not calibrated, error not known", modelVersion);
    if (calibration->model != modelVersion)
        return fmt::format("model {}, calibrated {} ({} cells) for model {}, error not known", modelVersion,
                           calibration->made, calibration->cells, calibration->model);
    return fmt::format("model {}, calibrated {} ({} cells), error {:.1f} % median, {:.1f} % for 90 %", modelVersion,
                       calibration->made, calibration->cells, 100 * calibration->medianError,
                       100 * calibration->highError);
}

} // namespace millrace::simulate
