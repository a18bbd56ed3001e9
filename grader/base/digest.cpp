#include "grader/base/digest.h"

#include <openssl/evp.h>

#include <array>
#include <cassert>
#include <cstdint>

namespace grader {
namespace {

struct Free {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Handle = std::unique_ptr<EVP_MD_CTX, Free>;

Handle begin() {
  Handle handle(EVP_MD_CTX_new());
  [[maybe_unused]] const int ok = EVP_DigestInit_ex(handle.get(), EVP_sha256(), nullptr);
  assert(ok == 1);
  return handle;
}

std::string end(EVP_MD_CTX* context) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(context, bytes.data(), &size);
  std::string text;
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (unsigned int i = 0; i < size; ++i) {
    text += kDigits[bytes.at(i) >> 4U];
    text += kDigits[bytes.at(i) & 15U];
  }
  return text;
}

}  // namespace

struct Digest::Context {
  Handle handle = begin();
};

Digest::Digest() : context_(std::make_unique<Context>()) {}
Digest::~Digest() = default;

Digest& Digest::add(std::string_view part) {
  const std::uint64_t size = part.size();
  EVP_DigestUpdate(context_->handle.get(), &size, sizeof size);
  EVP_DigestUpdate(context_->handle.get(), part.data(), part.size());
  return *this;
}

std::string Digest::hex() {
  return end(context_->handle.get());
}

std::string sha256(std::string_view text) {
  const Handle handle = begin();
  EVP_DigestUpdate(handle.get(), text.data(), text.size());
  return end(handle.get());
}

}  // namespace grader
