import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { escapeAttribute, escapeText, toXmlText } from '../../src/wire/markup-text.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
})
const printable = fc.string({ minLength: 1 }).map((text) => `x${text}`)

test('an XML reader gives back the text that was escaped between tags and in quotes', () => {
  fc.assert(
    fc.property(printable, printable, (inside, attribute) => {
      const { a } = parser.parse(`<a href="${escapeAttribute(attribute)}">${escapeText(inside)}</a>`)
      expect(a).toEqual({ href: attribute, '#text': inside })
    }),
  )
})

test('characters that XML cannot represent are left out of its texts', () => {
  expect(toXmlText('A & <B> \u0000\ud800\uffff ]]>')).toBe('A &amp; &lt;B&gt; \ufffd ]]&gt;')
})

test('text of XML keeps its lines and loses what turns letters around', () => {
  expect(toXmlText('Font \u202eadaleG\u2069\nde\u2028dalt\u0085')).toBe('Font adaleG\nde dalt')
})
