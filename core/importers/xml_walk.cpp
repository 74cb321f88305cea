// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/xml_walk.h"

#include <algorithm>
#include <expat.h>
#include <fmt/format.h>
#include <memory>

namespace millrace::importers {

namespace {

constexpr std::size_t parsedAtOnce = std::size_t(1) << 20;

std::string_view localName(const char* name) noexcept
{
    const std::string_view whole = name;
    return whole.substr(whole.find(':') + 1); // npos + 1 is 0
}

/// State of expat's callbacks.
struct Walk
{
    XML_Parser parser;
    XmlVisitor& visitor;

    void stopIfRefused() const
    {
        if (!visitor.refusal().empty())
            XML_StopParser(parser, XML_FALSE);
    }
};

void XMLCALL onBegin(void* data, const XML_Char* name, const XML_Char** attributes)
{
    const Walk& walk = *static_cast<Walk*>(data);
    walk.visitor.begin(localName(name), attributes);
    walk.stopIfRefused();
}
void XMLCALL onEnd(void* data, const XML_Char* name)
{
    const Walk& walk = *static_cast<Walk*>(data);
    walk.visitor.end(localName(name));
    walk.stopIfRefused();
}
void XMLCALL onText(void* data, const XML_Char* text, int length)
{
    const Walk& walk = *static_cast<Walk*>(data);
    walk.visitor.text({text, static_cast<std::size_t>(length)});
    walk.stopIfRefused();
}
void XMLCALL onDoctype(void* data, const XML_Char*, const XML_Char*, const XML_Char*, int)
{
    XML_StopParser(static_cast<Walk*>(data)->parser, XML_FALSE);
}

struct ParserCloser
{
    void operator()(XML_Parser parser) const noexcept { XML_ParserFree(parser); }
};

} // namespace

std::string_view xmlAttribute(const char* const* attributes, std::string_view name) noexcept
{
    for (; attributes != nullptr && attributes[0] != nullptr; attributes += 2)
        if (localName(attributes[0]) == name)
            return attributes[1];
    return {};
}

Result<void> walkXml(std::string_view xml, XmlVisitor& visitor, std::string_view name, const JobContext& job)
{
    const std::unique_ptr<std::remove_pointer_t<XML_Parser>, ParserCloser> parser(XML_ParserCreate(nullptr));
    if (!parser)
        return fail(ErrorCode::Internal, "no memory for reading XML");
    Walk walk{parser.get(), visitor};
    XML_SetUserData(parser.get(), &walk);
    XML_SetElementHandler(parser.get(), onBegin, onEnd);
    XML_SetCharacterDataHandler(parser.get(), onText);
    XML_SetStartDoctypeDeclHandler(parser.get(), onDoctype);
    for (bool isLast = false; !isLast;) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, fmt::format("reading {} was cancelled", name));
        const std::string_view part = xml.substr(0, parsedAtOnce);
        xml.remove_prefix(part.size());
        isLast = xml.empty();
        if (XML_Parse(parser.get(), part.data(), static_cast<int>(part.size()), isLast ? 1 : 0) == XML_STATUS_OK)
            continue;
        if (!visitor.refusal().empty())
            return fail(ErrorCode::InvalidInput, fmt::format("{}: {}", name, visitor.refusal()));
        const XML_Error code = XML_GetErrorCode(parser.get());
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} line {}: {}", name, XML_GetCurrentLineNumber(parser.get()),
                                code == XML_ERROR_ABORTED ? "a document type is not read" : XML_ErrorString(code)));
    }
    return {};
}

} // namespace millrace::importers
