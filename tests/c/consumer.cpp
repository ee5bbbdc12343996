// SPDX-License-Identifier: Apache-2.0
// The header in C++17: handles in smart pointers, texts as string views, no cast anywhere.
#include <iostream>
#include <memory>
#include <string_view>

#include "lineage_identity.h"

namespace {
struct Free {
  void operator()(lineage_identity *identity) const { lineage_identity_free(identity); }
  void operator()(lineage_error *error) const { lineage_error_free(error); }
};

lineage_str lend(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view(lineage_str text) { return {text.data, text.len}; }
}  // namespace

int main() {
  lineage_connection connection{};
  connection.size = sizeof connection;
  connection.type = lend("POSTGRESQL");
  connection.host = lend(" DB ");
  connection.database = lend("analytics");
  connection.contract = LINEAGE_CONTRACT_V3;
  lineage_table table{};
  table.size = sizeof table;
  table.schema = lend("staging");
  table.table = lend("orders");

  lineage_identity *out = nullptr;
  lineage_error *failure = nullptr;
  const lineage_status status = lineage_relational_identity(&connection, &table, &out, &failure);
  const std::unique_ptr<lineage_identity, Free> identity{out};
  const std::unique_ptr<lineage_error, Free> error{failure};
  if (status != LINEAGE_STATUS_FOUND) {
    std::cout << view(lineage_error_message(error.get())) << '\n';
    return status == LINEAGE_STATUS_NO_IDENTITY ? 1 : 2;
  }
  std::cout << view(lineage_identity_namespace(identity.get())) << '\n'
            << view(lineage_identity_name(identity.get())) << '\n';
  return view(lineage_version()) == LINEAGE_IDENTITY_VERSION ? 0 : 3;
}
