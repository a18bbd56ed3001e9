#include "grader/bundle/handout_archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "grader/base/file.h"
#include "grader/base/text.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kZip = ".zip";
constexpr const char* kTarGz = ".tar.gz";
constexpr std::time_t kTime = 315705600;  // 1980-01-03: within what a zip can tell, in every time zone

using Writer = std::unique_ptr<archive, decltype(&archive_write_free)>;
using Entry = std::unique_ptr<archive_entry, decltype(&archive_entry_free)>;

bool ends_in(const fs::path& out, std::string_view suffix) {
  return out.filename().string().ends_with(suffix);
}

la_ssize_t append(archive* /*writer*/, void* bytes, const void* more, std::size_t count) {
  static_cast<std::string*>(bytes)->append(static_cast<const char*>(more), count);
  return static_cast<la_ssize_t>(count);
}

// ARCHIVE_OK is 0, and what is worse is below.
bool set_form(archive* writer, bool zip) {
  if (zip) return archive_write_set_format_zip(writer) == ARCHIVE_OK;
  return archive_write_set_format_pax_restricted(writer) == ARCHIVE_OK &&
         archive_write_add_filter_gzip(writer) == ARCHIVE_OK &&
         archive_write_set_filter_option(writer, "gzip", "timestamp", nullptr) == ARCHIVE_OK;
}

bool add_entry(archive* writer, const std::string& folder, const HandoutFile& file) {
  const Entry entry(archive_entry_new(), archive_entry_free);
  archive_entry_set_pathname(entry.get(), (folder + "/" + file.path).c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), file.executable ? 0755 : 0644);
  archive_entry_set_mtime(entry.get(), kTime, 0);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(file.bytes.size()));
  return archive_write_header(writer, entry.get()) == ARCHIVE_OK &&
         std::cmp_equal(archive_write_data(writer, file.bytes.data(), file.bytes.size()), file.bytes.size());
}

Result<std::string> archive_bytes(const std::vector<HandoutFile>& files, const std::string& folder,
                                  bool zip) {
  std::string bytes;
  const Writer writer(archive_write_new(), archive_write_free);
  bool ok = writer != nullptr && set_form(writer.get(), zip) &&
            archive_write_open(writer.get(), &bytes, nullptr, append, nullptr) == ARCHIVE_OK;
  for (std::size_t i = 0; ok && i < files.size(); ++i) ok = add_entry(writer.get(), folder, files[i]);
  ok = ok && archive_write_close(writer.get()) == ARCHIVE_OK;
  if (ok) return bytes;
  const char* said = writer ? archive_error_string(writer.get()) : nullptr;
  return fail_internal(fmt::format("cannot make the archive: {}", said != nullptr ? said : "no memory"));
}

Result<void> write_folder(const std::vector<HandoutFile>& files, const fs::path& out) {
  for (const HandoutFile& file : files) {
    if (auto written = write_file(out / file.path, file.bytes); !written) return written;
    if (!file.executable) continue;
    std::error_code ec;
    const auto all = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    fs::permissions(out / file.path, all, fs::perm_options::add, ec);
    if (ec) return fail(fmt::format("cannot make '{}' executable: {}", file.path, ec.message()));
  }
  return {};
}

}  // namespace

Result<void> check_out_is_free(const fs::path& out) {
  std::error_code ec;
  if (!fs::exists(fs::symlink_status(out, ec))) return {};
  if (fs::is_empty(out, ec) && !ec) return {};
  return fail(fmt::format("'{}' is there already: name a folder or an archive that is not",
                          clean_line(out.string())));
}

Result<void> write_handout(const std::vector<HandoutFile>& files, const fs::path& out) {
  const bool zip = ends_in(out, kZip);
  if (!zip && !ends_in(out, kTarGz)) return write_folder(files, out);
  const std::string name = out.filename().string();
  const std::string folder = name.substr(0, name.size() - std::string_view(zip ? kZip : kTarGz).size());
  return archive_bytes(files, folder.empty() ? "handout" : folder, zip).and_then([&](const auto& bytes) {
    return write_file(out, bytes);
  });
}

}  // namespace grader
