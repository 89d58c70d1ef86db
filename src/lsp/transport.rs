//! The base protocol: a header with the length, and JSON. (The crate's own reader would make
//! room for any length that a header names.)

use std::io::{BufRead, Error, ErrorKind, Read, Result};

use lsp_server::Message;

use crate::limits;

/// Longest header line; ours have 30 bytes.
const HEADER_BYTES: u64 = 1024;
/// Header lines of a message; two are known.
const HEADERS: usize = 16;

/// What stood between two headers.
#[derive(Debug)]
pub(super) enum Heard {
    /// A message.
    Message(Message),
    /// Nothing that is one: why. What follows can be understood.
    Nothing(String),
}

/// Reads a message; `None` at the end of the input.
///
/// # Errors
///
/// What is no header, or no whole body. Nothing that follows could be understood.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Heard>> {
    let fault = |text: String| Error::new(ErrorKind::InvalidData, text);
    let mut length = None;
    for number in 0..HEADERS {
        let mut line = Vec::new();
        input.by_ref().take(HEADER_BYTES).read_until(b'\n', &mut line)?;
        if line.is_empty() && number == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        if !line.ends_with('\n') {
            return Err(fault("a header that does not end".to_owned()));
        }
        let line = line.trim();
        if line.is_empty() {
            let Some(length) = length else {
                return Err(fault("a message without `Content-Length`".to_owned()));
            };
            return body(input, length).map(Some);
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(fault(format!("`{}` is no header", line.escape_debug())));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            let number: usize = value
                .trim()
                .parse()
                .map_err(|_| fault(format!("`{}` is no length", value.trim().escape_debug())))?;
            if number > limits::MESSAGE_BYTES {
                return Err(fault(format!(
                    "a message of {number} bytes; at most {} are allowed",
                    limits::MESSAGE_BYTES
                )));
            }
            length = Some(number);
        }
    }
    Err(fault(format!("more than {HEADERS} header lines")))
}

fn body(input: &mut impl BufRead, length: usize) -> Result<Heard> {
    let mut bytes = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length {
        return Err(Error::new(ErrorKind::UnexpectedEof, "the input ends within a message"));
    }
    Ok(match serde_json::from_slice(&bytes) {
        Ok(message) => Heard::Message(message),
        Err(error) => Heard::Nothing(format!("no message: {error}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> std::result::Result<Option<String>, String> {
        let message = read(&mut text.as_bytes()).map_err(|error| error.to_string())?;
        Ok(message.map(|heard| match heard {
            Heard::Message(Message::Notification(notification)) => notification.method,
            Heard::Message(Message::Request(request)) => request.method,
            Heard::Message(Message::Response(_)) => "response".to_owned(),
            Heard::Nothing(why) => why,
        }))
    }

    #[test]
    fn a_message_is_read_by_its_length() {
        assert_eq!(
            read_text("Content-Length: 16\r\nX-Y: z\r\n\r\n{\"method\":\"exit\"}"),
            Ok(Some("no message: EOF while parsing an object at line 1 column 16".to_owned()))
        );
        let right = "Content-Length: 17\r\n\r\n{\"method\":\"exit\"}";
        assert_eq!(read_text(right), Ok(Some("exit".to_owned())));
        assert_eq!(read_text(""), Ok(None));
    }

    #[test]
    fn what_is_no_message_is_an_error() {
        for text in [
            "\r\n",
            "x",
            "x\r\n",
            "Content-Length: 2\r\n\r\n",
            "Content-Length: 99999999999\r\n\r\n",
            "Content-Length: 99999999999999999999999\r\n\r\n",
            "Content-Length: -1\r\n\r\n",
            "Content-Length: 17\r\n{\"method\":\"exit\"}",
        ] {
            assert!(read_text(text).is_err(), "{text:?}");
        }
        assert!(read_text(&"a: b\r\n".repeat(100)).is_err());
        assert!(read_text(&"a".repeat(100_000)).is_err());
        let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
        let deep = format!("{{\"method\":\"x\",\"params\":{deep}}}");
        for body in [deep.as_str(), "[]", "null", "{{{"] {
            let text = format!("Content-Length: {}\r\n\r\n{body}", body.len());
            assert!(read_text(&text).unwrap().unwrap().starts_with("no message: "));
        }
    }
}
