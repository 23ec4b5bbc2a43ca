// The change feed: CHANGELOG.md as Atom (decision D13). Entries are the items `- added|changed|Breaking: text` under a
// `## version (date)` heading; an item without a date is left out, never given one.

import { XMLBuilder } from 'fast-xml-parser'

export interface Change {
  version: string
  /** ISO day */
  date: string
  category: 'added' | 'changed' | 'Breaking'
  text: string
}

/** Reads the changes of a changelog in file order, newest first. */
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

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true })

/** Atom 1.0 (RFC 4287). */
export function writeChangesFeed(changes: readonly Change[], siteUrl: string): string {
  const address = `${siteUrl}/api/changes.atom`
  const seen = new Map<string, number>()
  const entry = changes.map(({ version, date, category, text }) => {
    const ordinal = seen.get(version) ?? 0
    seen.set(version, ordinal + 1)
    return {
      id: `${address}#${version}-${ordinal}`,
      title: text.length > 120 ? `${text.slice(0, 117)}...` : text,
      updated: `${date}T00:00:00Z`,
      category: { '@_term': category },
      content: { '@_type': 'text', '#text': text },
    }
  })
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'utf-8' },
    feed: {
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      id: address,
      title: 'Waypost: changes of the API',
      updated: `${changes[0]?.date ?? '1970-01-01'}T00:00:00Z`,
      link: { '@_rel': 'self', '@_href': address },
      author: { name: 'Waypost' },
      entry,
    },
  })
}
