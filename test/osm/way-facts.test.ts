import { describe, expect, test } from 'vitest'
import {
  FLAG_BRIDGE,
  FLAG_DRIVE,
  FLAG_FERRY,
  FLAG_ROUNDABOUT,
  FLAG_STEPS,
  FLAG_TUNNEL,
  HAZARD_KINDS,
} from '../../src/osm/edge-facts.ts'
import { nodeHazards } from '../../src/osm/hazards.ts'
import { findRestriction, findRouteFacts, levelOf } from '../../src/osm/relation-facts.ts'
import type { Tags } from '../../src/osm/tags.ts'
import { findWayClass } from '../../src/osm/way-class.ts'
import { readWayFacts, type WayFacts } from '../../src/osm/way-facts.ts'

const tagsOf = (text: string): Tags =>
  new Map(
    text
      .split(' ')
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/).slice(0, 2) as [string, string]),
  )
const facts = (text: string) => {
  const read = readWayFacts(tagsOf(text))
  if ('refused' in read) throw new Error(read.refused)
  return read as WayFacts
}
const hazardNames = (bits: number) => HAZARD_KINDS.filter((_, i) => (bits & (1 << i)) !== 0).join()

describe('surface: bucket, source, tag', () => {
  test.each([
    ['highway=path surface=asphalt', 'paved', 'mapped', 'asphalt'],
    ['highway=footway surface=paving_stones:30', 'paved', 'mapped', 'paving_stones:30'],
    ['highway=residential surface=sett', 'paved', 'mapped', 'sett'],
    ['highway=track surface=compacted', 'gravel', 'mapped', 'compacted'],
    ['highway=track surface=fine_gravel', 'gravel', 'mapped', 'fine_gravel'],
    ['highway=track surface=unpaved', 'gravel', 'mapped', 'unpaved'],
    ['highway=path surface=unpaved', 'trail', 'mapped', 'unpaved'],
    ['highway=path surface=ground', 'trail', 'mapped', 'ground'],
    ['highway=track surface=grass tracktype=grade1', 'trail', 'mapped', 'grass'],
    ['highway=path surface=asphalt;ground', 'trail', 'mapped', 'asphalt;ground'],
    ['highway=track tracktype=grade1', 'paved', 'mapped', 'grade1'],
    ['highway=track tracktype=grade3', 'gravel', 'mapped', 'grade3'],
    ['highway=track tracktype=grade5', 'trail', 'mapped', 'grade5'],
    ['highway=track surface=moon_dust tracktype=grade2', 'gravel', 'mapped', 'grade2'],
    ['highway=track surface=moon_dust', 'unknown', 'mapped', 'moon_dust'],
    ['highway=track', 'gravel', 'class_default', null],
    ['highway=path', 'trail', 'class_default', null],
    ['highway=residential', 'paved', 'class_default', null],
    ['highway=primary_link', 'paved', 'class_default', null],
    ['highway=steps', 'unknown', 'class_default', null],
    ['highway=road', 'unknown', 'class_default', null],
    ['route=ferry', 'unknown', 'class_default', null],
  ])('%s: %s, %s, %s', (tags, kind, source, tag) => {
    expect(facts(tags).surface).toEqual({ kind, source, tag })
  })
})

test.each<[kind: string, ways: string]>([
  ['road', 'motorway trunk trunk_link primary secondary tertiary_link road'],
  ['street', 'unclassified residential living_street service'],
  ['track', 'track'],
  ['path', 'path bridleway via_ferrata'],
  ['footway', 'footway pedestrian'],
  ['steps', 'steps escalator'],
  ['cycleway', 'cycleway'],
  ['other', 'platform'],
])('a way is a %s: highway=%s', (kind, ways) => {
  for (const highway of ways.split(' '))
    expect(findWayClass(tagsOf(`highway=${highway}`)), highway).toEqual({ highway, kind })
})

test('a way without a highway of the network is a ferry, a pier, a platform or none of it', () => {
  const classOf = (tags: string) => findWayClass(tagsOf(tags))?.highway ?? null
  expect(classOf('route=ferry')).toBe('ferry')
  expect(classOf('highway=proposed route=ferry')).toBe('ferry')
  expect(classOf('highway=path route=ferry')).toBe('path')
  expect(classOf('man_made=pier')).toBe('pier')
  expect(classOf('railway=platform')).toBe('platform')
  expect(classOf('public_transport=platform')).toBe('platform')
  expect(classOf('highway=proposed man_made=pier')).toBe(null)
  expect(classOf('highway=construction')).toBe(null)
  expect(classOf('waterway=river')).toBe(null)
})

