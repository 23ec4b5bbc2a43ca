// Facts of single places: ids, kinds, names, heights, head counts, tags laid flat, prominence, importance.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toFlatTags } from '../../src/places/place-entries.ts'
import { importanceOf } from '../../src/places/importance.ts'
import { parseElevationM, parsePopulation } from '../../src/places/parse-measure.ts'
import { fromPlaceId, MAX_OSM_ID, toPlaceId } from '../../src/places/place-id.ts'
import { findPlaceKinds, PLACE_KINDS } from '../../src/osm/place-kinds.ts'
import { findPoiKinds, OBJECT_KEYS, POI_KINDS } from '../../src/osm/poi-kinds.ts'
import { estimateProminenceM } from '../../src/places/stand-objects.ts'
import { readNames } from '../../src/places/read-names.ts'

const tags = (object: Record<string, string>) => new Map(Object.entries(object))

describe('place ids', () => {
  test('name OSM type and id, are positive and below 2^53', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('node' as const, 'way' as const, 'relation' as const),
        fc.integer({ min: 1, max: MAX_OSM_ID }),
        (osmType, osmId) => {
          const id = toPlaceId(osmType, osmId)
          expect(id > 0 && Number.isSafeInteger(id)).toBe(true)
          expect(fromPlaceId(id)).toEqual({ osmType, osmId })
        },
      ),
    )
  })

  test('are refused for what is no OSM id, and name nothing where they are none', () => {
    for (const osmId of [0, -1, 1.5, NaN, MAX_OSM_ID + 1]) expect(() => toPlaceId('node', osmId)).toThrow(RangeError)
    for (const id of [0, 1, 4, 8, -5, 5.5, NaN, 2 ** 53]) expect(fromPlaceId(id)).toBeNull()
  })
})

describe('kinds', () => {
  test('of several things an object is the first', () => {
    expect(findPlaceKinds(tags({ tourism: 'alpine_hut', amenity: 'restaurant' }))).toEqual(['hut'])
    expect(findPoiKinds(tags({ tourism: 'alpine_hut', amenity: 'restaurant' }))).toEqual(['hut', 'restaurant'])
    expect(findPlaceKinds(tags({ natural: 'water', water: 'river' }))).toEqual([])
    expect(findPlaceKinds(tags({ natural: 'water', water: 'lake' }))).toEqual(['lake'])
    expect(findPlaceKinds(tags({ place: 'city_block' }))).toEqual([])
    expect(findPlaceKinds(tags({ natural: 'saddle', mountain_pass: 'yes' }))).toEqual(['pass'])
  })

  test('bus shelters, private parking and what is disused are no outdoor places', () => {
    expect(findPoiKinds(tags({ amenity: 'shelter', shelter_type: 'public_transport' }))).toEqual([])
    expect(findPoiKinds(tags({ amenity: 'parking', access: 'private' }))).toEqual([])
    expect(findPoiKinds(tags({ natural: 'spring', disused: 'yes' }))).toEqual([])
    expect(findPoiKinds(tags({ amenity: 'shelter', shelter_type: 'basic_hut' }))).toEqual(['bivouac'])
  })
})

type Row = [Record<string, string>, string[]]
const OUTDOOR_ROWS: Row[] = [
  [{ mountain_pass: 'yes', tourism: 'viewpoint' }, ['viewpoint', 'pass']],
  [{ natural: 'peak', tourism: 'viewpoint' }, ['viewpoint', 'peak']],
  [{ amenity: 'shelter', shelter_type: 'bivouac' }, ['bivouac']],
  [{ tourism: 'wilderness_hut', shelter_type: 'basic_hut' }, ['bivouac']],
  [{ tourism: 'wilderness_hut' }, ['hut', 'bivouac']],
  [{ tourism: 'wilderness_hut', staff: 'yes' }, ['hut']],
  [{ amenity: 'shelter', tourism: 'picnic_site' }, ['shelter', 'picnic_site']],
  [{ amenity: 'shelter', shelter_type: 'picnic_shelter' }, ['shelter', 'picnic_site']],
  [{ natural: 'spring', drinking_water: 'yes', amenity: 'drinking_water' }, ['drinking_water', 'spring']],
  [{ tourism: 'information', information: 'guidepost' }, ['guidepost']],
  [{ tourism: 'viewpoint', abandoned: 'yes' }, []],
]
test.each(OUTDOOR_ROWS)('an object tagged %o is, in order, %o', (tagged, kinds) => {
  expect(findPoiKinds(tags(tagged))).toEqual(kinds)
})

