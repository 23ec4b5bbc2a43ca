// HOT: npm run bench -- course
// It checks every tag of a file, in place, so that a large file makes no string per tag.
//
// The pieces of XML 1.0 markup, read in place: tags with their attributes, comments, CDATA, instructions, references.
// Makes every check that a well-formed document needs; entities other than the five of XML and numeric references are
// refused, and so is a document type: nothing is ever expanded or fetched. Positions are bytes of the text, which ends
// with a 0: no loop needs to test for the end, since no markup contains one.
// Character codes are literals in the readers of GPX: as constants imported from another module they made a scan of
// 50,000 points 18 % slower (37.4 ms of processor time against 31.7).

import { say } from '../../language/sentence.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { GpxFault } from './gpx-fault.ts'

/** More attributes than any program writes on one element. */
const MAX_ATTRIBUTES = 200

// classes of ASCII characters: 1 may begin a name, 2 may continue one
const NAME = new Uint8Array(128)
for (let c = 65; c <= 90; c++) NAME[c] = NAME[c + 32] = 3
for (let c = 48; c <= 57; c++) NAME[c] = 2
NAME[95] = NAME[58] = 3
NAME[45] = NAME[46] = 2

const isSpace = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 9

/** Position after the name that begins at `at`; `at` itself if none does. */
function nameEnd(bytes: Buffer, at: number): number {
  const first = bytes[at]
  if (first < 128 ? (NAME[first] & 1) === 0 : first === 0xc2) return at
  for (;;) {
    const c = bytes[at]
    if (c < 128) {
      if (NAME[c] === 0) return at
      at++
    } else {
      const next = bytes[at + 1]
      // U+0080 to U+00B6, U+00D7, U+00F7, U+FEFF
      if (
        (c === 0xc2 && next < 0xb7) ||
        (c === 0xc3 && (next === 0x97 || next === 0xb7)) ||
        (c === 0xef && next === 0xbb && bytes[at + 2] === 0xbf)
      )
        return at
      at += c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4
    }
  }
}

/** Whether the word is at `at`. */
export function isWordAt(bytes: Buffer, at: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) return false
  return true
}

/** An opening tag as read by `openTag`; one object is reused. */
export class TagReader {
  nameFrom = 0
  nameTo = 0
  /** just after `>` */
  end = 0
  selfClosing = false
  /** that are not about namespaces and schemas */
  hasAttributes = false
  /** value of the attribute `lat`, -1 if absent */
  latFrom = -1
  latTo = -1
  lonFrom = -1
  lonTo = -1
  readonly attributeFrom = new Int32Array(MAX_ATTRIBUTES)
  readonly attributeTo = new Int32Array(MAX_ATTRIBUTES)
}

/** Reads the tag whose `<` is at `from` into `tag`. Throws GpxFault. */
export function openTag(text: Utf8Text, from: number, tag: TagReader): void {
  const { bytes } = text
  let at = nameEnd(bytes, from + 1)
  if (at === from + 1) throw new GpxFault(say('file.tag'), from)
  tag.nameFrom = from + 1
  tag.nameTo = at
  tag.latFrom = tag.lonFrom = -1
  tag.selfClosing = tag.hasAttributes = false
  let attributes = 0
  let c = bytes[at]
  for (;;) {
    const spaced = isSpace(c)
    while (isSpace(c)) c = bytes[++at]
    if (c === 62) break
    if (c === 47) {
      if (bytes[at + 1] !== 62) throw new GpxFault(say('file.slash'), at)
      tag.selfClosing = true
      at++
      break
    }
    if (c === 0) throw new GpxFault(say('file.ends_inside_tag'), from)
    const nameFrom = at
    const nameTo = nameEnd(bytes, at)
    if (!spaced || nameTo === nameFrom) throw new GpxFault(say('file.attribute_expected'), at)
    if (attributes === MAX_ATTRIBUTES) throw new GpxFault(say('file.too_many_attributes', { most: MAX_ATTRIBUTES }), at)
    refuseRepeated(bytes, tag, attributes, nameFrom, nameTo)
    tag.attributeFrom[attributes] = nameFrom
    tag.attributeTo[attributes++] = nameTo
    tag.hasAttributes ||= !isWordAt(bytes, nameFrom, XMLNS) && !isWordAt(bytes, nameFrom, XSI)
    at = nameTo
    c = bytes[at]
    while (isSpace(c)) c = bytes[++at]
    if (c !== 61) throw new GpxFault(say('file.attribute_without_value'), nameFrom)
    do c = bytes[++at]
    while (isSpace(c))
    if (c !== 34 && c !== 39) throw new GpxFault(say('file.attribute_unquoted'), at)
    const valueFrom = at + 1
    const quote = c
    for (c = bytes[++at]; c !== quote; c = bytes[++at]) {
      if (c === 60) throw new GpxFault(say('file.attribute_with_tag'), at)
      if (c === 38) at = referenceEnd(text, at) - 1
      else if (c === 0) throw new GpxFault(say('file.ends_inside_attribute'), nameFrom)
    }
    if (nameTo - nameFrom === 3 && bytes[nameFrom] === 108) {
      if (isWordAt(bytes, nameFrom, LAT)) {
        tag.latFrom = valueFrom
        tag.latTo = at
      } else if (isWordAt(bytes, nameFrom, LON)) {
        tag.lonFrom = valueFrom
        tag.lonTo = at
      }
    }
    c = bytes[++at]
  }
  tag.end = at + 1
}

