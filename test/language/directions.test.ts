// Sides, headings and exits of roundabouts in every language: left is left, north is north, and no two exits are one.

import { expect, test } from 'vitest'
import { LANGUAGES, readCatalogue, rendererFor } from '../../src/language/catalogue-files.ts'
import { say } from '../../src/language/sentence.ts'

/** The words of each side, with their article where it differs, and the stems of north, east, south and west. */
const WORDS: Readonly<Record<string, { left: RegExp; right: RegExp; stems: [string, string, string, string] }>> = {
  en: { left: /left/i, right: /right/i, stems: ['north', 'east', 'south', 'west'] },
  de: { left: /links|li\./i, right: /rechts|re\./i, stems: ['nord', 'ost', 'süd', 'west'] },
  fr: { left: /gauche|gche/i, right: /droite|dte/i, stems: ['nord', 'est', 'sud', 'ouest'] },
  it: { left: /sinistra|sx/i, right: /destra|dx/i, stems: ['nord', 'est', 'sud', 'ovest'] },
  es: { left: /izquierda|izq/i, right: /derecha|der/i, stems: ['nor', 'este', 'su', 'oeste'] },
  ca: { left: /(l’)?(esquerra|esq\.)/i, right: /(la )?(dreta|dta\.)/i, stems: ['nord', 'est', 'sud', 'oest'] },
}
const messagesOf = (language: string) =>
  Object.entries((JSON.parse(readCatalogue(language)) as { messages: Record<string, string> }).messages)

test('each language is looked at', () => expect(Object.keys(WORDS).sort()).toEqual([...LANGUAGES].sort()))

test.each(LANGUAGES)('in %s every word of a side says that side, and its twin the other', (language) => {
  const { left, right } = WORDS[language]
  const messages = messagesOf(language)
  const texts = new Map(messages)
  const lefts = messages.filter(([code]) => /^(turn|cue\.short|cue\.type)\.(\w+_)?left(\.|$)/.test(code))
  expect(lefts.length).toBeGreaterThanOrEqual(10)
  const faults = lefts.filter(([code, text]) => {
    const twin = texts.get(code.replace('left', 'right')) ?? ''
    return right.test(text) || !right.test(twin) || text.replace(left, '#') !== twin.replace(right, '#')
  })
  expect(faults).toEqual([])
})

test.each(LANGUAGES)('in %s every heading names its points of the compass', (language) => {
  const [north, east, south, west] = WORDS[language].stems
  const named = (text: string): string => {
    // the word for west has that for east in it, in some
    const rest = text.toLowerCase().replace(west, '-')
    return [rest.includes(north), rest.includes(east), rest.includes(south), rest !== text.toLowerCase()]
      .map((is, i) => (is ? 'NESW'[i] : ''))
      .join('')
  }
  const headings = messagesOf(language).filter(([code]) => code.startsWith('heading.'))
  expect(headings.length).toBeGreaterThanOrEqual(8)
  const expected = ['N', 'NE', 'E', 'ES', 'S', 'SW', 'W', 'NW']
  expect(headings.filter(([code, text]) => named(text) !== expected[Number(code.split('.')[1])])).toEqual([])
})

test.each(LANGUAGES)('in %s thirty exits are thirty sentences, for walkers and for riders', (language) => {
  const way = { kind: 'street', name: 'Nord', ref: null, sign: null } as const
  for (const travel of ['foot', 'bicycle'] as const) {
    const said = Array.from({ length: 30 }, (_, i) =>
      rendererFor(language).render(say('maneuver.roundabout.exit', { exit: i + 1, way, travel })),
    )
    expect(new Set(said).size).toBe(30)
  }
})
