// Sentences of sources in other languages: those of Waypost, and no others.

import { expect, test } from 'vitest'
import { demAttribution, DEMO_ATTRIBUTION, mapAttributions } from '../../src/import/build-release.ts'
import { LANGUAGES, readCatalogue } from '../../src/language/catalogue-files.ts'
import { SNOW_PRODUCT_RULES } from '../../src/weather/snow/snow-products.ts'
import { basemapOf, sourceIn, sourceSentence } from '../../src/wire/source-names.ts'

const names = (count: number) => Array.from({ length: count }, (_, i) => `N4${i}E001 (a).hgt`)
const heights = (count: number) =>
  demAttribution({ attribution: null } as Parameters<typeof demAttribution>[0], names(count), null).text
const map = mapAttributions({ holdsOsm: true, meta: { synthetic: false } } as Parameters<typeof mapAttributions>[0])

test('every sentence that an import writes is recognised with its values', () => {
  expect(heights(2)).toBe('Heights from N40E001 (a).hgt, N41E001 (a).hgt (source not stated)')
  expect(heights(6)).toMatch(/N43E001 \(a\)\.hgt and 2 more \(source not stated\)$/)
  const texts = [...map.map(({ text }) => text), DEMO_ATTRIBUTION.text, heights(2), heights(6), basemapOf('a.pmtiles')]
  texts.push(SNOW_PRODUCT_RULES.fraction.attribution.text)
  expect(texts.map(sourceSentence)).toEqual([
    { code: 'source.openstreetmap', values: {} },
    { code: 'source.demo', values: {} },
    { code: 'source.heights', values: { files: names(2) } },
    { code: 'source.heights_more', values: { files: names(4), count: 2 } },
    { code: 'source.basemap', values: { name: 'a.pmtiles' } },
    { code: 'source.snow_file', values: {} },
  ])
})

test.each(LANGUAGES)('is said in %s', (tag) => {
  const { messages } = JSON.parse(readCatalogue(tag)) as { messages: Record<string, string> }
  expect(sourceIn(tag, map[0].text)).toBe(messages['source.openstreetmap'])
  expect(sourceIn(tag, basemapOf('a.pmtiles'))).toBe(messages['source.basemap'].replace('{name}', 'a.pmtiles'))
})

test('another language, none, and the words of others leave it as it is', () => {
  const { text } = map[0]
  expect([sourceIn('zu', text), sourceIn(null, text), sourceIn('den', text)]).toEqual([text, text, text])
  expect(sourceIn('de-AT', text)).toBe(sourceIn('de', text))
  expect(sourceIn('de', 'Heights by the survey (source not stated)')).toBe('Heights by the survey (source not stated)')
  expect(sourceIn('de', `${text}, and others`)).toBe(`${text}, and others`)
})
