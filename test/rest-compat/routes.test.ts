import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { attributed, withAttribution } from '../../rest-compat/routes.ts'
import { toAttribution } from '../../src/releases/attribution.ts'
import { toWireText } from '../../src/wire/wire-json.ts'

const SOURCES = [{ text: '© Zoë "A"', licence: null, url: 'https://a.example' }]

test('a written answer gains the member as one that is not written yet, however it is cut', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, at) => {
      const answer = { answer: object }
      const text = toWireText(answer)
      const whole = toWireText(attributed(answer, SOURCES), english)
      expect(withAttribution(text, SOURCES, english)).toBe(whole)
      const bytes = Buffer.from(text)
      const cut = at % bytes.length
      const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)]
      expect(Buffer.concat(withAttribution(chunks, SOURCES, english) as Buffer[]).toString()).toBe(whole)
      expect(Buffer.concat(chunks).toString()).toBe(text)
    }),
  )
})

test('an answer with sources of its own keeps them', () => {
  const own = { text: 'own', licence: 'L', url: null }
  expect(attributed({ attribution: [own] }, SOURCES)).toEqual({ attribution: [own, ...SOURCES.map(toAttribution)] })
})
