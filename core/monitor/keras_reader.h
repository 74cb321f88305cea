// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"

namespace millrace::monitor {

/// TensorFlow and Keras: progress bars of both generations ("196/196 [====] - 12s 61ms/step - loss: 1.8"), lines of
/// estimators and tf_cnn_benchmarks. An update of a bar is an iteration, numbered from 0 through all epochs; only the
/// last one of an epoch has a duration, the mean per step, since the others show a running mean.
class KerasReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;

private:
    struct State
    {
        std::int64_t epoch = 1;
        std::int64_t lastStep = -1; ///< of an estimator
    };
    [[nodiscard]] LineOutcome readBar(std::string_view body, State& state, const EventOrigin& origin);
    [[nodiscard]] LineOutcome readEstimator(std::string_view text, State& state, const EventOrigin& origin);

    PerWorker<State> m_states;
};

} // namespace millrace::monitor
