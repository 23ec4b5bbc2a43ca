// Detects text written in a query language instead of a name: SQL, SQLite's FTS5 and PostgreSQL's tsquery. It could do
// no harm (texts are bound, and only letters reach the index), but its sender expects a meaning that it does not have
// here, so it is refused with an error. Characters that occur in names (quotes, brackets, commas, hyphens, `&`, `:`,
// `;` between two references, the stars of a hotel) and the words AND, OR and NOT are allowed.

/** Longest distance in characters from `select` to the end of `from`. */
const MOST_SELECTED = 110
/** Applied to texts in which all white space has become single spaces. */
const SYNTAX: readonly RegExp[] = [
  // SQL statements
  /\b(?:drop|alter|create|truncate) (?:table|database|schema|index|view|trigger)\b/iu,
  /\bunion (?:all )?select\b|\binsert into\b|\bdelete from\b|\bupdate \w+ set\b/iu,
  // SQL conditions: OR 1=1, ' AND 'a'='a, name = 'x', x <> y
  /(?<!\p{L})(?:or|and)[ ('"]+\w*['"]? ?(?:=|<>|!=|<=|>=)|\w ?(?:=|<>|!=|<=|>=) ?['"]/iu,
  // SQL comments
  /\/\*|\*\/|(?:^|[;'")]) ?--/u,
  // full text: prefix of a word, first word of a column
  /\p{L}\*(?![*\p{L}])|:\*|(?:^| )\^ ?["\p{L}]/u,
  // full text: proximity, column filter, operators of tsquery
  /\bNEAR ?[(/]|\{[^{}]*\} ?:|<->|<\d>|[&|] ?!|(?:^| )!\(/u,
]

/** The first part of the text that is query syntax; returns null if the text can be a name. */
export function querySyntaxIn(text: string): string | null {
  const spaced = text.replace(/\s+/gu, ' ')
  for (const pattern of SYNTAX) {
    const found = pattern.exec(spaced)
    if (found !== null) return found[0].trim()
  }
  return selectIn(spaced)
}

/** Finds `select ... from`, not far apart. */
function selectIn(text: string): string | null {
  const select = /\bselect\b/iu.exec(text)
  if (select === null) return null
  const near = text.slice(select.index, select.index + MOST_SELECTED)
  const from = /\bfrom\b/iu.exec(near)
  return from === null ? null : near.slice(0, from.index + 'from'.length)
}
