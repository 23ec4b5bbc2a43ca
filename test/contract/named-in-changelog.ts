// What CHANGELOG.md says of breaking changes that are not released yet, and whether a change is named there.

/**
 * Words in code spans under `### Breaking` of `## Unreleased`: `Route.gainM`, `gainM`, `/v1/route`. Empty without one.
 */
export function breakingNames(changelog: string): { words: ReadonlySet<string>; spans: ReadonlySet<string> } {
  const unreleased = sectionOf(changelog, /^## Unreleased$/m, /^## /m)
  const breaking = sectionOf(unreleased, /^### Breaking$/m, /^### /m)
  const spans = [...breaking.matchAll(/`([^`]+)`/g)].map(([, span]) => span)
  return { words: new Set(spans.flatMap((span) => span.match(/[\w./{}-]+/g) ?? [])), spans: new Set(spans) }
}

function sectionOf(text: string, heading: RegExp, next: RegExp): string {
  const start = heading.exec(text)
  if (start === null) return ''
  const rest = text.slice(start.index + start[0].length)
  const end = next.exec(rest)
  return end === null ? rest : rest.slice(0, end.index)
}

/**
 * Of a change to `Type.field(argument:)`: named by its coordinate, by the name of what changed, or by a code span that
 * is the name of its type.
 */
export function isSdlChangeNamed(description: string, changelog: string): boolean {
  const { words, spans } = breakingNames(changelog)
  const directive = /@(\w+)/.exec(description)
  if (directive !== null) return words.has(directive[1])
  const subject = description.replace(/^(A required (argument|field)|Argument|Field|Enum value|Standard scalar) /, '')
  const [, type, member, argument] = /^(\w+)(?:\.(\w+))?(?:\((\w+):\))?/.exec(subject) ?? []
  const own = argument ?? member
  return (
    spans.has(type) || (own !== undefined && words.has(own)) || (member !== undefined && words.has(`${type}.${member}`))
  )
}

/** Of a change to an operation: named by its path, or by the name of the member, parameter or word that changed. */
export function isRestChangeNamed({ path, name }: { path: string; name: string | null }, changelog: string): boolean {
  const { words } = breakingNames(changelog)
  return words.has(path) || (name !== null && words.has(name))
}
