// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/access_command.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::cluster {

namespace {

bool hasControlLetter(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; });
}

} // namespace

std::vector<std::string> commandOf(const Access& access, const Node& node)
{
    std::vector<std::string> words = access.command;
    for (std::string& word : words)
        for (auto at = word.find(hostPlaceholder); at != std::string::npos;
             at = word.find(hostPlaceholder, at + node.host.size()))
            word.replace(at, hostPlaceholder.size(), node.host);
    return words;
}

std::string whyNoAccessCommand(const std::vector<std::string>& words)
{
    if (words.empty())
        return {};
    if (words.front().empty() || words.front().starts_with('-') || words.front().find(hostPlaceholder) == 0)
        return fmt::format("'{}' is not a program; begin with one, such as docker exec -i {}", words.front(),
                           hostPlaceholder);
    if (std::ranges::any_of(words, hasControlLetter))
        return "a word of the command contains a control character, such as a newline; remove it";
    if (std::ranges::none_of(words, [](const std::string& word) { return word.find(hostPlaceholder) != word.npos; }))
        return fmt::format(
            "the command does not select a node; put {} where the node's host belongs: docker exec -i {}",
            hostPlaceholder, hostPlaceholder);
    return {};
}

std::string whyNoCommandHost(std::string_view host)
{
    if (host.starts_with('-'))
        return fmt::format("'{}' would be parsed as an option; give the name of a container, a pod or a folder", host);
    if (hasControlLetter(host))
        return "the host contains a control character, such as a newline; remove it";
    return {};
}

} // namespace millrace::cluster
