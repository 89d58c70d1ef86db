//! Console transcripts: those of `tests/cli`, of the README and of the documentation.

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cli/*.md").case("README.md").case("docs/*.md");
}

/// The README shows these files as they are.
#[test]
fn the_readme_shows_the_example_as_it_is() {
    let readme = std::fs::read_to_string("README.md").expect("a README");
    let example = std::fs::read_to_string("examples/outriders.toml").expect("the example");
    assert!(readme.contains(&format!("```toml\n{example}```\n")));
    let mistakes = std::fs::read_to_string("examples/mistakes.toml").expect("the example");
    let differing = example.lines().zip(mistakes.lines()).filter(|(a, b)| a != b).count();
    assert_eq!((differing, example.lines().count()), (2, mistakes.lines().count()));
}
