use super::format;

#[test]
fn tables_and_keys_are_put_in_order_and_comments_move_with_them() {
    let text = "\
# A game.

[setup]
start = \"x\"
# on the board
[board]
ranks=8 # high
files = 8
# none = 1

# of the men
[pieces.queen]
moves=\"Q\"
letter = \"Q\"
[[end]]
result = \"us\"
name = \"b\"
[variant]
name = \"x\"
[pieces.king]
letter = \"K\"
[[end]]
name = \"a\"
[end.strange]
x = 1
# the end
";
    let expected = "\
# A game.

[variant]
name = \"x\"

# on the board
[board]
files = 8
# none = 1

ranks = 8                      # high

# of the men
[pieces.queen]
letter = \"Q\"
moves  = \"Q\"

[pieces.king]
letter = \"K\"

[setup]
start = \"x\"

[[end]]
name   = \"b\"
result = \"us\"

[[end]]
name = \"a\"
[end.strange]
x = 1
# the end
";
    assert_eq!(format(text).unwrap(), expected);
    assert_eq!(format(expected).unwrap(), expected);
}

#[test]
fn one_line_tables_stay_but_for_the_order_of_keys() {
    let same =
        "castling = [\n  { name = \"O-O\",   from = \"e1\" },\n  { name = \"O-O-O\" }, # b\n]\n";
    assert_eq!(format(same).unwrap(), same);
    let text =
        "[options.a.choices.b]\nend = [{off=true,name = \"x\"}]\nboard = {ranks = 1,files=2}\n";
    let expected = "[options.a.choices.b]\nboard = { files = 2, ranks = 1 }\nend   = [{ name = \"x\", off = true }]\n";
    assert_eq!(format(text).unwrap(), expected);
}

#[test]
fn what_is_no_toml_is_refused_with_its_place() {
    let faults = format("[board]\nfiles = \n").unwrap_err();
    assert_eq!((faults.len(), faults[0].code), (1, "syntax"));
    assert!(faults[0].span().start >= 8);
    assert_eq!(format(&" ".repeat(300_000)).unwrap_err()[0].code, "out-of-range");
}

#[test]
fn texts_of_several_lines_keep_every_letter() {
    for text in [
        "[variant]\nabout = \"\"\"\n  a  \n\n\n # b\n\"\"\"\nname = 'x'\n",
        "[variant]\r\nname = \"\"\"a\r\nb\"\"\"\r\n",
        "\u{feff}[variant]\nname = 'x'\n",
        "",
        "# nothing\n",
        "\n\n\n# nothing\n\n\n# at all",
        "a.b = 1\nc = 2\na.d = 3\n[\"x y\".z]\n'q' = { k.l = 1, k.m = [ { x = 1 } ] }\n",
        "[a]\n[b.c]\n[b]\n[a.d]\n[[l]]\n[[l.m]]\n[x]\n[[l]]\n[[l.m]]\n",
    ] {
        let once = format(text).unwrap();
        assert_eq!(format(&once).unwrap(), once, "{text:?}");
    }
}
