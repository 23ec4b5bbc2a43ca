// The basemap against the map it was made from, read by other means, and against the published style layers of
// Protomaps. Once on the demo island, once on Andorra.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { featureFilter } from '@maplibre/maplibre-gl-style-spec'
import { layers, namedFlavor } from '@protomaps/basemaps'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildBasemap, type BasemapReport } from '../../../src/map/tiles/build-basemap.ts'
import { openPbfFile } from '../../../src/osm/pbf-blocks.ts'
import { openPbfFiles } from '../../../src/osm/read-pbf.ts'
import { joinRings } from '../../../src/places/area.ts'
import { parseElevationM } from '../../../src/places/parse-measure.ts'
import { madeDemo } from '../../demo/made-demo.ts'
import { triesAll } from '../../support/case-count.ts'
import { readOracleMap, type OracleMap } from './map-oracle.ts'
import { areaInside, lengthInside, readTiles, type TileReader } from './read-tiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-basemap-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const ANDORRA = resolve(
  process.env.REAL_DATA_DIR ?? join(import.meta.dirname, '../../../shared/data'),
  'andorra/andorra-2025-01-19.osm.pbf',
)
const UNIT = 1 / 4096 / 2 ** 14

async function build(pbfPath: string, outPath: string): Promise<BasemapReport> {
  const source = await openPbfFile(pbfPath)
  const files = await openPbfFiles([source])
  const report = await buildBasemap(files, files[0].header.bbox!, outPath, {
    attribution: 'test',
    sourceTs: '2025-01-01T00:00:00.000Z',
    standings: new Map(),
  })
  await source.close()
  return report
}

type Feature = Awaited<ReturnType<TileReader['all']>>[number]
const isClosed = (refs: number[]) => refs.length >= 4 && refs[0] === refs[refs.length - 1]

/** Protomaps layers that draw at least one feature of these zooms, as `id`. */
function drawnLayers(byZoom: Map<number, Feature[]>): Set<string> {
  const drawn = new Set<string>()
  for (const [index, layer] of layers('basemap', namedFlavor('light'), { lang: 'en' }).entries()) {
    if (!('source-layer' in layer)) continue
    const filter = featureFilter(layer.filter as never, `layers[${index}].filter`)
    for (const [z, features] of byZoom) {
      if (z < (layer.minzoom ?? 0) - 1 && z < 14) continue
      // deeper than our tiles a client goes on with those of z14
      const zoom = z === 14 ? Math.max(14, layer.minzoom ?? 14) : z
      const draws = features.some((feature) => {
        if (feature.layer !== layer['source-layer']) return false
        const isRight = layer.type === 'symbol' || (layer.type === 'fill' ? feature.type === 3 : feature.type >= 2)
        return isRight && filter.filter({ zoom } as never, feature.feature as never)
      })
      if (draws) drawn.add(layer.id)
    }
  }
  return drawn
}

