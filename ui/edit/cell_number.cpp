// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/edit/cell_number.h"

#include "core/base/text.h"

#include <QCoreApplication>

namespace millrace::ui {

Result<std::optional<double>> optionalNumber(Quantity quantity, const QString& text)
{
    const std::string words = text.trimmed().toStdString();
    if (words.empty())
        return std::optional<double>();
    // A bare number would be seconds, which hardly anybody means.
    if (const auto bare = parseDouble(words); quantity == Quantity::Duration && bare && *bare != 0)
        return fail(ErrorCode::InvalidInput,
                    QCoreApplication::translate("ClusterFields", "“%1” has no unit; write 10ms, 250us or 1.5s.")
                        .arg(text)
                        .toStdString());
    MR_TRY(value, parseQuantity(quantity, words));
    return std::optional(value);
}

} // namespace millrace::ui
