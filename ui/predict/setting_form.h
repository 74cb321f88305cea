// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/predict/sample.h"

#include <QStringList>
#include <QWidget>

class QComboBox;
class QFormLayout;

namespace millrace::ui {

class QuantityEdit;

/// The facts of a setting as a form, from the list of its fields. An empty field is a fact that is not given.
class SettingForm : public QWidget
{
    Q_OBJECT
public:
    explicit SettingForm(QWidget* parent = nullptr);

    void setSetting(const predict::Setting& setting);
    /// Names to choose from; others can be typed.
    void setKnown(const QStringList& models, const QStringList& strategies);
    /// The facts that are given.
    [[nodiscard]] Json given() const;
    /// Whether every text can be read.
    [[nodiscard]] bool isAcceptable() const;

Q_SIGNALS:
    /// By the user.
    void edited();

private:
    void addNumber(const Field<predict::Setting>& field, QFormLayout* layout);
    void addText(const Field<predict::Setting>& field, QFormLayout* layout);
    void showGraph();

    std::vector<std::pair<const Field<predict::Setting>*, QuantityEdit*>> m_numbers;
    QComboBox* m_model = nullptr;
    QComboBox* m_strategy = nullptr;
    class QLabel* m_graphState;
    std::vector<double> m_graph; ///< pooled features of the setting or the model file that was taken over
};

} // namespace millrace::ui