function describeRegion(name: string, prepare: () => Promise<string>, expected: { drawn: string[]; least: number }) {
  let map: OracleMap
  let tiles: TileReader
  let report: BasemapReport
  let pbfPath: string
  let outPath: string
  const byZoom = new Map<number, Feature[]>()
  let deepest: Feature[]

  beforeAll(async () => {
    pbfPath = await prepare()
    outPath = join(folder, `${name}.pmtiles`)
    report = await build(pbfPath, outPath)
    map = await readOracleMap(pbfPath)
    tiles = await readTiles(outPath)
    for (const z of [5, 7, 9, 10, 12, 13, 14]) byZoom.set(z, await tiles.all(z))
    deepest = byZoom.get(14)!
  })

  const sumBy = (features: Feature[], keyOf: (feature: Feature) => string, measure: (feature: Feature) => number) => {
    const sums = new Map<string, number>()
    for (const feature of features) sums.set(keyOf(feature), (sums.get(keyOf(feature)) ?? 0) + measure(feature))
    return sums
  }
  const lengthOf = (feature: Feature) => feature.parts.reduce((sum, part) => sum + lengthInside(part), 0) * UNIT
  const areaOf = (feature: Feature) => areaInside(feature.parts) * UNIT ** 2

  test('says what it holds', () => {
    expect(tiles.header).toMatchObject({
      maxZoom: 14,
      tileType: 1,
      tileCompression: 2,
      numAddressedTiles: report.tileCount,
    })
    const described = tiles.metadata.vector_layers as { id: string; fields: Record<string, string> }[]
    expect(described.map(({ id }) => id)).toEqual([
      'earth',
      'landcover',
      'landuse',
      'water',
      'buildings',
      'roads',
      'boundaries',
      'trails',
      'places',
      'pois',
    ])
    expect(tiles.metadata).toMatchObject({ attribution: 'test', source_ts: '2025-01-01T00:00:00.000Z' })
    const fieldsOf = new Map(described.map(({ id, fields }) => [id, fields]))
    const wrong = [...byZoom.values()].flat().flatMap(({ layer, properties }) =>
      Object.entries(properties)
        .filter(([key, value]) => fieldsOf.get(layer)?.[key]?.toLowerCase() !== typeof value)
        .map(([key, value]) => `${layer}.${key} is ${typeof value}`),
    )
    expect(wrong).toEqual([])
  })

  test('has every way of the roads: the length of each kind at z14 is that of the map', () => {
    const roads = deepest.filter(({ layer, properties }) => layer === 'roads' && properties.highway !== undefined)
    const found = sumBy(roads, ({ properties }) => String(properties.highway), lengthOf)
    const wanted = new Map<string, number>()
    for (const { tags, line } of map.ways) {
      if (tags.highway === undefined || tags.area === 'yes') continue
      wanted.set(tags.highway, (wanted.get(tags.highway) ?? 0) + map.lengthOf(line))
    }
    let compared = 0
    for (const highway of [
      'primary',
      'secondary',
      'tertiary',
      'residential',
      'service',
      'track',
      'path',
      'footway',
      'steps',
      'unclassified',
    ]) {
      const length = wanted.get(highway) ?? 0
      if (length === 0) continue
      compared++
      // rounding to 0.6 m lengthens and shortens: half a percent
      expect(Math.abs(found.get(highway)! - length) / length, highway).toBeLessThan(highway === 'steps' ? 0.02 : 0.006)
    }
    expect(compared).toBeGreaterThan(5)
  })

  test('carries SAC grade, visibility and surface as they are tagged, and nothing where they are not', () => {
    const grades = {
      hiking: 1,
      mountain_hiking: 2,
      demanding_mountain_hiking: 3,
      alpine_hiking: 4,
      demanding_alpine_hiking: 5,
      difficult_alpine_hiking: 6,
    } as Record<string, number>
    const found = sumBy(
      deepest.filter(({ layer, properties }) => layer === 'roads' && properties.highway === 'path'),
      ({ properties }) =>
        `${properties.sac_scale ?? '-'} ${properties.trail_visibility ?? '-'} ${properties.surface ?? '-'}`,
      lengthOf,
    )
    const wanted = new Map<string, number>()
    for (const { tags, line } of map.ways) {
      if (tags.highway !== 'path' || tags.area === 'yes') continue
      const surface = tags.surface?.split(';')[0]
      const key = `${tags.via_ferrata_scale === undefined ? (grades[tags.sac_scale] ?? '-') : '-'} ${tags.trail_visibility ?? '-'} ${surface ?? '-'}`
      wanted.set(key, (wanted.get(key) ?? 0) + map.lengthOf(line))
    }
    const large = [...wanted].filter(([, length]) => length > 1e-5)
    expect(large.length).toBeGreaterThan(1)
    for (const [key, length] of large) expect(Math.abs((found.get(key) ?? 0) - length) / length, key).toBeLessThan(0.01)
  })

  test('has the area of the lakes, holes taken out, and of the forests', () => {
    const areaOfMap = (isWanted: (tags: Record<string, string>) => boolean) => {
      const byId = new Map(map.ways.map((way) => [way.id, way]))
      let sum = 0
      for (const { tags, line, refs } of map.ways) if (isClosed(refs) && isWanted(tags)) sum += map.areaOf(line)
      for (const { tags, members } of map.relations) {
        if (tags.type !== 'multipolygon' || !isWanted(tags)) continue
        const place = new Map<number, [number, number]>()
        const rings = (role: string) =>
          joinRings(
            members
              .filter((member) => member.type === 1 && (member.role === 'inner') === (role === 'inner'))
              .flatMap(({ id }) => {
                const way = byId.get(id)
                way?.refs.forEach((ref, i) => place.set(ref, way.line[i]))
                return way === undefined ? [] : [way.refs]
              }),
          )
        const [outer, inner] = [rings('outer'), rings('inner')]
        if (outer.openCount > 0) continue
        for (const ring of outer.rings) sum += map.areaOf(ring.map((ref) => place.get(ref)!))
        for (const ring of inner.rings) sum -= map.areaOf(ring.map((ref) => place.get(ref)!))
      }
      return sum
    }
    const lakes = areaOfMap((tags) => tags.natural === 'water')
    const found = deepest
      .filter(
        ({ layer, type, properties }) =>
          layer === 'water' &&
          type === 3 &&
          properties.kind !== 'ocean' &&
          properties.kind !== 'swimming_pool' &&
          properties.kind !== 'basin',
      )
      .reduce((sum, feature) => sum + areaOf(feature), 0)
    expect(found / lakes).toBeGreaterThan(0.98)
    expect(found / lakes).toBeLessThan(1.02)
    const woods = areaOfMap(
      (tags) =>
        tags.natural === 'wood' &&
        tags.landuse === undefined &&
        tags.leisure === undefined &&
        tags.building === undefined,
    )
    const foundWoods = deepest
      .filter(({ layer, properties }) => layer === 'landuse' && properties.kind === 'wood')
      .reduce((sum, feature) => sum + areaOf(feature), 0)
    expect(foundWoods / woods).toBeGreaterThan(0.99)
    expect(foundWoods / woods).toBeLessThan(1.01)
  })

  test('has every named peak once, with its height where one is tagged and without where none is', () => {
    const wanted = map.nodes.filter(
      ({ tags, at }) => tags.natural === 'peak' && tags.name !== undefined && map.holds(at),
    )
    const peaks = deepest.filter(({ layer, properties }) => layer === 'pois' && properties.kind === 'peak')
    const byId = new Map(peaks.map((peak) => [peak.id, peak]))
    expect(byId.size).toBe(peaks.length)
    expect(wanted.length).toBeGreaterThan(3)
    for (const { id, tags } of wanted)
      expect(byId.get(id * 4 + 1)?.properties).toMatchObject({
        name: tags.name,
        ...(parseElevationM(tags.ele) === null ? {} : { elevation: parseElevationM(tags.ele) }),
      })
    for (const { id, tags } of wanted)
      if (tags.ele === undefined) expect(byId.get(id * 4 + 1)!.properties).not.toHaveProperty('elevation')
  })

  test('has every village, hamlet and town of the map', () => {
    const wanted = map.nodes
      .filter(
        ({ tags, at }) =>
          ['village', 'hamlet', 'town'].includes(tags.place) && tags.name !== undefined && map.holds(at),
      )
      .map(({ tags }) => tags.name)
      .sort()
    const found = deepest
      .filter(
        ({ layer, properties }) =>
          layer === 'places' && ['village', 'hamlet', 'town'].includes(String(properties.kind_detail)),
      )
      .map(({ properties }) => properties.name)
    expect(wanted.length).toBeGreaterThan(5)
    for (const name of new Set(wanted))
      expect(found.filter((other) => other === name).length, name).toBeGreaterThanOrEqual(
        wanted.filter((other) => other === name).length,
      )
    // beside the nodes only areas of which none is in them
    expect(found.length - wanted.length).toBeLessThan(3)
  })

  test('has signed trails as long as their ways', () => {
    const byId = new Map(map.ways.map((way) => [way.id, way]))
    const trails = sumBy(
      deepest.filter(({ layer }) => layer === 'trails'),
      ({ properties }) => String(properties.relation_id),
      lengthOf,
    )
    let compared = 0
    for (const { id, tags, members } of map.relations) {
      if (tags.type !== 'route' || !['hiking', 'foot', 'bicycle', 'mtb'].includes(tags.route)) continue
      const length = [...new Set(members.filter(({ type }) => type === 1).map((member) => member.id))].reduce(
        (sum, wayId) => sum + (byId.has(wayId) ? map.lengthOf(byId.get(wayId)!.line) : 0),
        0,
      )
      if (length < 1e-6 || members.some(({ type }) => type === 2)) continue
      compared++
      expect(Math.abs(trails.get(String(id))! - length) / length, tags.name).toBeLessThan(0.01)
    }
    expect(compared).toBeGreaterThan(5)
  })

  test('keeps lines and areas within the buffer, and each point in one tile', () => {
    let count = 0
    const outside: number[][] = []
    for (const [, features] of byZoom)
      for (const { type, parts } of features)
        for (const [x, y] of parts.flat()) {
          const [least, most] = type === 1 ? [0, 4096] : [-65, 4161]
          count++
          if (x < least || y < least || x > most || y > most) outside.push([x, y])
        }
    expect(count).toBeGreaterThan(1000)
    expect(outside).toEqual([])
  })

  test('draws the same line on both sides of a border between tiles', () => {
    const heads = new Map<string, number>()
    // where roads of z12 cross the border between two tiles, told by both
    for (const feature of byZoom.get(12)!.filter(({ layer }) => layer === 'roads')) {
      for (const part of feature.parts) {
        for (let i = 1; i < part.length; i++) {
          const [[ax, ay], [bx, by]] = [part[i - 1], part[i]]
          for (const edge of [0, 4096]) {
            if (ax < edge === bx < edge || ax === edge || bx === edge) continue
            const y = ay + ((edge - ax) / (bx - ax)) * (by - ay)
            if (y <= 2 || y >= 4094) continue
            const key = `${feature.x + edge / 4096} ${feature.y} ${feature.properties.highway ?? feature.properties.kind}`
            const side = edge === 0 ? 1 : -1
            heads.set(key, (heads.get(key) ?? 0) + side * Math.round(y))
          }
        }
      }
    }
    const inner = [...heads].filter(([key]) => {
      const [x, y] = key.split(' ').map(Number)
      return (
        byZoom.get(12)!.some((feature) => feature.x === x && feature.y === y) &&
        byZoom.get(12)!.some((feature) => feature.x === x - 1 && feature.y === y)
      )
    })
    expect(inner.length).toBeGreaterThan(3)
    const agreeing = inner.filter(([, difference]) => Math.abs(difference) <= 12)
    // a road that runs along the border may cross it in the buffer of one side only
    expect(agreeing.length / inner.length).toBeGreaterThan(0.8)
  })

  test('is drawn by the published layers of Protomaps', () => {
    const drawn = drawnLayers(byZoom)
    expect([...drawn]).toEqual(expect.arrayContaining(expected.drawn))
    expect(drawn.size).toBeGreaterThanOrEqual(expected.least)
  })

  if (name === 'demo' || triesAll)
    test('is the same again, byte by byte', async () => {
      const again = join(folder, `${name}-again.pmtiles`)
      await build(pbfPath, again)
      expect(readFileSync(again).equals(readFileSync(outPath))).toBe(true)
    })
}

