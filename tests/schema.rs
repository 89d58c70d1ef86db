//! The JSON Schema of variant files: the committed one is the program's, all files that we ship
//! are valid under it, and what nobody reads is not.

use std::fs;
use std::path::PathBuf;

use ferz::definition::schema::schema;
use jsonschema::Validator;

const COMMITTED: &str = "docs/variant.schema.json";

fn validator() -> Validator {
    jsonschema::validator_for(&schema()).expect("a schema")
}

fn as_json(text: &str) -> serde_json::Value {
    let table: toml::Table = text.parse().expect("TOML");
    serde_json::to_value(table).expect("JSON")
}

fn files() -> Vec<PathBuf> {
    ["variants", "variants/lib", "examples", "tests/diagnostics/lib"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"))
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect()
}

/// `FERZ_BLESS=1` writes it anew.
#[test]
fn the_committed_schema_is_that_of_the_reader() {
    let now = format!("{:#}\n", schema());
    if std::env::var_os("FERZ_BLESS").is_some() {
        fs::write(COMMITTED, &now).expect("a file that can be written");
    }
    let committed = fs::read_to_string(COMMITTED).expect("the schema").replace("\r\n", "\n");
    assert!(committed == now, "{COMMITTED} is out of date: FERZ_BLESS=1 writes it anew");
}

#[test]
fn all_files_are_valid() {
    let validator = validator();
    let files = files();
    assert!(files.len() > 60, "only {} files", files.len());
    for path in files {
        let text = fs::read_to_string(&path).expect("a file");
        let faults: Vec<String> = validator
            .iter_errors(&as_json(&text))
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{}: {faults:#?}", path.display());
    }
}

/// Files that we ship name the schema in their first line.
#[test]
fn shipped_files_name_the_schema() {
    for path in files().into_iter().filter(|path| path.starts_with("variants")) {
        let text = fs::read_to_string(&path).expect("a file");
        let first = text.lines().next().unwrap_or_default();
        let named = first.strip_prefix("#:schema ").unwrap_or_default();
        let folder = path.parent().expect("a folder");
        let exists = folder.join(named).canonicalize().expect("the schema's path");
        assert_eq!(exists, PathBuf::from(COMMITTED).canonicalize().unwrap(), "{}", path.display());
    }
}

#[test]
fn what_nobody_reads_is_not_valid() {
    let validator = validator();
    for text in [
        "[peices]",
        "[pieces.king]\nmove = \"K\"",
        "[pieces.king]\nvalue = \"1\"",
        "[board]\nfiles = 8.5",
        "[[end]]\nwhen = \"true\"",
        "[[castling]]\nname = \"O-O\"\npartner_from = \"h1\"",
        "castling = {}",
        "[wall]\nhow = \"leave\"",
        "[options.x.choices.y]\ntest = []",
        "[options.x.choices.y]\nboard.file = 8",
        "[[combination]]\npatch = { pieces.king.letters = \"K\" }",
        "off = true",
        "[hand]\nafter = \"x\"",
        "[setup]\nstages = [{ name = \"x\", augment = { pools = \"w\" } }]",
    ] {
        assert!(!validator.is_valid(&as_json(text)), "{text}");
    }
    for text in [
        "castling = []",
        "[pieces.king]\noff = true",
        "[hand]\noff = true",
        "[augmenters]\noff = true",
        "[[end]]\nname = \"x\"\nafter = \"y\"\noff = false",
        "[zones]\noff = \"e4\"",
        "[options.x.choices.y]\nend = [{ name = \"x\", off = true }]",
    ] {
        assert!(validator.is_valid(&as_json(text)), "{text}");
    }
}
