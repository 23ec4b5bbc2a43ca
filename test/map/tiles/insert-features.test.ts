// Drawn maps through the whole basemap: holes, areas cut off by the edge of the data, gaps in ways, routes made of
// routes, borders, trails.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildBasemap } from '../../../src/map/tiles/build-basemap.ts'
import type { Box } from '../../../src/geo/lon-lat.ts'
import { PbfFile } from '../../../src/osm/read-pbf.ts'
import { toPlaceId } from '../../../src/places/place-id.ts'
import { tinyOsm, type TinyMap } from '../../support/tiny-osm.ts'
import { areaInside, lengthInside, readTiles } from './read-tiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-lay-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let made = 0

async function draw(
  map: TinyMap,
  { box, standings = new Map() }: { box?: Box; standings?: Map<number, { prominenceM: number | null }> } = {},
) {
  const { source } = tinyOsm(map)
  const file = await PbfFile.open(source)
  const path = join(folder, `${made++}.pmtiles`)
  const report = await buildBasemap([file], box ?? file.header.bbox!, path, {
    attribution: 'x',
    sourceTs: null,
    standings,
  })
  const tiles = await readTiles(path)
  return {
    report,
    tiles,
    all: (layer: string, z = 14) =>
      tiles.all(z).then((features) => features.filter((feature) => feature.layer === layer)),
  }
}
const areaOf = (features: { parts: [number, number][][] }[]) =>
  features.reduce((sum, { parts }) => sum + areaInside(parts), 0)
const lengthOf = (features: { parts: [number, number][][] }[]) =>
  features.reduce((sum, { parts }) => sum + parts.reduce((part, line) => part + lengthInside(line), 0), 0)

const LAKE = `
z.........y
.a.......b.
....e.f....
....h.g....
.d.......c.
x.........w`

describe('areas', () => {
  test('keep their holes, whatever the roles say', async () => {
    const ways: TinyMap['ways'] = [
      ['abcda', {}],
      ['efghe', {}],
      ['zy', { highway: 'path' }],
      ['xw', { highway: 'path' }],
    ]
    const whole = areaOf(
      await (await draw({ map: LAKE, ways: [['abcda', { natural: 'water' }], ...ways.slice(2)] })).all('water'),
    )
    const hole = areaOf(
      await (await draw({ map: LAKE, ways: [['efghe', { natural: 'water' }], ...ways.slice(2)] })).all('water'),
    )
    for (const roles of [
      ['outer:w:0', 'inner:w:1'],
      ['outer:w:0', 'outer:w:1'],
      [':w:1', ':w:0'],
    ]) {
      const lake = (
        await (
          await draw({ map: LAKE, ways, relations: [[roles, { type: 'multipolygon', natural: 'water' }]] })
        ).all('water')
      ).filter(({ type }) => type === 3)
      expect(lake).toHaveLength(1)
      expect(areaOf(lake)).toBeCloseTo(whole - hole, -1)
    }
  })

  test('cut off by the edge of the data are not closed by a line, and holes without their outer ring are not filled', async () => {
    const ways: TinyMap['ways'] = [
      ['abc', {}],
      ['efghe', {}],
      ['zy', { highway: 'path' }],
      ['xw', { highway: 'path' }],
    ]
    const { report, all } = await draw({
      map: LAKE,
      ways,
      relations: [[['outer:w:0', 'inner:w:1', 'outer:w:99'], { type: 'multipolygon', natural: 'water' }]],
    })
    expect(await all('water')).toEqual([])
    expect(report.ignored).toEqual([
      {
        what: 'relation',
        reason: 'an area that does not close in the data: only its closed parts are drawn',
        count: 1,
      },
    ])
  })

  test('smaller than a few pixels come at the zoom at which they are seen', async () => {
    const { all } = await draw({
      map: LAKE,
      ways: [
        ['efghe', { natural: 'wood' }],
        ['zy', { highway: 'path' }],
        ['xw', { highway: 'path' }],
      ],
    })
    expect([(await all('landuse', 14)).length, (await all('landuse', 8)).length]).toEqual([1, 0])
  })
})

