import { expect, test } from 'vitest'
import { mapRoad } from '../../../src/map/tiles/map-road.ts'

const tagsOf = (text: string) => new Map(text.split(' ').map((pair) => pair.split('=') as [string, string]))
const drawn = (text: string) => {
  const road = mapRoad(tagsOf(text))
  if (road === null) return null
  const facts = Object.fromEntries(road.attributes.map(([key, value]) => [key, value]))
  return { ...road, kind: facts.kind, facts }
}

test.each<[tags: string, kind: string, minZoom: number]>([
  ['highway=motorway', 'highway', 3],
  ['highway=trunk', 'major_road', 6],
  ['highway=primary', 'major_road', 7],
  ['highway=secondary', 'major_road', 9],
  ['highway=tertiary', 'major_road', 9],
  ['highway=motorway_link', 'highway', 11],
  ['highway=tertiary_link', 'major_road', 11],
  ['highway=unclassified', 'minor_road', 11],
  ['highway=residential', 'minor_road', 12],
  ['highway=service', 'minor_road', 13],
  ['highway=track', 'path', 12],
  ['highway=path', 'path', 12],
  ['highway=footway', 'path', 13],
  ['highway=footway sac_scale=hiking', 'path', 12],
  ['highway=footway footway=sidewalk', 'path', 14],
  ['highway=steps', 'path', 13],
  ['highway=corridor', 'path', 14],
  ['railway=rail', 'rail', 7],
  ['railway=narrow_gauge', 'rail', 8],
  ['railway=light_rail', 'rail', 10],
  ['railway=funicular', 'rail', 11],
  ['railway=tram', 'rail', 12],
  ['railway=rail service=siding', 'rail', 13],
  ['railway=tram service=yard', 'rail', 13],
  ['aerialway=gondola', 'aerialway', 11],
  ['aerialway=cable_car', 'aerialway', 11],
  ['aerialway=chair_lift', 'aerialway', 12],
  ['route=ferry', 'ferry', 9],
  ['aeroway=runway', 'aeroway', 9],
  ['aeroway=taxiway', 'aeroway', 12],
  ['man_made=pier', 'path', 13],
])('%s is drawn as %s from zoom %i', (tags, kind, minZoom) => {
  expect(drawn(tags)).toMatchObject({ layer: 'roads', geometry: 'line', kind, minZoom })
})

test.each([
  'highway=proposed',
  'highway=pedestrian area=yes',
  'railway=abandoned',
  'aerialway=station',
  'aeroway=apron',
])('%s is not drawn', (tags) => expect(drawn(tags)).toBeNull())

test('what is drawn over what: the greater road over the lesser, tracks over paths over steps, sidings below rails', () => {
  const rank = (tags: string) => drawn(tags)!.sort
  const ordered = [
    ...['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'motorway_link', 'tertiary_link', 'unclassified'],
    ...['residential', 'service', 'track', 'path', 'footway', 'steps'],
  ].map((highway) => rank(`highway=${highway}`))
  expect(ordered).toEqual(ordered.toSorted((a, b) => b - a))
  expect(new Set(ordered).size).toBe(ordered.length)
  expect(rank('railway=rail service=siding')).toBeLessThan(rank('railway=rail'))
  expect(rank('aerialway=gondola')).toBeGreaterThan(rank('highway=motorway'))
})

test('a way has the facts of its own tags, and nothing that is not tagged', () => {
  const plain = drawn('highway=path')!.facts
  expect([plain.sac_scale, plain.trail_visibility, plain.surface, plain.access]).toEqual(Array(4).fill(undefined))
  const of = (tags: string) =>
    Object.fromEntries(Object.entries(drawn(tags)!.facts).filter(([key, value]) => value !== plain[key]))
  expect(of('highway=path sac_scale=alpine_hiking')).toEqual({ sac_scale: 4 })
  expect(of('highway=path trail_visibility=bad')).toEqual({ trail_visibility: 'bad' })
  expect(of('highway=path bridge=yes layer=1')).toEqual({ is_bridge: true, layer: 1 })
  expect(of('highway=path tunnel=yes layer=0')).toEqual({ is_tunnel: true })
  expect(of('highway=path ladder=yes')).toEqual({ assisted: true })
  // a via ferrata has a grade of its own, which is no SAC grade
  expect(of('highway=path via_ferrata_scale=2')).toEqual({ via_ferrata: true })
  expect(of('highway=path oneway=-1')).toEqual({ oneway: '-1' })
  expect(of('highway=path access=permissive')).toEqual({})
  expect(of('highway=path access=private')).toEqual({ access: 'private' })
  expect(of('highway=path mtb:scale=2 surface=rock')).toEqual({ mtb_scale: '2', surface: 'rock' })
})
