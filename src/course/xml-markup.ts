// The pieces of XML 1.0 markup, read in place: tags with their attributes, comments, CDATA, instructions, references.
// Every check a well-formed document needs is made here; entities beyond the five of XML and numeric references are
// refused, a document type is refused, nothing is ever expanded or fetched. Positions are indexes into the text.

import { GpxFault } from './gpx-fault.ts'

/** More attributes than any program writes on one element. */
const MAX_ATTRIBUTES = 200

// character classes of ASCII: 1 may begin a name, 2 may go on in one
const NAME = new Uint8Array(128)
for (let c = 65; c <= 90; c++) NAME[c] = NAME[c + 32] = 3
for (let c = 48; c <= 57; c++) NAME[c] = 2
NAME[95] = NAME[58] = 3
NAME[45] = NAME[46] = 2

const isSpace = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 9
const beginsName = (c: number): boolean => (c < 128 ? (NAME[c] & 1) === 1 : c >= 0xc0 && c !== 0xd7 && c !== 0xf7 && c !== 0xfeff)
const inName = (c: number): boolean => (c < 128 ? NAME[c] !== 0 : c >= 0xb7 && c !== 0xd7 && c !== 0xf7 && c !== 0xfeff)

/** An opening tag as read by `openTag`; one object is used again and again. */
export class TagReader {
  nameFrom = 0
  nameTo = 0
  /** just after `>` */
  end = 0
  selfClosing = false
  /** value of the attribute `lat`, -1 where there is none */
  latFrom = -1
  latTo = -1
  lonFrom = -1
  lonTo = -1
  readonly attributeFrom = new Int32Array(MAX_ATTRIBUTES)
  readonly attributeTo = new Int32Array(MAX_ATTRIBUTES)
}

/** Reads the tag whose `<` stands at `from` into `tag`. Throws GpxFault. */
export function openTag(text: string, from: number, tag: TagReader): void {
  let at = from + 1
  let c = text.charCodeAt(at)
  if (!beginsName(c)) throw new GpxFault('"<" must begin a tag', from)
  do c = text.charCodeAt(++at)
  while (inName(c))
  tag.nameFrom = from + 1
  tag.nameTo = at
  tag.latFrom = tag.lonFrom = -1
  tag.selfClosing = false
  let attributes = 0
  for (;;) {
    const spaced = isSpace(c)
    while (isSpace(c)) c = text.charCodeAt(++at)
    if (c === 62) break
    if (c === 47) {
      if (text.charCodeAt(at + 1) !== 62) throw new GpxFault('"/" must be followed by ">"', at)
      tag.selfClosing = true
      at++
      break
    }
    if (c !== c) throw new GpxFault('the file ends inside a tag', from)
    if (!spaced || !beginsName(c)) throw new GpxFault('an attribute was expected', at)
    if (attributes === MAX_ATTRIBUTES) throw new GpxFault(`an element has more than ${MAX_ATTRIBUTES} attributes`, at)
    const nameFrom = at
    do c = text.charCodeAt(++at)
    while (inName(c))
    const nameTo = at
    refuseRepeated(text, tag, attributes, nameFrom, nameTo)
    tag.attributeFrom[attributes] = nameFrom
    tag.attributeTo[attributes++] = nameTo
    while (isSpace(c)) c = text.charCodeAt(++at)
    if (c !== 61) throw new GpxFault('an attribute without "="', nameFrom)
    do c = text.charCodeAt(++at)
    while (isSpace(c))
    if (c !== 34 && c !== 39) throw new GpxFault('an attribute value must stand in quotes', at)
    const valueFrom = at + 1
    const quote = c
    for (c = text.charCodeAt(++at); c !== quote; c = text.charCodeAt(++at)) {
      if (c === 60) throw new GpxFault('"<" stands inside an attribute value', at)
      if (c === 38) at = referenceEnd(text, at) - 1
      else if (c !== c) throw new GpxFault('the file ends inside an attribute value', nameFrom)
    }
    if (nameTo - nameFrom === 3 && text.charCodeAt(nameFrom) === 108) {
      if (text.startsWith('lat', nameFrom)) {
        tag.latFrom = valueFrom
        tag.latTo = at
      } else if (text.startsWith('lon', nameFrom)) {
        tag.lonFrom = valueFrom
        tag.lonTo = at
      }
    }
    c = text.charCodeAt(++at)
  }
  tag.end = at + 1
}

function refuseRepeated(text: string, tag: TagReader, count: number, from: number, to: number): void {
  for (let i = 0; i < count; i++) {
    const other = tag.attributeFrom[i]
    if (tag.attributeTo[i] - other !== to - from) continue
    let k = 0
    while (k < to - from && text.charCodeAt(other + k) === text.charCodeAt(from + k)) k++
    if (k === to - from) throw new GpxFault('an attribute is given twice', from)
  }
}

