// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/packet_record.h"

namespace millrace::importers {

std::uint32_t NameBook::idOf(std::string_view name)
{
    if (const auto found = m_ids.find(name); found != m_ids.end())
        return found->second;
    if (m_names.size() + 1 >= capacity)
        name = "(others)";
    const auto [entry, isNew] = m_ids.try_emplace(std::string(name), static_cast<std::uint32_t>(m_names.size()));
    if (isNew)
        m_names.emplace_back(name);
    return entry->second;
}

const std::string& NameBook::name(std::uint32_t id) const noexcept
{
    static const std::string none;
    return id < m_names.size() ? m_names[id] : none;
}

std::string portText(std::uint32_t port, const NameBook& names)
{
    return port < firstNamedPort ? std::to_string(port) : names.name(port - firstNamedPort);
}

} // namespace millrace::importers