describe('grades', () => {
  test.each([
    ['highway=path', 0],
    ['highway=path sac_scale=hiking', 1],
    ['highway=path sac_scale=strolling', 1],
    ['highway=path sac_scale=mountain_hiking', 2],
    ['highway=path sac_scale=demanding_mountain_hiking', 3],
    ['highway=path sac_scale=alpine_hiking', 4],
    ['highway=path sac_scale=demanding_alpine_hiking', 5],
    ['highway=path sac_scale=difficult_alpine_hiking', 6],
    ['highway=path sac_scale=T3', 3],
    ['highway=path sac_scale=hiking;alpine_hiking', 4],
    ['highway=path sac_scale=yes', 0],
    ['highway=path mtb:scale=4', 0],
    ['highway=path trail_visibility=no surface=rock', 0],
    ['highway=path via_ferrata_scale=2', 7],
    ['highway=path via_ferrata_scale=0 sac_scale=hiking', 7],
    ['highway=via_ferrata', 7],
    ['highway=path via_ferrata_scale=no', 0],
  ])('SAC of %s is %i', (tags, grade) => {
    expect(facts(tags).sac).toBe(grade)
  })
  test.each([
    ['0', 1],
    ['2', 3],
    ['2+', 3],
    ['3-', 4],
    ['6', 7],
    ['1-2', 3],
    ['1;3', 4],
    ['S1', 2],
    ['-1', 0],
    ['-1;2', 3],
    ['none', 0],
    ['12', 0],
  ])('mtb:scale=%s is index %i', (value, index) => {
    expect(facts(`highway=path mtb:scale=${value}`).mtb).toBe(index)
  })
  test.each([
    ['excellent', 1],
    ['bad', 4],
    ['no', 6],
    ['good;horrible', 5],
    ['??', 0],
  ])('trail_visibility=%s is index %i', (value, index) => {
    expect(facts(`highway=path trail_visibility=${value}`).visibility).toBe(index)
  })
})

describe('flags, hazards, names', () => {
  test.each([
    ['highway=path', 0],
    ['highway=path bridge=yes', FLAG_BRIDGE],
    ['highway=path bridge=no tunnel=no', 0],
    ['highway=path tunnel=building_passage', FLAG_TUNNEL],
    ['highway=steps bridge=viaduct', FLAG_STEPS | FLAG_BRIDGE],
    ['route=ferry', FLAG_FERRY],
    ['highway=primary junction=roundabout', FLAG_ROUNDABOUT],
    ['highway=service service=driveway', FLAG_DRIVE],
    ['highway=service service=parking_aisle', FLAG_DRIVE],
    ['highway=service service=alley', 0],
    ['highway=track service=driveway', 0],
  ])('flags of %s', (tags, flags) => {
    expect(facts(tags).flags).toBe(flags)
  })
  test.each([
    ['highway=path', ''],
    ['highway=path ford=yes', 'ford'],
    ['highway=track ford=stepping_stones', 'ford'],
    ['highway=track ford=no', ''],
    ['highway=path ladder=yes', 'aid'],
    ['highway=path rungs=yes', 'aid'],
    ['highway=path safety_rope=yes', 'aid'],
    ['highway=path assisted_trail=yes ford=yes', 'ford,aid'],
    ['highway=path assisted_trail=no', ''],
    ['highway=via_ferrata ladder=yes', 'aid,via_ferrata'],
  ])('hazards of the way %s: %s', (tags, names) => {
    expect(hazardNames(facts(tags).hazards)).toBe(names)
  })
  test.each([
    ['ford=yes', 'ford'],
    ['highway=ford', 'ford'],
    ['highway=crossing', ''],
    ['highway=ladder', 'aid'],
    ['ladder=yes', 'aid'],
    ['rungs=yes', 'aid'],
    ['safety_rope=yes', 'aid'],
    ['rope=yes', 'aid'],
    ['fixed_rope=yes', 'aid'],
    ['hand_cable=yes', 'aid'],
    ['assisted_trail=yes', 'aid'],
    ['ford=stepping_stones ladder=yes', 'ford,aid'],
    ['rope=no', ''],
    ['ford=no', ''],
  ])('hazards of the node %s: %s', (tags, names) => {
    expect(hazardNames(nodeHazards(tagsOf(tags)))).toBe(names)
  })
  test('name and ref are kept as written, absent ones are null', () => {
    expect(facts('highway=path name=Weg ref=12')).toMatchObject({ name: 'Weg', ref: '12' })
    expect(facts('highway=path')).toMatchObject({ name: null, ref: null })
  })
  test.each([
    ['0:45', 2700],
    ['01:30', 5400],
    ['00:12:30', 750],
    ['20', 1200],
    ['PT1H5M', 3900],
    ['PT', null],
    ['soon', null],
    ['0', null],
    ['1:99', null],
  ])('a ferry of duration=%s takes %s s', (value, seconds) => {
    expect(facts(`route=ferry duration=${value}`).durationS).toBe(seconds)
  })
  test('a way nobody may use, or of no use, is refused with its reason', () => {
    expect(readWayFacts(tagsOf('highway=service access=private'))).toEqual({ refused: 'closed_to_all' })
    expect(readWayFacts(tagsOf('highway=construction'))).toEqual({ refused: 'not_of_network' })
  })
})

