//! The JSON Schema of variant files, for editors.
//!
//! It says what can be said of one file by itself: which keys there are, and of which type they
//! are. Which of them are needed depends on the parents, and what texts mean is for the check.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::keys::{AFTER, KeyInfo, Kind, OFF, TableInfo, file, patch};
use crate::limits;

/// The schema of a file, of draft 7, which is what editors of TOML know.
pub fn schema() -> Value {
    let mut tables = BTreeMap::new();
    let mut root = of_table(file(), Place::File, &mut tables);
    let parts = keys(patch(), &mut tables);
    let patch = json!({
        "description": "What a choice changes: laid over the file, table by table.",
        "type": "object",
        "properties": parts,
        "additionalProperties": false,
    });
    tables.insert("Patch".to_owned(), patch);
    if let Value::Object(root) = &mut root {
        root.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
        root.insert("title".to_owned(), json!("A chess variant"));
        root.insert("definitions".to_owned(), json!(tables));
    }
    root
}

/// Where a table stands, which decides what it may hold besides its keys.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    File,
    Key,
    /// An entry of a list, which has a name and a place in the list.
    Entry,
}

fn of_table(table: &TableInfo, place: Place, tables: &mut BTreeMap<String, Value>) -> Value {
    let mut properties = keys(table.keys.iter(), tables);
    let mut more = |key: &KeyInfo| {
        properties.insert(key.name.to_owned(), described(of_kind(key.kind, tables), key.doc));
    };
    if place != Place::File {
        more(&OFF);
    }
    let named = place == Place::Entry && table.has_name();
    if named {
        more(&AFTER);
    }
    let schema = json!({
        "description": table.doc.trim(),
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    });
    if named { with(schema, "required", json!(["name"])) } else { schema }
}

fn keys<'a>(
    keys: impl Iterator<Item = &'a KeyInfo>,
    tables: &mut BTreeMap<String, Value>,
) -> Map<String, Value> {
    keys.map(|key| (key.name.to_owned(), described(of_kind(key.kind, tables), key.doc))).collect()
}

/// What is said beside a reference is not read, so a reference gets a wrapping.
fn described(schema: Value, doc: &str) -> Value {
    let schema = match schema {
        schema if schema.get("$ref").is_some() => json!({ "allOf": [schema] }),
        schema => schema,
    };
    with(schema, "description", json!(doc.trim()))
}

fn with(mut schema: Value, key: &str, value: Value) -> Value {
    if let Value::Object(schema) = &mut schema {
        schema.insert(key.to_owned(), value);
    }
    schema
}

fn of_kind(kind: Kind, tables: &mut BTreeMap<String, Value>) -> Value {
    match kind {
        Kind::Text => json!({ "type": "string", "maxLength": limits::TEXT_BYTES }),
        Kind::Integer => json!({ "type": "integer" }),
        Kind::Boolean => json!({ "type": "boolean" }),
        Kind::List(Kind::Table(table)) => {
            json!({ "type": "array", "items": reference(table, Place::Entry, tables) })
        }
        Kind::List(kind) => json!({ "type": "array", "items": of_kind(*kind, tables) }),
        Kind::Named(kind) => {
            let inner = of_kind(*kind, tables);
            // `off` is a name like others, or takes the whole table out.
            let off = json!({ "anyOf": [{ "type": "boolean" }, inner] });
            json!({
                "type": "object",
                "properties": { "off": off },
                "additionalProperties": inner,
            })
        }
        Kind::Table(table) => reference(table, Place::Key, tables),
        Kind::Patch => json!({ "$ref": "#/definitions/Patch" }),
    }
}

fn reference(table: &TableInfo, place: Place, tables: &mut BTreeMap<String, Value>) -> Value {
    let name = table.name.trim_end_matches("Table");
    if !tables.contains_key(name) {
        let schema = of_table(table, place, tables);
        tables.insert(name.to_owned(), schema);
    }
    json!({ "$ref": format!("#/definitions/{name}") })
}
