//! The frame of a page.

use std::fmt::Write as _;

use super::escape::escape;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("sort.js");

/// Hashes of the two files for the page's policy; a test says when they are stale.
const STYLE_HASH: &str = "sha256-KQ077LTuOPt7kiFnyo6jsK3Itdki0RXt1LFs7CwX0f4=";
const SCRIPT_HASH: &str = "sha256-+J5m8eLf2O5nyAryuW1QV7AQzATLPhyyhUyKiS2qjDM=";

/// Returns a page. `title` is text, `body` is HTML.
pub(super) fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n\
         <html lang=\"en\">\n\
         <head>\n\
         <meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src '{STYLE_HASH}'; script-src '{SCRIPT_HASH}'; base-uri 'none'; form-action 'none'\">\n\
         <title>{title}</title>\n\
         <style>{STYLE}</style>\n\
         </head>\n\
         <body>\n\
         <main>\n\
         <h1>{title}</h1>\n\
         {body}\
         </main>\n\
         <script>{SCRIPT}</script>\n\
         </body>\n\
         </html>\n"
    )
}

/// Returns a section. `title` is text, `body` is HTML; without a body there is none.
pub(super) fn section(title: &str, body: &str) -> String {
    if body.is_empty() {
        return String::new();
    }
    format!("<section>\n<h2>{}</h2>\n{body}</section>\n", escape(title))
}

/// Returns a list of lines of text; without lines there is none.
pub(super) fn list(lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut html = String::from("<ul>\n");
    for line in lines {
        let _ = writeln!(html, "<li>{}</li>", escape(line.trim_start()));
    }
    html.push_str("</ul>\n");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest as _, Sha256};

    #[test]
    fn policy_has_the_hashes_of_style_and_script() {
        assert_eq!(STYLE_HASH, source_hash(STYLE));
        assert_eq!(SCRIPT_HASH, source_hash(SCRIPT));
    }

    /// Returns the hash of a source as policies write it: SHA-256 in base 64.
    fn source_hash(source: &str) -> String {
        const DIGITS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let digest = Sha256::digest(source.as_bytes());
        let mut text = String::from("sha256-");
        for chunk in digest.chunks(3) {
            let bits = chunk
                .iter()
                .fold(0u32, |bits, byte| bits << 8 | u32::from(*byte))
                << (8 * (3 - chunk.len()));
            for place in 0..4 {
                text.push(if place <= chunk.len() {
                    char::from(DIGITS[(bits >> (18 - 6 * place) & 63) as usize])
                } else {
                    '='
                });
            }
        }
        text
    }
}
