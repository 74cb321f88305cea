// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/model_file.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace millrace::graphs {

/// A data set of a request and its setting.
struct RequestedData
{
    std::string source; ///< as for predict::readDataSource
    std::vector<double> setting;
};

struct TrainRequest
{
    std::vector<RequestedData> data; ///< published networks: exactly one, without a setting
    std::variant<ResidualShape, PublishedShape> shape; ///< without `start`; features and settings follow the data
    ResidualPlan residualPlan;
    FitPlan publishedPlan;
    Transfer transfer = Transfer::None;
    std::string start; ///< model file; empty: drawn weights
    std::string save; ///< empty: the model is not stored
    std::uint64_t seed = 42;
};

struct PredictRequest
{
    std::string model;
    RequestedData data;
};

struct CancelRequest
{
    std::int64_t target = 0; ///< id of the request to cancel
};

struct Request
{
    std::int64_t id = 0;
    std::variant<TrainRequest, PredictRequest, CancelRequest> what;
};

/// Reads one line of the protocol in README.md. InvalidInput has the first problem; `id` is set wherever the line has
/// one.
[[nodiscard]] Result<Request> parseRequest(std::string_view line, std::int64_t& id);

} // namespace millrace::graphs
