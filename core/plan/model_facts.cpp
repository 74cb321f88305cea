// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/model_facts.h"

#include "core/base/unknown.h"
#include "core/trainer/compute_model.h"
#include "core/trainer/model.h"

namespace millrace::plan {

Result<ModelFacts> modelFacts(std::string_view name)
{
    MR_TRY(model, trainer::findModel(name));
    return ModelFacts{model.elements(), model.bytes(), model.tensors.size(), model.forwardFlops, model.source};
}

double computeSeconds(const ModelFacts& model, int batch, double deviceFlops)
{
    if (model.forwardFlops <= 0)
        return unknown;
    return 3 * model.forwardFlops * batch / (deviceFlops > 0 ? deviceFlops : trainer::defaultDeviceFlops);
}

} // namespace millrace::plan