const ALWAYS = [
  'earth',
  'landuse_park',
  'water',
  'water_stream',
  'buildings',
  'roads_minor',
  'roads_major',
  'roads_other',
  'boundaries',
  'pois',
  'places_locality',
  'roads_labels_major',
  'landcover',
]

describe('the basemap of the demo island', () => {
  describeRegion('demo', async () => (await madeDemo()).pbfPath, {
    drawn: [...ALWAYS, 'landuse_beach', 'earth_label_islands', 'water_label_lakes'],
    least: 34,
  })

  test('has sea around the land, and no land in the sea', async () => {
    const tiles = await readTiles(join(folder, 'demo.pmtiles'))
    const features = await tiles.all(12)
    const earth = features
      .filter(({ layer, type }) => layer === 'earth' && type === 3)
      .reduce((sum, { parts }) => sum + areaInside(parts), 0)
    const ocean = features
      .filter(({ layer, properties }) => layer === 'water' && properties.kind === 'ocean')
      .reduce((sum, { parts }) => sum + areaInside(parts), 0)
    const { minLon, minLat, maxLon, maxLat } = tiles.header
    const { worldX, worldY } = await import('../../../src/geo/web-mercator.ts')
    const box = (worldX(maxLon) - worldX(minLon)) * (worldY(minLat) - worldY(maxLat)) * (4096 * 4096 * 4 ** 12)
    // together they are the box, and the island is its smaller part
    expect((earth + ocean) / box).toBeGreaterThan(0.999)
    expect((earth + ocean) / box).toBeLessThan(1.001)
    expect(earth / box).toBeGreaterThan(0.1)
    expect(earth / box).toBeLessThan(0.4)
    const map = await readOracleMap((await madeDemo()).pbfPath)
    const places = features.filter(({ layer }) => layer === 'places')
    expect(places.length).toBeGreaterThan(5)
    expect(map.ways.some(({ tags }) => tags.natural === 'coastline')).toBe(true)
  })
})

describe.skipIf(!existsSync(ANDORRA))('the basemap of Andorra (needs real data)', () => {
  describeRegion('andorra', async () => ANDORRA, {
    drawn: [
      ...ALWAYS,
      'boundaries_country',
      'water_river',
      'roads_tunnels_major',
      'roads_bridges_minor',
      'landuse_school',
      'landuse_hospital',
      'roads_link',
      'roads_shields',
      'water_label_lakes',
      'places_subplace',
    ],
    least: 48,
  })
})