describe('relations', () => {
  test.each([
    ['iwn', 'international'],
    ['nwn', 'national'],
    ['rwn', 'regional'],
    ['lwn', 'local'],
    ['icn', 'international'],
    ['ncn', 'national'],
    ['rcn', 'regional'],
    ['lcn', 'local'],
    [undefined, 'unknown'],
    ['mtb', 'unknown'],
    ['nwn:at', 'unknown'],
    ['xx;rwn', 'regional'],
  ])('network %s is level %s', (network, level) => {
    expect(levelOf(network)).toBe(level)
  })
  test.each([
    ['type=route route=hiking', 'hiking'],
    ['type=route route=foot', 'hiking'],
    ['type=superroute route=walking', 'hiking'],
    ['type=route route=bicycle', 'bicycle'],
    ['type=route route=mtb', 'mtb'],
    ['type=route route=bus', undefined],
    ['type=site route=hiking', undefined],
  ])('%s is a route of kind %s', (tags, kind) => {
    expect(findRouteFacts(tagsOf(tags))?.kind).toBe(kind)
  })
  test.each([
    ['', [null, null, null]],
    ['name=Camí ref=12 symbol=bar', ['Camí', '12', 'bar']],
    ['osmc:symbol=red:white:red_bar', [null, null, 'red:white:red_bar']],
    ['symbol=bar osmc:symbol=red:white:red_bar', [null, null, 'red:white:red_bar']],
  ])('the name, reference and symbol of %s are its own, and the symbol that is drawn comes first', (more, facts) => {
    const { name, ref, symbol } = findRouteFacts(tagsOf(`type=route route=hiking ${more}`.trim()))!
    expect([name, ref, symbol]).toEqual(facts)
  })
  test.each([
    ['type=restriction restriction=no_left_turn', { kind: 'no' }],
    ['type=restriction restriction=only_straight_on', { kind: 'only' }],
    ['type=restriction restriction=no_left_turn except=bicycle', { refused: 'turn restriction that exempts bicycles' }],
    [
      'type=restriction restriction=no_left_turn except=psv;bicycle',
      { refused: 'turn restriction that exempts bicycles' },
    ],
    ['type=restriction restriction=no_left_turn except=psv', { kind: 'no' }],
    ['type=restriction restriction:bicycle=no_u_turn', { kind: 'no' }],
    ['type=restriction restriction=only_left_turn restriction:bicycle=no_left_turn', { kind: 'no' }],
    ['type=restriction:bicycle restriction=no_left_turn', { kind: 'no' }],
    ['type=restriction restriction:bicycle=no_left_turn except=bicycle', { kind: 'no' }],
    [
      'type=restriction restriction:hgv=no_left_turn',
      { refused: 'turn restriction at certain hours or for other vehicles' },
    ],
    [
      'type=restriction:hgv restriction=no_left_turn',
      { refused: 'turn restriction at certain hours or for other vehicles' },
    ],
    [
      'type=restriction restriction:conditional=no_left_turn_@_day',
      { refused: 'turn restriction at certain hours or for other vehicles' },
    ],
    ['type=restriction restriction=give_way', { refused: 'turn restriction of an unknown kind' }],
    ['type=multipolygon', null],
  ])('%s binds bicycles: %o', (tags, reported) => {
    expect(findRestriction(tagsOf(tags))).toEqual(reported)
  })
})