const NAMED_ROWS: Row[] = [
  [{ mountain_pass: 'yes', tourism: 'viewpoint' }, ['pass', 'viewpoint']],
  [{ natural: 'peak', tourism: 'viewpoint', historic: 'ruins' }, ['peak', 'viewpoint', 'attraction']],
  [{ natural: 'peak', place: 'locality' }, ['locality', 'peak']],
  [{ place: 'hamlet', railway: 'halt', tourism: 'guest_house' }, ['hamlet', 'hotel', 'station']],
  [{ amenity: 'shelter', shelter_type: 'bivouac' }, ['bivouac']],
  [{ amenity: 'shelter', shelter_type: 'basic_hut', natural: 'cave_entrance' }, ['bivouac', 'cave']],
  [{ tourism: 'wilderness_hut', shelter_type: 'basic_hut' }, ['bivouac']],
  [{ tourism: 'wilderness_hut' }, ['hut', 'bivouac']],
  [{ tourism: 'wilderness_hut', staff: 'yes' }, ['hut']],
  [{ amenity: 'shelter', tourism: 'viewpoint' }, ['viewpoint', 'shelter']],
  [{ amenity: 'shelter', shelter_type: 'public_transport' }, []],
  [{ amenity: 'place_of_worship', religion: 'christian', building: 'chapel' }, ['place_of_worship']],
  [{ amenity: 'place_of_worship', natural: 'peak' }, ['peak', 'place_of_worship']],
  [{ boundary: 'protected_area', leisure: 'nature_reserve', natural: 'water' }, ['lake', 'park']],
  [{ natural: 'mountain_range' }, ['range']],
  [{ place: 'region', 'region:type': 'mountain_area' }, ['region', 'range']],
  [{ highway: 'path', sac_scale: 'mountain_hiking' }, ['path']],
  [{ highway: 'steps' }, ['path']],
  [{ highway: 'residential' }, ['street']],
  [{ highway: 'pedestrian', area: 'yes' }, ['street']],
  [{ highway: 'secondary', mountain_pass: 'yes' }, ['pass']],
  [{ highway: 'construction' }, []],
  [{ waterway: 'river' }, ['river']],
  [{ waterway: 'stream' }, ['river']],
  [{ waterway: 'waterfall' }, ['waterfall']],
  [{ waterway: 'dam' }, []],
]
test.each(NAMED_ROWS)(
  'a named object tagged %o is told first as the first of %o, and is all of them',
  (tagged, kinds) => {
    expect(findPlaceKinds(tags(tagged))).toEqual(kinds)
  },
)

test('the outdoor kinds are those of decision `places-in-a-box`, in its order', () => {
  const decisions = readFileSync(new URL('../../docs/decisions/places-in-a-box.md', import.meta.url), 'utf8')
  const listed = /^- The kinds, in order: ([^.]+)\./m.exec(decisions)![1].split(/,\s+/)
  expect(listed).toEqual([...POI_KINDS])
})

test('tags that make a kind have a key that the import looks for', () => {
  const skipped = [...OUTDOOR_ROWS, ...NAMED_ROWS].filter(
    ([tagged, kinds]) => kinds.length > 0 && ![...OBJECT_KEYS, 'highway'].some((key) => key in tagged),
  )
  expect(skipped).toEqual([])
})

test('of what is in both lists a named object is what an outdoor place of its tags is (any tags)', () => {
  const both = POI_KINDS.filter((kind) => (PLACE_KINDS as readonly string[]).includes(kind))
  const values: Record<string, readonly string[]> = {
    tourism: ['alpine_hut', 'wilderness_hut', 'camp_site', 'viewpoint', 'hotel'],
    amenity: ['shelter', 'restaurant', 'bus_station'],
    shelter_type: ['basic_hut', 'bivouac', 'public_transport', 'picnic_shelter'],
    natural: ['peak', 'volcano', 'saddle', 'spring', 'cave_entrance', 'water'],
    mountain_pass: ['yes', 'no'],
    waterway: ['waterfall', 'river'],
    aerialway: ['station', 'pylon'],
    staff: ['yes', 'no'],
  }
  const object = fc.record(
    Object.fromEntries(Object.entries(values).map(([key, some]) => [key, fc.constantFrom(...some)])),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(object, (tagged) => {
      const named: readonly string[] = findPlaceKinds(tags(tagged as Record<string, string>))
      const outdoor: readonly string[] = findPoiKinds(tags(tagged as Record<string, string>))
      expect(both.filter((kind) => named.includes(kind))).toEqual(both.filter((kind) => outdoor.includes(kind)))
      expect(new Set(named).size).toBe(named.length)
    }),
  )
})

describe('names', () => {
  test('are gathered from every key that holds one, without repeats', () => {
    expect(
      readNames(
        tags({
          name: 'Wien',
          'name:en': 'Vienna',
          'name:de': 'Wien',
          alt_name: 'Bécs; Beč',
          old_name: 'Vindobona',
          'name:etymology': 'x',
          short_name: ' W ',
          official_name: '',
        }),
      ),
    ).toEqual({ name: 'Wien', others: ['Vienna', 'Bécs', 'Beč', 'Vindobona', 'W'] })
  })

  test('are none where nothing is tagged, and another language where only that is', () => {
    expect(readNames(tags({ ref: '7' }))).toEqual({ name: null, others: [] })
    expect(readNames(tags({ 'name:ca': 'Coll' })).name).toBe('Coll')
  })
})

