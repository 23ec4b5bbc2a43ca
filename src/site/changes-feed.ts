// The change feed: CHANGELOG.md as Atom (decision: layouts). Entries are the items `- added|changed|fixed|Breaking:
// text` under a `## version (date)` heading; an item without a date is left out, never given one.

import { createHash } from 'node:crypto'
import { XMLBuilder } from 'fast-xml-parser'

export interface Change {
  version: string
  /** ISO day */
  date: string
  category: 'added' | 'changed' | 'fixed' | 'Breaking'
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
    const item = /^[-*] {1,9}(added|changed|fixed|Breaking): (.*)$/.exec(line)
    if (item !== null && version !== null) {
      open = { version, date, category: item[1] as Change['category'], text: item[2].trim() }
      changes.push(open)
    } else if (/^\s+\S/.test(line) && open !== null) open.text += ` ${line.trim()}`
    else open = null
  }
  return changes
}

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true })

/** Names this feed wherever it is served: the address of a site may change. */
const FEED_ID = 'urn:uuid:6f4b1f0e-5c1d-5d0e-9a53-0d3b6d1f7a10'
const TITLE_LETTERS = 120

/** Atom 1.0 (RFC 4287). An entry's id is made of its version and text alone, so that it lasts. */
export function writeChangesFeed(changes: readonly Change[], siteUrl: string): string {
  const entries = changes.map(({ version, date, category, text }) => ({
    id: idOf(version, text),
    title: titleOf(text),
    updated: `${date}T00:00:00Z`,
    category: { '@_term': category },
    content: { '@_type': 'text', '#text': plainText(text) },
  }))
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'utf-8' },
    feed: {
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      id: FEED_ID,
      title: 'Waypost: changes of the API',
      updated: `${changes[0]?.date ?? '1970-01-01'}T00:00:00Z`,
      link: { '@_rel': 'self', '@_href': `${siteUrl}/api/changes.atom` },
      author: { name: 'Waypost' },
      // the same line twice in a version is one change
      entry: [...new Map(entries.map((one) => [one.id, one])).values()],
    },
  })
}

/** A name-based UUID (RFC 9562, version 5), of the feed and the change. */
function idOf(version: string, text: string): string {
  const hash = createHash('sha1')
    .update(`${FEED_ID}\n${version}\n${plainText(text)}`)
    .digest()
  hash[6] = (hash[6] & 0x0f) | 0x50
  hash[8] = (hash[8] & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')}`
}

/** The beginning of the text in whole words, ending with a word. */
function titleOf(text: string): string {
  const plain = plainText(text)
  const words = plain.slice(0, TITLE_LETTERS + 1)
  const cut = plain.length <= TITLE_LETTERS ? plain : words.slice(0, Math.max(0, words.lastIndexOf(' ')))
  let end = cut.length
  while (end > 0 && !/[\p{L}\p{N}]/u.test(cut[end - 1])) end--
  return end === 0 ? plain.slice(0, TITLE_LETTERS) : cut.slice(0, end)
}

/** Markdown as text: links as their words; no marks of code, emphasis or strong words. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/`+/g, '')
    .replace(/\*\*/g, '')
    .replace(/(?<![^\s(])\*([^*]{1,500})\*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
