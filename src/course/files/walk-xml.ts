// Walks an XML document forward and tells a visitor what opens and closes. Never builds a tree. Makes the checks of
// ../gpx/xml-markup.ts: a document that is not well-formed is refused, and so is a document type, so that there is no
// entity to expand and nothing to fetch. Depth is bounded.
//
// No fast-xml-parser: on a file of 5 MB it takes 15 times as long, and 3.4 s on 400,000 empty elements of different
// names. It is the oracle of the tests.

import { say } from '../../language/sentence.ts'
import { GpxFault } from '../gpx/gpx-fault.ts'
import {
  closeTagEnd,
  isWordAt,
  openTag,
  refuseOddCharacters,
  skipMarkup,
  spaceEnd,
  TagReader,
  textEnd,
} from '../gpx/xml-markup.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'

const MAX_DEPTH = 100
const MAX_NAME_BYTES = 200
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

export interface XmlVisitor {
  /** `path`: local names from the root down to this element; `tag` is read again for the next one */
  open?(path: readonly string[], tag: TagReader): void
  /** the content is at [from, to) of the text; it has no child elements if `isLeaf` */
  close(path: readonly string[], from: number, to: number, isLeaf: boolean): void
}

/** Throws GpxFault. */
export function walkXml(text: Utf8Text, visitor: XmlVisitor): void {
  const { bytes } = text
  refuseOddCharacters(text)
  const tag = new TagReader()
  const path: string[] = []
  const open: { nameFrom: number; nameTo: number; contentFrom: number; isLeaf: boolean }[] = []
  let at = isWordAt(bytes, 0, BYTE_ORDER_MARK) ? 3 : 0
  const documentStart = at
  let rootSeen = false
  for (;;) {
    at = open.length > 0 ? textEnd(text, at) : spaceEnd(bytes, at)
    if (at >= text.length) break
    if (bytes[at] !== 60) throw new GpxFault(rootSeen ? say('file.text_after_end') : say('file.must_begin'), at)
    const next = bytes[at + 1]
    if (next === 33 || next === 63) {
      at = skipMarkup(text, at, open.length > 0, documentStart)
    } else if (next === 47) {
      const element = open.pop()
      if (element === undefined) throw new GpxFault(say('file.closing_tag'), at)
      const { nameFrom, nameTo, contentFrom, isLeaf } = element
      const end = isWordAt(bytes, at + 2, bytes.subarray(nameFrom, nameTo))
        ? closeTagEnd(bytes, at + 2 + nameTo - nameFrom)
        : -1
      if (end < 0)
        throw new GpxFault(
          say('file.closing_tag.expected', { name: text.slice(nameFrom, Math.min(nameTo, nameFrom + 40)) }),
          at,
        )
      visitor.close(path, contentFrom, at, isLeaf)
      path.pop()
      at = end
    } else {
      if (open.length === 0 && rootSeen) throw new GpxFault(say('file.second_document'), at)
      if (open.length === MAX_DEPTH) throw new GpxFault(say('file.too_deep', { most: MAX_DEPTH }), at)
      openTag(text, at, tag)
      const { nameFrom, nameTo, end, selfClosing } = tag
      if (nameTo - nameFrom > MAX_NAME_BYTES) throw new GpxFault(say('file.name_length'), at)
      rootSeen = true
      if (open.length > 0) open[open.length - 1].isLeaf = false
      path.push(localName(bytes, nameFrom, nameTo))
      visitor.open?.(path, tag)
      if (selfClosing) {
        visitor.close(path, end, end, true)
        path.pop()
      } else open.push({ nameFrom, nameTo, contentFrom: end, isLeaf: true })
      at = end
    }
  }
  if (open.length > 0) throw new GpxFault(say('file.ends_inside', { name: path.at(-1)! }), open.at(-1)!.nameFrom - 1)
  if (!rootSeen) throw new GpxFault(say('file.no_document'), 0)
}

function localName(bytes: Buffer, from: number, to: number): string {
  const colon = bytes.subarray(from, to).indexOf(58)
  return bytes.toString('latin1', colon < 0 ? from : from + colon + 1, to)
}

/** Of an element, with its markup, that are read as a text. */
const MAX_TEXT_BYTES = 65_536

const REFERENCES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The characters of an element without children, at most `most` of them, trimmed; null if there are none. */
export function textOf(text: Utf8Text, from: number, to: number, most: number): string | null {
  const raw = text.slice(from, Math.min(to, from + MAX_TEXT_BYTES))
  let plain = ''
  for (let at = 0; at < raw.length; ) {
    const isMarked = raw.startsWith('<![CDATA[', at)
    const end = isMarked ? raw.indexOf(']]>', at) : raw.startsWith('<!--', at) ? raw.indexOf('-->', at + 4) : -1
    if (isMarked) plain += raw.slice(at + 9, end < 0 ? raw.length : end)
    if (raw[at] === '<') {
      if (end < 0) break
      at = end + 3
      continue
    }
    const next = raw.indexOf('<', at)
    plain += resolveReferences(raw.slice(at, next < 0 ? raw.length : next))
    at = next < 0 ? raw.length : next
  }
  const words = [...plain.trim().slice(0, most * 2)].slice(0, most).join('').toWellFormed()
  return words === '' ? null : words
}

const resolveReferences = (text: string): string =>
  text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/g, (_, hex, decimal, name) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16))
      : REFERENCES[name],
  )

/** Whether an element without children holds anything but white space and comments. */
export function hasText(text: Utf8Text, from: number, to: number): boolean {
  const { bytes } = text
  const at = spaceEnd(bytes, from)
  return at < to && (bytes[at] !== 60 || textOf(text, at, to, 1) !== null)
}

/** A value in the content of an element, where it may be written with comments, CDATA and references. */
export function valueOf(
  text: Utf8Text,
  from: number,
  to: number,
  read: (bytes: Uint8Array, from: number, to: number) => number,
): number {
  const value = read(text.bytes, from, to)
  if (!Number.isNaN(value) || from === to) return value
  const inside = Buffer.from(textOf(text, from, to, MAX_VALUE_CHARACTERS) ?? '')
  return read(inside, 0, inside.length)
}
const MAX_VALUE_CHARACTERS = 200
