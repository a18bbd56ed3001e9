// What all pages that open offline have in common: head, style, words.
#pragma once

#include <string>
#include <string_view>

#include "grader/base/verdict.h"

namespace grader {

/// From the doctype to `<body>`, with the style that all pages share and `style` after it. `title` is plain
/// text. Nothing from elsewhere is loaded and no script runs: the Content-Security-Policy allows styles of
/// the page's own alone.
std::string html_page_begin(std::string_view title, std::string_view style);
/// `</body>` and `</html>`.
std::string_view html_page_end();

/// `✓ accepted` or `✗ wrong answer`, with a colour beside the sign.
std::string verdict_html(Verdict verdict);

}  // namespace grader
