#include "grader/report/html_page.h"

#include <fmt/format.h>

#include "grader/report/format_text.h"
#include "grader/report/words.h"

namespace grader {
namespace {

constexpr std::string_view kStyle =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 "
    "1em;color:#111;background:#fff}\n"
    "h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em}\n"
    "table.f{border-collapse:collapse}table.f td,table.f th{padding:.2em .8em;border-bottom:1px solid "
    "#ccc;text-align:left}caption{text-align:left;font-style:italic}\n"
    ":focus-visible{outline:3px solid #2563a8;outline-offset:2px}\n"
    "details{border:1px solid #ccc;border-radius:4px;margin:.5em 0;padding:.3em "
    ".8em}summary{cursor:pointer}\n"
    ".good{color:#0a5d20}.bad{color:#9c1313}pre{background:#f4f4f4;color:#111;padding:.6em;overflow-x:auto}\n"
    ".hint{border-left:4px solid #2563a8;padding-left:.8em}\n"
    "@media(prefers-color-scheme:dark){body{color:#eee;background:#181818}.good{color:#6ddc8b}.bad{color:#"
    "ff8f8f}}\n";

}  // namespace

std::string html_page_begin(std::string_view title, std::string_view style) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n";
  html +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\" />\n";
  html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n";
  return html + fmt::format("<title>{}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n", html_text(title),
                            kStyle, style);
}

std::string_view html_page_end() {
  return "</body>\n</html>\n";
}

std::string verdict_html(Verdict verdict) {
  const bool passed = verdict == Verdict::kAccepted;
  return fmt::format("<span class=\"{}\">{} {}</span>", passed ? "good" : "bad", passed ? "✓" : "✗",
                     words(verdict));
}

}  // namespace grader
