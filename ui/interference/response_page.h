// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/response_report.h"
#include "ui/interference/report_page.h"

#include <functional>

class QCheckBox;
class QComboBox;

namespace millrace::ui {

class QuantityEdit;

/// Computes the report; called on a pool thread.
using ResponseSource = std::function<Result<report::ResponseReport>(const report::ResponseChoice&, const JobContext&)>;

/// How the iteration time depends on the cross traffic: curves with fits, demand against what is left, distributions.
class ResponsePage : public ReportPage
{
    Q_OBJECT
public:
    ResponsePage(ReportSubject subject, ResponseSource source, Settings& settings, QWidget* parent = nullptr);

    [[nodiscard]] QString helpPage() const override { return QStringLiteral("response-curves"); }
    [[nodiscard]] report::ResponseChoice choice() const;

protected:
    void compute() override;

private:
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] QComboBox* addBox(const char* name, const QString& title);
    void restoreChoice();
    void choiceChanged();
    [[nodiscard]] QString summary(const report::ResponseReport& report) const;

    ResponseSource m_source;
    QComboBox* m_axis = nullptr;
    QComboBox* m_value = nullptr;
    QComboBox* m_scale = nullptr;
    QComboBox* m_domain = nullptr;
    QCheckBox* m_logarithmic = nullptr;
    QuantityEdit* m_capacity = nullptr;
};

} // namespace millrace::ui
