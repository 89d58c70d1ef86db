//! The loop: requests are answered, changes noted, and faults told when nothing else waits.

use std::io::{BufRead, Result, Write};
use std::sync::mpsc::{Receiver, RecvError, TryRecvError, sync_channel};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CompletionOptions, CompletionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentFormattingParams, GotoDefinitionParams, HoverParams,
    HoverProviderCapability, OneOf, PublishDiagnosticsParams, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::documents::{Document, Documents, path_of};
use super::transport::Heard;
use super::{Libraries, answers, faults, transport};
use crate::limits;

/// Messages that are read before they are looked at.
const WAITING: usize = 64;

/// Serves until the client says `exit` or the input ends. True if it asked for the end first, as
/// it should.
///
/// # Errors
///
/// An input that is no message, or an output that cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    libraries: Libraries<'_>,
) -> Result<bool> {
    let (sender, receiver) = sync_channel(WAITING);
    // It ends with the process where the client keeps the input open.
    std::thread::spawn(move || {
        let mut input = input;
        loop {
            let message = transport::read(&mut input).transpose();
            let last = !matches!(message, Some(Ok(_)));
            if let Some(message) = message
                && sender.send(message).is_err()
            {
                return;
            }
            if last {
                return;
            }
        }
    });
    let mut server = Server {
        output,
        libraries,
        documents: Documents::default(),
        initialized: false,
        shut_down: false,
    };
    while let Some(message) = server.next(&receiver)? {
        let message = match message {
            Heard::Message(message) => message,
            Heard::Nothing(why) => {
                server.nothing_heard(&why)?;
                continue;
            }
        };
        match message {
            Message::Request(request) => server.request(request)?,
            Message::Notification(notification) => {
                if notification.method == "exit" {
                    break;
                }
                server.notification(notification)?;
            }
            // We ask nothing.
            Message::Response(_) => {}
        }
    }
    Ok(server.shut_down)
}

struct Server<'a, W> {
    output: W,
    libraries: Libraries<'a>,
    documents: Documents,
    initialized: bool,
    shut_down: bool,
}