describe('lines', () => {
  test('are not drawn across a node that the data lacks', async () => {
    const map = 'a...b...c...d...e'
    const whole = await draw({ map, ways: [['abcde', { highway: 'path' }]] })
    const holed = await draw({ map, ways: [['abcde', { highway: 'path' }]], missing: 'c' })
    const [all, part] = [lengthOf(await whole.all('roads')), lengthOf(await holed.all('roads'))]
    expect(part / all).toBeCloseTo(0.5, 1)
    expect(holed.report.ignored).toEqual([
      {
        what: 'way',
        reason: 'some of its nodes are not in the data: only what is between the others is drawn',
        count: 1,
      },
    ])
  })

  test('of a route made of routes are those of all its parts, and a route in a circle ends', async () => {
    const { all } = await draw({
      map: 'a...b...c...d',
      ways: [
        ['ab', { highway: 'path' }],
        ['bc', { highway: 'path' }],
        ['cd', { highway: 'path' }],
      ],
      relations: [
        [
          [':w:0'],
          {
            type: 'route',
            route: 'hiking',
            network: 'lwn',
            name: 'Eins',
            'osmc:symbol': 'red:white:red_bar',
            ref: '1',
          },
        ],
        [[':w:1'], { type: 'route', route: 'hiking', network: 'nwn', name: 'Zwei' }],
        [[':r:0', ':r:1', ':r:2'], { type: 'superroute', route: 'hiking', network: 'iwn', name: 'Alle' }],
      ],
    })
    const trails = await all('trails')
    const lengths = new Map(trails.map((trail) => [trail.properties.name, lengthOf([trail])]))
    expect(lengths.get('Alle')! / lengths.get('Eins')!).toBeCloseTo(2, 1)
    expect(trails.find(({ properties }) => properties.name === 'Eins')!.properties).toEqual({
      name: 'Eins',
      ref: '1',
      network: 'lwn',
      level: 4,
      route: 'hiking',
      colour: 'red',
      symbol: 'red:white:red_bar',
      relation_id: 1,
    })
    expect(trails.find(({ properties }) => properties.name === 'Zwei')!.properties).not.toHaveProperty('colour')
    expect((await all('trails', 8)).map(({ properties }) => properties.relation_id).sort()).toEqual([2, 3])
  })

  test('of trails of one level that share a way have their sides, the same whichever way round it is mapped', async () => {
    const signed = (ref: string, network: string) => ({ type: 'route', route: 'hiking', network, ref })
    const { all } = await draw({
      map: 'a...b...c...d',
      ways: [
        ['ab', { highway: 'path' }],
        ['cb', { highway: 'path' }],
        ['cd', { highway: 'path' }],
      ],
      relations: [
        [[':w:0', ':w:1', ':w:2'], signed('1', 'lwn')],
        [[':w:0', ':w:1'], signed('2', 'lwn')],
        [[':w:1'], signed('3', 'rwn')],
      ],
    })
    const trails = await all('trails')
    const found = trails.map(({ properties, parts }) => ({
      ...{ ref: properties.ref, lane: properties.lane },
      eastward: parts.every((part) => part[0][0] < part.at(-1)![0]),
    }))
    expect(new Set(found.map(({ ref, lane }) => `${ref} ${lane}`))).toEqual(
      new Set(['1 -1', '1 undefined', '2 1', '3 undefined']),
    )
    expect(found.filter(({ lane, eastward }) => lane !== undefined && !eastward)).toEqual([])
    const ones = trails.filter(({ properties }) => properties.ref === '1')
    const shared = ones.filter(({ properties }) => properties.lane !== undefined)
    expect(lengthOf(shared) / lengthOf(ones)).toBeCloseTo(2 / 3, 1)
  })

  test('of borders are written once, at their highest rank, and not on the coast', async () => {
    const square = 'a...b\n.....\nd...c'
    const { all } = await draw({
      map: square,
      ways: [
        ['ab', {}],
        ['bc', { natural: 'coastline' }],
        ['cda', {}],
      ],
      relations: [
        [
          ['outer:w:0', 'outer:w:1', 'outer:w:2'],
          { type: 'boundary', boundary: 'administrative', admin_level: '2', name: 'A' },
        ],
        [['outer:w:0'], { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'B' }],
      ],
    })
    const borders = await all('boundaries')
    expect(borders.map(({ properties }) => [properties.kind, properties.kind_detail])).toEqual([
      ['country', 2],
      ['country', 2],
    ])
  })
})

