import { expect, test } from 'vitest'
import { DEMO_ATTRIBUTION, demAttribution, mapAttributions } from '../../src/import/build-release.ts'
import { say } from '../../src/language/sentence.ts'
import { attributionsOf, type DataSource, spokenIn, toAttribution } from '../../src/releases/attribution.ts'
import type { ReleaseInfo } from '../../src/releases/release-info.ts'

const [osm] = mapAttributions({ holdsOsm: true, meta: { synthetic: false } } as Parameters<typeof mapAttributions>[0])
const heights = demAttribution({ attribution: 'Heights of A' } as Parameters<typeof demAttribution>[0], [], null)
const basemap = { name: 'Basemap', text: 'Drawn by C', licence: null, url: null }
const of = (attributions: ReleaseInfo['attributions'], ...sources: DataSource[]) =>
  attributionsOf({ attributions } as ReleaseInfo, sources)

test('an answer names what it is made from, and no more', () => {
  const all = [osm, heights, basemap]
  expect(of(all, 'map')).toEqual([osm])
  expect(of(all, 'heights')).toEqual([heights])
  expect(of(all, 'map', 'heights', 'basemap')).toEqual(all)
  expect(attributionsOf(null, ['map'])).toEqual([])
})

test('the demo region is its own source of heights, beside others too', () => {
  expect(of([DEMO_ATTRIBUTION], 'heights')).toEqual([DEMO_ATTRIBUTION])
  expect(of([DEMO_ATTRIBUTION, osm, heights], 'heights')).toEqual([DEMO_ATTRIBUTION, heights])
})

test('what Waypost writes of a source is a sentence, and what its owner writes stays in every language', () => {
  const { licence, url } = osm
  expect(toAttribution(osm)).toEqual({ text: say('source.openstreetmap'), licence, url })
  expect(toAttribution(osm)).toBe(toAttribution(osm))
  expect(toAttribution(basemap)).toMatchObject({ text: say('source.named', { name: 'Drawn by C' }) })
  expect(spokenIn('de-AT', basemap)).toEqual({ ...basemap, name: 'Grundkarte' })
  expect(spokenIn('en', basemap)).toEqual(basemap)
  expect(spokenIn('de-AT', osm)).toEqual({ ...osm, text: '© OpenStreetMap-Mitwirkende' })
})
