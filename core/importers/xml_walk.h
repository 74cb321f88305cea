// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace millrace::importers {

/// Handler for the elements of an XML document. Names are without their prefix ("x:row" is "row").
class XmlVisitor
{
public:
    virtual ~XmlVisitor() = default;
    /// `attributes`: name, value, name, value, …, then null.
    virtual void begin(std::string_view name, const char* const* attributes) = 0;
    virtual void text(std::string_view text) = 0;
    virtual void end(std::string_view name) = 0;
    /// If not empty, the walk ends with this sentence as its error.
    [[nodiscard]] const std::string& refusal() const noexcept { return m_refusal; }

protected:
    std::string m_refusal;
};

/// The value of an attribute; empty: it has none.
[[nodiscard]] std::string_view xmlAttribute(const char* const* attributes, std::string_view name) noexcept;

/// Parses a document with expat. A document type, and with it custom entities, is refused. `name` is for errors:
/// InvalidInput for malformed XML; Cancelled.
[[nodiscard]] Result<void> walkXml(std::string_view xml, XmlVisitor& visitor, std::string_view name,
                                   const JobContext& job);

} // namespace millrace::importers
