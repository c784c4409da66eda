//! A small client: frames, request numbers, and answers to what the server asks.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream},
    time::timeout,
};

/// Longer than anything in a test may take.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Client {
    to: DuplexStream,
    from: BufReader<DuplexStream>,
    number: i64,
    /// Notifications and requests of the server that nobody has asked for yet.
    pub news: VecDeque<Value>,
    /// Whether requests of the server are left without an answer.
    pub silent: bool,
}

impl Client {
    /// Starts a server and says hello.
    pub async fn start(capabilities: Value, options: Value) -> Self {
        let (to, input) = tokio::io::duplex(1 << 16);
        let (output, from) = tokio::io::duplex(1 << 16);
        tokio::spawn(sdkc_lsp::serve(input, output, Arc::new(|_| {})));
        let mut client =
            Self { to, from: BufReader::new(from), number: 0, news: VecDeque::new(), silent: false };
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options });
        let answer = client.request("initialize", params).await;
        client.news.push_front(answer);
        client.notify("initialized", json!({})).await;
        client
    }

    pub async fn send(&mut self, message: Value) {
        let body = message.to_string();
        let frame = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.to.write_all(frame.as_bytes()).await.expect("the server reads");
    }

    pub async fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    /// Sends a request and waits for its whole reply.
    pub async fn reply(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let id = self.number;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        loop {
            let message = self.receive().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.news.push_back(message);
        }
    }

    /// Sends a request and waits for its result.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let reply = self.reply(method, params).await;
        assert!(reply.get("error").is_none(), "{method}: {reply}");
        reply["result"].clone()
    }

    /// The next message of the server of this kind, perhaps one that came earlier.
    pub async fn next(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self.news.iter().position(|it| it["method"] == method) {
                return self.news.remove(at).expect("it is there")["params"].clone();
            }
            let message = self.receive().await;
            self.news.push_back(message);
        }
    }

    /// The diagnostics of a version, the newest that were sent for it, with one of this code among them.
    pub async fn diagnostics_with(&mut self, version: i64, code: &str) -> Vec<Value> {
        loop {
            let told = self.next("textDocument/publishDiagnostics").await;
            let found = told["diagnostics"].as_array().cloned().unwrap_or_default();
            if told["version"] == version && found.iter().any(|it| it["code"] == code) {
                return found;
            }
        }
    }

    /// The next diagnostics of a version.
    pub async fn diagnostics(&mut self, version: i64) -> Vec<Value> {
        loop {
            let told = self.next("textDocument/publishDiagnostics").await;
            if told["version"] == version {
                return told["diagnostics"].as_array().cloned().expect("a list");
            }
        }
    }

    pub async fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "sdk", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document })).await;
    }

    pub async fn change(&mut self, version: i64, changes: Value) {
        let params = json!({ "textDocument": { "uri": URI, "version": version }, "contentChanges": changes });
        self.notify("textDocument/didChange", params).await;
    }

    /// Answers what the server has asked for so far.
    pub async fn answer_all(&mut self) {
        let asked: Vec<Value> = self.news.iter().filter_map(|it| it.get("id").cloned()).collect();
        for id in asked {
            self.send(json!({ "jsonrpc": "2.0", "id": id, "result": null })).await;
        }
    }

    pub async fn receive(&mut self) -> Value {
        let message = timeout(PATIENCE, read(&mut self.from)).await.expect("the server answers in time");
        if !self.silent && message.get("method").is_some() && message.get("id").is_some() {
            self.send(json!({ "jsonrpc": "2.0", "id": message["id"], "result": null })).await;
        }
        message
    }
}

/// The document of every test.
pub const URI: &str = "untitled:one.sdk";

/// A place in it.
pub fn at(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
}

/// It alone.
pub fn it() -> Value {
    json!({ "textDocument": { "uri": URI } })
}

async fn read(from: &mut BufReader<DuplexStream>) -> Value {
    let mut length = 0;
    loop {
        let mut line = String::new();
        from.read_line(&mut line).await.expect("a header");
        assert!(!line.is_empty(), "the server has closed its output");
        match line.trim().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().expect("a number"),
            None if line.trim().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body).await.expect("a body");
    serde_json::from_slice(&body).expect("JSON")
}
