// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/quantity.h"

#include <QLineEdit>

#include <limits>
#include <optional>

class QLabel;

namespace millrace::ui {

class FieldMarker;

/// A line for one quantity with its unit, checked while it is typed: what cannot be is marked, said and not handed on;
/// the text stays as the user wrote it. Takes `.` as the decimal sign whatever the locale, as project files do.
class QuantityEdit : public QLineEdit
{
    Q_OBJECT
public:
    using Kind = Quantity;
    static constexpr Kind Duration = Quantity::Duration; ///< nanoseconds: "10ms"; the unit is required
    static constexpr Kind Rate = Quantity::Rate; ///< bit/s: "1Gbit"
    static constexpr Kind Size = Quantity::Size; ///< bytes: "64KiB"
    static constexpr Kind Share = Quantity::Fraction; ///< 0 to 1: "1%"
    static constexpr Kind Count = Quantity::Count; ///< a whole number from 0: "32"
    static constexpr Kind Number = Quantity::Number; ///< "1e13"

    explicit QuantityEdit(Kind kind, QWidget* parent = nullptr);

    /// In the base unit; texts outside are refused with a sentence that names the bounds.
    void setRange(double least, double most);
    /// Empty text is allowed and means "not given"; `placeholder` says what holds then.
    void setOptional(const QString& placeholder);
    /// Where the reason is shown below the field; see FieldMarker::makeNote().
    void setNote(QLabel* note);

    /// In the base unit, without edited(). Leaves the text alone if it says this value already, or cannot be read while
    /// this is the last value that it said.
    void setValue(std::optional<double> value);
    /// The value of the text; nothing where it is empty or cannot be, see isAcceptable().
    [[nodiscard]] std::optional<double> value() const noexcept { return m_value; }
    [[nodiscard]] bool isAcceptable() const noexcept { return m_reason.isEmpty(); }
    /// Why the text cannot be, or what setProblem() said.
    [[nodiscard]] QString problem() const;
    /// A problem that only the whole project shows; the text's own comes first.
    void setProblem(const QString& reason);

Q_SIGNALS:
    /// The user has typed an acceptable value that differs from the last one.
    void edited(std::optional<double> value);

private:
    struct Reading
    {
        std::optional<double> value;
        QString reason;
    };
    [[nodiscard]] Reading read(const QString& text) const;
    void take();
    void showProblem();

    Kind m_kind;
    double m_least = 0;
    double m_most = std::numeric_limits<double>::max();
    bool m_optional = false;
    std::optional<double> m_value;
    QString m_reason;
    QString m_outside;
    FieldMarker* m_marker;
};

} // namespace millrace::ui