const XMLNS = Buffer.from('xmlns')
const XSI = Buffer.from('xsi:')
const LAT = Buffer.from('lat')
const LON = Buffer.from('lon')

function refuseRepeated(bytes: Buffer, tag: TagReader, count: number, from: number, to: number): void {
  for (let i = 0; i < count; i++) {
    const other = tag.attributeFrom[i]
    if (tag.attributeTo[i] - other !== to - from) continue
    let k = 0
    while (k < to - from && bytes[other + k] === bytes[from + k]) k++
    if (k === to - from) throw new GpxFault(say('file.attribute_repeated'), from)
  }
}

/** Position after the `>` of a closing tag whose name ends at `at`; -1 if something else follows. */
export function closeTagEnd(bytes: Buffer, at: number): number {
  let c = bytes[at]
  while (isSpace(c)) c = bytes[++at]
  return c === 62 ? at + 1 : -1
}

/** Position after a reference `&...;` that begins at `at`. Throws GpxFault for entities that XML does not define. */
function referenceEnd(text: Utf8Text, at: number): number {
  // a name of 11 characters takes 33 bytes at most
  const name = /^[^;]{0,11}(?=;)/.exec(text.slice(at + 1, at + 35))?.[0]
  if (name === undefined) throw new GpxFault(say('file.reference'), at)
  switch (name) {
    case 'amp':
    case 'lt':
    case 'gt':
    case 'quot':
    case 'apos':
      return at + name.length + 2
  }
  const digits = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name)
  if (digits === null) throw new GpxFault(say('file.reference_to_entity'), at)
  if (!isXmlCharacter(digits[1] === undefined ? Number(digits[2]) : parseInt(digits[1], 16)))
    throw new GpxFault(say('file.reference_to_character'), at)
  return at + name.length + 2
}

function isXmlCharacter(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 32 && code < 0xd800) ||
    (code > 0xdfff && code < 0xfffe) ||
    (code > 0xffff && code <= 0x10ffff)
  )
}

/**
 * Position after a comment, a CDATA section or an instruction that begins at `from`. Throws GpxFault, always for a
 * document type.
 */
export function skipMarkup(text: Utf8Text, from: number, insideRoot: boolean, documentStart: number): number {
  const { bytes } = text
  if (isWordAt(bytes, from, COMMENT)) {
    const dashes = text.indexOf('--', from + 4)
    if (dashes < 0) throw new GpxFault(say('file.comment_open'), from)
    if (bytes[dashes + 2] !== 62) throw new GpxFault(say('file.comment_dashes'), dashes)
    return dashes + 3
  }
  if (isWordAt(bytes, from, CDATA) && insideRoot) {
    const end = text.indexOf(']]>', from + 9)
    if (end < 0) throw new GpxFault(say('file.cdata_open'), from)
    return end + 3
  }
  if (isWordAt(bytes, from, DOCTYPE)) throw new GpxFault(say('file.document_type'), from)
  if (bytes[from + 1] === 63) {
    const end = text.indexOf('?>', from + 2)
    if (end < 0) throw new GpxFault(say('file.instruction_open'), from)
    if (nameEnd(bytes, from + 2) === from + 2) throw new GpxFault(say('file.instruction_unnamed'), from)
    const target = /^[^\s?]*/.exec(text.slice(from + 2, Math.min(end, from + 60)))![0]
    if (target.toLowerCase() === 'xml' && from !== documentStart)
      throw new GpxFault(say('file.declaration_misplaced'), from)
    return end + 2
  }
  throw new GpxFault(say('file.markup'), from)
}

const COMMENT = Buffer.from('<!--')
const CDATA = Buffer.from('<![CDATA[')
const DOCTYPE = Buffer.from('<!DOCTYPE')

/** Throws GpxFault if the text contains characters that XML forbids. */
export function refuseOddCharacters(text: Utf8Text): void {
  const { oddAt, bytes } = text
  if (oddAt < 0) return
  const code = bytes[oddAt] < 32 ? bytes[oddAt] : text.slice(oddAt, oddAt + 3).charCodeAt(0)
  if (code === 0xfffd) throw new GpxFault(say('file.lone_surrogate'), oddAt)
  throw new GpxFault(say('file.forbidden_character', { hex: code.toString(16).toUpperCase().padStart(4, '0') }), oddAt)
}

const PLAIN_TEXT = new Uint8Array(256).fill(1)
for (const c of [0, 38, 60, 93]) PLAIN_TEXT[c] = 0

/**
 * End of the running text that begins at `at`: the next `<`, or the end. Throws GpxFault for what it must not
 * contain.
 */
export function textEnd(text: Utf8Text, at: number): number {
  const { bytes } = text
  for (;;) {
    while (PLAIN_TEXT[bytes[at]] === 1) at++
    const c = bytes[at]
    if (c === 38) at = referenceEnd(text, at)
    else if (c !== 93) return at
    else {
      if (bytes[at + 1] === 93 && bytes[at + 2] === 62) throw new GpxFault(say('file.cdata_end'), at)
      at++
    }
  }
}

/** End of the white space that begins at `at`. */
export function spaceEnd(bytes: Buffer, at: number): number {
  while (isSpace(bytes[at])) at++
  return at
}
