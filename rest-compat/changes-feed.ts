// The change feed: CHANGELOG.md as Atom (decision D13). Entries are the items `- added|changed|Breaking: text` under a
// `## version (date)` heading; an item that is not dated is left out, never given a date.

import { escapeAttribute, escapeText } from '../src/wire/markup-text.ts'

export interface Change {
  version: string
  /** ISO day */
  date: string
  category: 'added' | 'changed' | 'Breaking'
  text: string
}

/** Reads the changes of a changelog, newest first as it stands. */
export function readChanges(markdown: string): Change[] {
  const changes: Change[] = []
  let version: string | null = null
  let date = ''
  let open: Change | null = null
  for (const line of markdown.split(/\r?\n/)) {
    if (line.startsWith('## ')) {
      const day = /\d{4}-\d{2}-\d{2}/.exec(line)?.[0]
      version = day === undefined ? null : (/^## {1,9}\[?([^\]\s]+)/.exec(line)?.[1] ?? null)
      date = day ?? ''
      open = null
      continue
    }
    const item = /^[-*] {1,9}(added|changed|Breaking): (.*)$/.exec(line)
    if (item !== null && version !== null) {
      open = { version, date, category: item[1] as Change['category'], text: item[2].trim() }
      changes.push(open)
    } else if (/^\s+\S/.test(line) && open !== null) open.text += ` ${line.trim()}`
    else open = null
  }
  return changes
}

/** Atom 1.0 (RFC 4287). */
export function writeChangesFeed(changes: readonly Change[], siteUrl: string): string {
  const updated = changes[0]?.date ?? '1970-01-01'
  const seen = new Map<string, number>()
  const entries = changes.map((change) => {
    const ordinal = seen.get(change.version) ?? 0
    seen.set(change.version, ordinal + 1)
    const title = change.text.length > 120 ? `${change.text.slice(0, 117)}...` : change.text
    return `  <entry>
    <id>${escapeText(`${siteUrl}/api/changes.atom#${change.version}-${ordinal}`)}</id>
    <title>${escapeText(title)}</title>
    <updated>${change.date}T00:00:00Z</updated>
    <category term="${change.category}"/>
    <content type="text">${escapeText(change.text)}</content>
  </entry>\n`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeText(`${siteUrl}/api/changes.atom`)}</id>
  <title>Waypost: changes of the API</title>
  <updated>${updated}T00:00:00Z</updated>
  <link rel="self" href="${escapeAttribute(`${siteUrl}/api/changes.atom`)}"/>
  <author><name>Waypost</name></author>
${entries.join('')}</feed>
`
}
