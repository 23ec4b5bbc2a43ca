// Text that is written in a query language and is no name: SQL, SQLite's FTS5 and PostgreSQL's tsquery. It could do
// no harm (texts are bound, and only letters reach the index), but its sender expects it to mean something that it
// does not mean here, so it is refused and told. Signs that names hold (quotes, brackets, commas, hyphens, `&`, `:`,
// `;` between two references, the stars of a hotel) and the words AND, OR and NOT are read as in any name.

/** Characters from the one word to the end of the other. */
const MOST_SELECTED = 110
/** Over texts in which every white space is one blank. */
const SYNTAX: readonly RegExp[] = [
  // a statement of SQL
  /\b(?:drop|alter|create|truncate) (?:table|database|schema|index|view|trigger)\b/iu,
  /\bunion (?:all )?select\b|\binsert into\b|\bdelete from\b|\bupdate \w+ set\b/iu,
  // a condition of SQL: OR 1=1, ' AND 'a'='a, name = 'x', x <> y
  /(?<!\p{L})(?:or|and)[ ('"]+\w*['"]? ?(?:=|<>|!=|<=|>=)|\w ?(?:=|<>|!=|<=|>=) ?['"]/iu,
  // a comment of SQL
  /\/\*|\*\/|(?:^|[;'")]) ?--/u,
  // full text: the beginning of a word, the first word of a column
  /\p{L}\*(?![*\p{L}])|:\*|(?:^| )\^ ?["\p{L}]/u,
  // full text: closeness, a column filter, operators of tsquery
  /\bNEAR ?[(/]|\{[^{}]*\} ?:|<->|<\d>|[&|] ?!|(?:^| )!\(/u,
]

/** The first part of the text that is query syntax; null where the text can be a name. */
export function querySyntaxIn(text: string): string | null {
  const spaced = text.replace(/\s+/gu, ' ')
  for (const pattern of SYNTAX) {
    const found = pattern.exec(spaced)
    if (found !== null) return found[0].trim()
  }
  return selectIn(spaced)
}

/** `select ... from`, not far apart. */
function selectIn(text: string): string | null {
  const select = /\bselect\b/iu.exec(text)
  if (select === null) return null
  const near = text.slice(select.index, select.index + MOST_SELECTED)
  const from = /\bfrom\b/iu.exec(near)
  return from === null ? null : near.slice(0, from.index + 'from'.length)
}