/** Just after the `>` of a closing tag whose name ends at `at`; -1 where something else follows. */
export function closeTagEnd(text: string, at: number): number {
  let c = text.charCodeAt(at)
  while (isSpace(c)) c = text.charCodeAt(++at)
  return c === 62 ? at + 1 : -1
}

/** Just after a reference `&...;` that begins at `at`. Throws GpxFault for what XML does not know by itself. */
export function referenceEnd(text: string, at: number): number {
  const end = text.indexOf(';', at)
  if (end < 0 || end - at > 12) throw new GpxFault('"&" must begin a reference such as "&amp;"', at)
  const name = text.slice(at + 1, end)
  switch (name) {
    case 'amp': case 'lt': case 'gt': case 'quot': case 'apos':
      return end + 1
  }
  const digits = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name)
  if (digits === null) throw new GpxFault('a reference to an entity that is not one of XML\'s own', at)
  if (!isXmlCharacter(digits[1] === undefined ? Number(digits[2]) : parseInt(digits[1], 16))) throw new GpxFault('a reference to a character that XML does not allow', at)
  return end + 1
}

function isXmlCharacter(code: number): boolean {
  return code === 9 || code === 10 || code === 13 || (code >= 32 && code < 0xd800) || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff)
}

/** Just after a comment, a CDATA section or an instruction that begins at `from`. Throws GpxFault, for a document type always. */
export function skipMarkup(text: string, from: number, insideRoot: boolean, documentStart: number): number {
  if (text.startsWith('<!--', from)) {
    const dashes = text.indexOf('--', from + 4)
    if (dashes < 0) throw new GpxFault('a comment is not closed', from)
    if (text.charCodeAt(dashes + 2) !== 62) throw new GpxFault('"--" stands inside a comment', dashes)
    return dashes + 3
  }
  if (text.startsWith('<![CDATA[', from) && insideRoot) {
    const end = text.indexOf(']]>', from + 9)
    if (end < 0) throw new GpxFault('a CDATA section is not closed', from)
    return end + 3
  }
  if (text.startsWith('<!DOCTYPE', from)) throw new GpxFault('a document type (<!DOCTYPE>) is not read', from)
  if (text.startsWith('<?', from)) {
    const end = text.indexOf('?>', from + 2)
    if (end < 0) throw new GpxFault('an instruction "<?" is not closed', from)
    const target = /^<\?([^\s?]*)/.exec(text.slice(from, Math.min(end, from + 60)))?.[1] ?? ''
    if (!beginsName(target.charCodeAt(0))) throw new GpxFault('an instruction "<?" without a name', from)
    if (target.toLowerCase() === 'xml' && from !== documentStart) throw new GpxFault('the XML declaration does not stand at the very beginning', from)
    return end + 2
  }
  throw new GpxFault('"<!" begins neither a comment nor a CDATA section', from)
}

/** Checks running text between tags; the next `&` and `]]>` are looked for once, not per stretch. */
export class TextGuard {
  readonly text: string
  private nextReference: number
  private nextSectionEnd: number

  /** Throws GpxFault where the text holds a character that XML forbids anywhere. */
  constructor(text: string) {
    this.text = text
    const bad = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.exec(text)
    if (bad !== null) throw new GpxFault(`the character U+${bad[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')} is not allowed in XML`, bad.index)
    if (!text.isWellFormed()) throw new GpxFault('half a character (a lone surrogate); the file was decoded wrongly', loneSurrogate(text))
    this.nextReference = text.indexOf('&')
    this.nextSectionEnd = text.indexOf(']]>')
  }

  checkText(from: number, to: number): void {
    const { text } = this
    if (this.nextReference >= 0 && this.nextReference < to) {
      if (this.nextReference < from) this.nextReference = text.indexOf('&', from)
      while (this.nextReference >= 0 && this.nextReference < to) {
        const end = referenceEnd(text, this.nextReference)
        if (end > to) throw new GpxFault('"&" must begin a reference such as "&amp;"', this.nextReference)
        this.nextReference = text.indexOf('&', end)
      }
    }
    if (this.nextSectionEnd >= 0 && this.nextSectionEnd < to) {
      if (this.nextSectionEnd < from) this.nextSectionEnd = text.indexOf(']]>', from)
      if (this.nextSectionEnd >= 0 && this.nextSectionEnd < to) throw new GpxFault('"]]>" stands outside a CDATA section', this.nextSectionEnd)
    }
  }

  /** Index of the first character in [from, to) that is no white space, -1 none. */
  firstNonSpace(from: number, to: number): number {
    for (let i = from; i < to; i++) if (!isSpace(this.text.charCodeAt(i))) return i
    return -1
  }
}

function loneSurrogate(text: string): number {
  return /(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/.exec(text)?.index ?? 0
}