impl<W: Write> Server<'_, W> {
    /// The next message; faults of changed texts are told while there is none.
    fn next(&mut self, receiver: &Receiver<Result<Heard>>) -> Result<Option<Heard>> {
        loop {
            match receiver.try_recv() {
                Ok(message) => return message.map(Some),
                Err(TryRecvError::Disconnected) => return Ok(None),
                Err(TryRecvError::Empty) => {}
            }
            let dirty = self.documents.0.iter().find(|(_, document)| document.dirty);
            let Some(uri) = dirty.map(|(uri, _)| uri.clone()) else {
                return match receiver.recv() {
                    Ok(message) => message.map(Some),
                    Err(RecvError) => Ok(None),
                };
            };
            self.publish(&uri)?;
        }
    }

    fn send(&mut self, message: &Message) -> Result<()> {
        message.write(&mut self.output)?;
        self.output.flush()
    }

    /// Answers what is no message. It has no id that could be named, so the answer has none.
    fn nothing_heard(&mut self, why: &str) -> Result<()> {
        let code = ErrorCode::ParseError as i32;
        let error = json!({ "code": code, "message": why });
        let text = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
        write!(self.output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.output.flush()
    }

    fn answer(&mut self, id: RequestId, answer: impl Serialize) -> Result<()> {
        self.send(&Response::new_ok(id, answer).into())
    }

    fn refuse(&mut self, id: RequestId, code: ErrorCode, message: String) -> Result<()> {
        self.send(&Response::new_err(id, code as i32, message).into())
    }

    fn publish(&mut self, uri: &str) -> Result<()> {
        self.documents.refresh(uri, self.libraries);
        let Some(document) = self.documents.0.get_mut(uri) else { return Ok(()) };
        document.dirty = false;
        let Some(document) = self.documents.0.get(uri) else { return Ok(()) };
        let library = self.documents.library(document, self.libraries);
        let diagnostics = faults::faults(document, &*library);
        drop(library);
        self.tell(uri, diagnostics)
    }

    fn tell(&mut self, uri: &str, diagnostics: Vec<lsp_types::Diagnostic>) -> Result<()> {
        let Ok(uri) = uri.parse::<Uri>() else { return Ok(()) };
        let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
        let method = "textDocument/publishDiagnostics".to_owned();
        self.send(&Notification::new(method, params).into())
    }

    fn request(&mut self, request: Request) -> Result<()> {
        let Request { id, method, params } = request;
        if self.shut_down {
            let message = "the server has been shut down".to_owned();
            return self.refuse(id, ErrorCode::InvalidRequest, message);
        }
        if method == "initialize" {
            self.initialized = true;
            return self.answer(id, capabilities());
        }
        if !self.initialized {
            let message = "`initialize` comes first".to_owned();
            return self.refuse(id, ErrorCode::ServerNotInitialized, message);
        }
        match method.as_str() {
            "shutdown" => {
                self.shut_down = true;
                self.answer(id, Value::Null)
            }
            "textDocument/hover" => self.with(id, params, |server, params: HoverParams| {
                let place = params.text_document_position_params;
                let document = server.document(&place.text_document.uri)?;
                answers::hover(document, place.position)
            }),
            "textDocument/completion" => {
                self.with(id, params, |server, params: CompletionParams| {
                    let place = params.text_document_position;
                    let document = server.document(&place.text_document.uri)?;
                    Some(answers::completion(document, place.position))
                })
            }
            "textDocument/definition" => {
                self.with(id, params, |server, params: GotoDefinitionParams| {
                    let place = params.text_document_position_params;
                    let uri = &place.text_document.uri;
                    let document = server.document(uri)?;
                    let library = server.documents.library(document, server.libraries);
                    answers::definition(uri, document, &*library, place.position)
                })
            }
            "textDocument/formatting" => {
                self.with(id, params, |server, params: DocumentFormattingParams| {
                    let document = server.document(&params.text_document.uri)?;
                    Some(answers::formatting(document))
                })
            }
            _ => {
                let message = format!("there is no method `{}`", method.escape_debug());
                self.refuse(id, ErrorCode::MethodNotFound, message)
            }
        }
    }

    fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents.0.get(uri.as_str())
    }

    /// Answers a question about a text; its names are read again first if it has changed.
    fn with<P: DeserializeOwned, A: Serialize>(
        &mut self,
        id: RequestId,
        params: Value,
        answer: impl FnOnce(&Self, P) -> Option<A>,
    ) -> Result<()> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).map(str::to_owned);
        if let Some(uri) = uri.filter(|uri| self.documents.0.get(uri).is_some_and(|d| d.dirty)) {
            self.documents.refresh(&uri, self.libraries);
        }
        match serde_json::from_value(params) {
            Ok(params) => {
                let answer = answer(self, params);
                self.answer(id, answer)
            }
            Err(error) => self.refuse(id, ErrorCode::InvalidParams, error.to_string()),
        }
    }

    /// What is not understood is passed over, as the protocol wants it.
    fn notification(&mut self, notification: Notification) -> Result<()> {
        if !self.initialized {
            return Ok(());
        }
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(params) = serde_json::from_value::<DidOpenTextDocumentParams>(params) {
                    let opened = params.text_document;
                    let uri = opened.uri.as_str().to_owned();
                    if self.documents.0.len() >= limits::OPEN_TEXTS
                        && !self.documents.0.contains_key(&uri)
                    {
                        return Ok(());
                    }
                    let mut document = Document { path: path_of(&uri), ..Document::default() };
                    document.set(opened.text);
                    self.documents.0.insert(uri.clone(), document);
                    self.documents.mark(&uri);
                }
            }
            "textDocument/didChange" => {
                if let Ok(params) = serde_json::from_value::<DidChangeTextDocumentParams>(params) {
                    let uri = params.text_document.uri.as_str().to_owned();
                    if let Some(document) = self.documents.0.get_mut(&uri) {
                        for change in params.content_changes {
                            document.change(change);
                        }
                    }
                    self.documents.mark(&uri);
                }
            }
            "textDocument/didClose" => {
                if let Ok(params) = serde_json::from_value::<DidCloseTextDocumentParams>(params) {
                    let uri = params.text_document.uri.as_str().to_owned();
                    // Its children see the file again.
                    self.documents.mark(&uri);
                    if self.documents.0.remove(&uri).is_some() {
                        self.tell(&uri, Vec::new())?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

fn capabilities() -> Value {
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["\"", ".", "[", " "].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    };
    json!({
        "capabilities": capabilities,
        "serverInfo": { "name": "ferz", "version": env!("CARGO_PKG_VERSION") },
    })
}
