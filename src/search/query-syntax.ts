// Text that is written in a query language and is no name: SQL, SQLite's FTS5 and PostgreSQL's tsquery. It could do
// no harm (texts are bound, and only letters reach the index), but its sender expects it to mean something that it
// does not mean here, so it is refused and told. Signs that names hold (quotes, brackets, commas, hyphens, `&`, `:`,
// `;` between two references, the stars of a hotel) and the words AND, OR and NOT are read as in any name.

const SYNTAX: readonly RegExp[] = [
  // a statement of SQL
  /\b(?:drop|alter|create|truncate)\s+(?:table|database|schema|index|view|trigger)\b/iu,
  /\bunion\s+(?:all\s+)?select\b|\bselect\b.{1,100}\bfrom\b|\binsert\s+into\b|\bdelete\s+from\b|\bupdate\s+\w+\s+set\b/iu,
  // a condition of SQL: OR 1=1, ' AND 'a'='a, name = 'x', x <> y
  /(?<!\p{L})(?:or|and)[\s('"]+\w*['"]?\s*(?:=|<>|!=|<=|>=)|\w\s*(?:=|<>|!=|<=|>=)\s*['"]/iu,
  // a comment of SQL
  /\/\*|\*\/|(?:^|[;'")])\s*--/u,
  // full text: the beginning of a word, the first word of a column
  /\p{L}\*(?![*\p{L}])|:\*|(?:^|\s)\^\s*["\p{L}]/u,
  // full text: closeness, a column filter, operators of tsquery
  /\bNEAR\s*[(/]|\{[^}]*\}\s*:|<->|<\d>|[&|]\s*!|(?:^|\s)!\(/u,
]

/** The first part of the text that is query syntax; null where the text can be a name. */
export function querySyntaxIn(text: string): string | null {
  for (const pattern of SYNTAX) {
    const found = pattern.exec(text)
    if (found !== null) return found[0].trim()
  }
  return null
}
