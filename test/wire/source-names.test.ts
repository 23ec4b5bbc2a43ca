// Sentences of sources in German: those of Waypost, and no others.

import { expect, test } from 'vitest'
import { demAttribution, DEMO_ATTRIBUTION, mapAttributions } from '../../src/import/build-release.ts'
import { basemapOf, sourceIn, sourceInGerman } from '../../src/wire/source-names.ts'

const names = (count: number) => Array.from({ length: count }, (_, i) => `N4${i}E001 (a).hgt`)
const heights = (count: number) =>
  demAttribution({ attribution: null } as Parameters<typeof demAttribution>[0], names(count), null).text
const map = mapAttributions({ holdsOsm: true, meta: { synthetic: false } } as Parameters<typeof mapAttributions>[0])

test('every sentence that an import writes has its German', () => {
  expect(map.map(({ text }) => sourceInGerman(text))).toEqual(['© OpenStreetMap-Mitwirkende'])
  expect(sourceInGerman(DEMO_ATTRIBUTION.text)).toMatch(/^Vorführgebiet/)
  expect(sourceInGerman(heights(2))).toBe('Höhen aus N40E001 (a).hgt, N41E001 (a).hgt (Quelle nicht angegeben)')
  expect(sourceInGerman(heights(6))).toMatch(/N43E001 \(a\)\.hgt und 2 weiteren \(Quelle nicht angegeben\)$/)
  expect(sourceInGerman(basemapOf('planet.pmtiles'))).toBe('Grundkarte aus planet.pmtiles (Quelle nicht angegeben)')
})

test('another language, none, and the words of others leave it as it is', () => {
  const { text } = map[0]
  expect([sourceIn('fr', text), sourceIn(null, text), sourceIn('den', text)]).toEqual([text, text, text])
  expect([sourceIn('de', text), sourceIn('de-AT', text)]).toEqual(Array(2).fill('© OpenStreetMap-Mitwirkende'))
  expect(sourceIn('de', 'Heights by the survey (source not stated)')).toBe('Heights by the survey (source not stated)')
  expect(sourceIn('de', `${text}, and others`)).toBe(`${text}, and others`)
})