describe('tagged figures', () => {
  test('heights are read with their unit, and garbage is null', () => {
    expect(['2942', '2942 m', '2942.5m', '2942,5', '1000 ft', '-3', '0'].map(parseElevationM)).toEqual([
      2942, 2942, 2942.5, 2942.5, 304.8, -3, 0,
    ])
    expect(['about 900', '2,942', '1200;1300', '', 'NaN', '99999', '-9000', '1e3', '~5'].map(parseElevationM)).toEqual(
      new Array(9).fill(null),
    )
    expect(parseElevationM(undefined)).toBeNull()
  })

  test('head counts are read with thousands apart, and garbage is null', () => {
    expect(['1200', '1 200', "12'345", '1.234.567', '0'].map(parsePopulation)).toEqual([1200, 1200, 12345, 1234567, 0])
    expect(['~100', '1,2', '12.5', 'many', '', undefined].map(parsePopulation)).toEqual(new Array(6).fill(null))
  })
})

describe('toFlatTags', () => {
  test('moves aside every tag that would hide a field, and nothing else', () => {
    expect(
      JSON.parse(toFlatTags(tags({ name: 'A', ele: '12', id: '1', lat: 'x', tourism: 'hotel', __proto__x: 'y' }))),
    ).toEqual({ 'tag:ele': '12', 'tag:id': '1', 'tag:lat': 'x', tourism: 'hotel', __proto__x: 'y' })
  })
})

describe('estimateProminenceM', () => {
  const METRES = 111_195
  const terrain = (heightM: (x: number, y: number) => number) => ({
    fillGrid: (lon: Float64Array, lat: Float64Array, out: Float64Array) => {
      for (let i = 0; i < out.length; i++)
        out[i] = heightM(lon[i % lon.length] * METRES, lat[Math.floor(i / lon.length)] * METRES)
    },
  })

  test('is the fall to the saddle with a higher neighbour', () => {
    // two cones on a line: summits 1000 and 1500 m, the saddle between them at 800
    const twin = terrain((x, y) => Math.max(0, 1000 - Math.hypot(x, y), 1500 - Math.hypot(x - 900, y)))
    const saddle =
      Math.max(...Array.from({ length: 61 }, (_, i) => i * 15).map((x) => -Math.max(1000 - x, 1500 - (900 - x)))) * -1
    expect(Math.abs(estimateProminenceM(twin, 0, 0)! - (1000 - saddle))).toBeLessThan(80)
  })

  test('is the fall to the edge of the window where nothing higher lies in it', () => {
    expect(
      estimateProminenceM(
        terrain((x, y) => 2000 - Math.hypot(x, y) / 10),
        0,
        0,
      ),
    ).toBeGreaterThan(280)
    expect(
      estimateProminenceM(
        terrain(() => 500),
        0,
        0,
      ),
    ).toBe(0)
  })

  test('is null where the terrain is unknown', () => {
    expect(
      estimateProminenceM(
        terrain(() => NaN),
        0,
        0,
      ),
    ).toBeNull()
  })
})

describe('importanceOf', () => {
  const base = { population: null, prominenceM: null, hasWikidata: false, level: null }
  test('grows with people, prominence and Wikidata, and stays within 0..1', () => {
    const town = importanceOf({ ...base, kind: 'town' })
    expect(importanceOf({ ...base, kind: 'town', population: 20_000 })).toBeGreaterThan(town)
    expect(importanceOf({ ...base, kind: 'town', hasWikidata: true })).toBeGreaterThan(town)
    expect(importanceOf({ ...base, kind: 'peak', prominenceM: 900 })).toBeGreaterThan(
      importanceOf({ ...base, kind: 'peak', prominenceM: 30 }),
    )
    expect(
      importanceOf({ kind: 'country', population: 1e9, prominenceM: 9000, hasWikidata: true, level: 'international' }),
    ).toBe(1)
  })

  test('is its kind, and then 0.05 for each power of ten of people and 0.2 for the root of a kilometre of prominence', () => {
    const of = (facts: Partial<Parameters<typeof importanceOf>[0]>) =>
      importanceOf({ ...base, kind: 'village', ...facts })
    for (const [power, population] of [1, 10, 100, 1000, 10_000].entries())
      expect(of({ population }) - of({}), `${population}`).toBeCloseTo(0.05 * power, 9)
    for (const [share, prominenceM] of [
      [0, 0],
      [0.25, 62.5],
      [0.5, 250],
      [1, 1000],
      [1, 4000],
    ])
      expect(of({ prominenceM }) - of({}), `${prominenceM}`).toBeCloseTo(0.2 * share, 9)
    expect(of({ population: 0 })).toBe(of({}))
    expect(of({ hasWikidata: true }) - of({})).toBeCloseTo(0.1, 9)
    const levels = ['local', 'regional', 'national', 'international', 'unheard of']
    expect(levels.map((level) => Math.round(100 * (of({ level }) - of({}))))).toEqual([0, 8, 15, 20, 0])
  })
})
