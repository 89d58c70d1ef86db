//! Console transcripts.

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cli/*.md");
}