describe('attributes', () => {
  test('of a path say what is tagged and nothing else', async () => {
    const propertiesOf = async (tags: Record<string, string>) =>
      (await (await draw({ map: 'a...b', ways: [['ab', tags]] })).all('roads'))[0].properties
    expect(await propertiesOf({ highway: 'path' })).toEqual({
      kind: 'path',
      kind_detail: 'path',
      highway: 'path',
      sort_rank: 385,
      min_zoom: 12,
    })
    expect(
      await propertiesOf({
        highway: 'path',
        sac_scale: 'demanding_alpine_hiking',
        trail_visibility: 'bad',
        surface: 'rock',
        assisted_trail: 'yes',
        bridge: 'yes',
        name: 'Steig',
        'name:de': 'Steig',
        'name:it': 'Sentiero',
      }),
    ).toMatchObject({
      sac_scale: 5,
      trail_visibility: 'bad',
      surface: 'rock',
      assisted: true,
      is_bridge: true,
      name: 'Steig',
      'name:it': 'Sentiero',
    })
    expect(await propertiesOf({ highway: 'via_ferrata', via_ferrata_scale: '3' })).toMatchObject({
      kind: 'path',
      via_ferrata: true,
    })
    expect(await propertiesOf({ highway: 'track', tracktype: 'grade3' })).toMatchObject({
      tracktype: 'grade3',
      kind: 'path',
      kind_detail: 'track',
    })
    expect(await propertiesOf({ highway: 'residential', oneway: '-1' })).toMatchObject({ oneway: '-1' })
    expect(await propertiesOf({ highway: 'primary', ref: 'CG 2', oneway: 'yes', tunnel: 'yes' })).toMatchObject({
      kind: 'major_road',
      ref: 'CG 2',
      shield_text: 'CG2',
      network: 'other',
      oneway: 'yes',
      is_tunnel: true,
    })
  })

  test('peaks come by prominence; a peak without a tagged height has none', async () => {
    const map: TinyMap = {
      map: 'a...b...c',
      ways: [['ac', { highway: 'path' }]],
      nodes: {
        a: { natural: 'peak', name: 'Hoch', ele: '3000' },
        b: { natural: 'peak', name: 'Niedrig' },
        c: { natural: 'peak' },
      },
    }
    const { all } = await draw(map, {
      standings: new Map([
        [toPlaceId('node', 1), { prominenceM: 1200 }],
        [toPlaceId('node', 2), { prominenceM: 20 }],
      ]),
    })
    expect(
      (await all('pois', 8)).map(({ properties }) => [properties.name, properties.elevation, properties.min_zoom]),
    ).toEqual([['Hoch', 3000, 8]])
    const deepest = await all('pois', 14)
    expect(deepest.map(({ properties }) => [properties.name, properties.elevation, properties.min_zoom])).toEqual([
      ['Hoch', 3000, 8],
      ['Niedrig', undefined, 13],
      [undefined, undefined, 14],
    ])
  })

  test('huts, springs and passes have the kinds of the contract', async () => {
    const kinds: [Record<string, string>, string][] = [
      [{ tourism: 'alpine_hut', name: 'H' }, 'hut'],
      [{ tourism: 'wilderness_hut' }, 'wilderness_hut'],
      [{ amenity: 'shelter' }, 'shelter'],
      [{ natural: 'spring' }, 'spring'],
      [{ natural: 'saddle', name: 'S' }, 'saddle'],
      [{ mountain_pass: 'yes', name: 'P' }, 'saddle'],
      [{ natural: 'volcano' }, 'volcano'],
      [{ tourism: 'viewpoint' }, 'viewpoint'],
      [{ amenity: 'drinking_water' }, 'drinking_water'],
      [{ natural: 'cave_entrance' }, 'cave_entrance'],
      [{ waterway: 'waterfall' }, 'waterfall'],
      [{ tourism: 'camp_site' }, 'camp_site'],
      [{ tourism: 'picnic_site' }, 'picnic_site'],
      [{ tourism: 'information', information: 'guidepost' }, 'information'],
      [{ amenity: 'parking' }, 'parking'],
      [{ highway: 'bus_stop' }, 'bus_stop'],
      [{ railway: 'station' }, 'station'],
    ]
    for (const [tags, kind] of kinds) {
      const { all } = await draw({ map: 'a...b', ways: [['ab', { highway: 'path' }]], nodes: { a: tags } })
      expect(
        (await all('pois')).map(({ properties }) => properties.kind),
        JSON.stringify(tags),
      ).toEqual([kind])
    }
    const { all } = await draw({
      map: 'a...b',
      ways: [['ab', { highway: 'path' }]],
      nodes: {
        a: { tourism: 'alpine_hut', disused: 'yes', name: 'H' },
        b: { amenity: 'shelter', shelter_type: 'public_transport' },
      },
    })
    expect(await all('pois')).toEqual([])
  })
})

describe('a header that claims far more than the map holds', () => {
  test('costs one tile a zoom where nothing is on the ground', async () => {
    const { report, tiles } = await draw(
      { map: 'a...b', ways: [['ab', { highway: 'path' }]] },
      { box: [-4, 38, 6, 46] },
    )
    expect(report.tileCount).toBeGreaterThan(200_000)
    expect(tiles.header.numTileContents).toBeLessThan(4000)
    for (const [z, x, y] of [
      [14, 8200, 6000],
      [14, 8100, 6100],
      [9, 255, 188],
    ])
      expect((await tiles.read(z, x, y))!.map(({ layer }) => layer)).toEqual(['earth'])
  })
})
