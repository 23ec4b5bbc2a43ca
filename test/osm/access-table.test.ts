// Tags and the access they give, each row with its source in our own words. [foot, bicycle], one word where both
// directions agree, else `forward / backward`. Rows of access.test.ts that decision `ways-and-access` alone decides are
// not repeated.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accessOfValue } from '../../src/osm/access-value.ts'
import { findBarrierAccess } from '../../src/osm/barrier-access.ts'
import { SMOOTHNESSES } from '../../src/osm/edge-facts.ts'
import { findRestriction } from '../../src/osm/relation-facts.ts'
import type { Tags } from '../../src/osm/tags.ts'
import { bikeAccess, footAccess } from '../../src/osm/way-access.ts'
import { mtbGrade } from '../../src/osm/grades.ts'
import { smoothness } from '../../src/osm/surface.ts'
import { findWayClass } from '../../src/osm/way-class.ts'

type Row = [tags: string, foot: string, bicycle: string]

/** `highway=path foot=no` as tags. */
const tagsOf = (text: string): Tags =>
  new Map(text.split(' ').map((pair) => pair.split(/=(.*)/).slice(0, 2) as [string, string]))
const reported = ([forward, backward]: readonly string[]) =>
  forward === backward ? forward : `${forward} / ${backward}`

/** What a way gives, by source. */
const WAYS: Record<string, Row[]> = {
  'wiki Key:conveying: belts and escalators carry people forward or backward; reversible and yes name no direction': [
    ['highway=steps conveying=forward', 'open / closed', 'closed'],
    ['highway=steps conveying=backward', 'closed / open', 'closed'],
    ['highway=footway conveying=forward', 'open / closed', 'closed'],
    ['highway=footway conveying=backward bicycle=yes', 'closed / open', 'closed / open'],
    ['highway=steps conveying=reversible', 'conditional', 'closed'],
    ['highway=steps conveying=yes', 'conditional', 'closed'],
    ['highway=steps conveying=no', 'open', 'closed'],
    ['highway=steps conveying=yes oneway=yes', 'open / closed', 'closed'],
    ['highway=steps conveying=yes oneway=-1', 'closed / open', 'closed'],
    ['highway=steps conveying=forward oneway:foot=no', 'open', 'closed'],
    ['highway=steps conveying=forward foot:backward=yes', 'open', 'closed'],
    ['highway=steps conveying=forward access=no', 'closed', 'closed'],
    ['highway=steps conveying=forward foot=private', 'closed', 'closed'],
    ['highway=escalator', 'conditional', 'closed'],
    ['highway=escalator oneway=no', 'open', 'closed'],
    ['highway=steps conveying=forward oneway=no', 'open', 'closed'],
    ['highway=footway conveying=backward oneway=no', 'open', 'closed'],
    ['highway=steps conveying=yes oneway=no', 'open', 'closed'],
    ...['path', 'track', 'residential', 'service', 'unclassified'].map(
      (highway): Row => [`highway=${highway} conveying=backward`, 'open', 'open'],
    ),
    ['highway=cycleway conveying=forward foot=yes', 'open', 'open'],
    ['highway=path conveying=yes', 'open', 'open'],
    ['highway=pedestrian conveying=forward', 'open', 'closed'],
    ['route=ferry conveying=forward', 'open', 'open'],
    ['highway=escalator conveying=forward', 'open / closed', 'closed'],
    ['highway=escalator oneway=yes', 'open / closed', 'closed'],
  ],
  'wiki Tag:bicycle=optional_sidepath: bicycles may use the road beside which a cycle path runs': [
    ['highway=secondary bicycle=optional_sidepath', 'open', 'open'],
    ['highway=secondary bicycle=use_sidepath', 'open', 'closed'],
  ],
  'wiki Tag:route=ferry: oneway is the direction in which the boat sails, so it holds for every passenger': [
    ['route=ferry oneway=yes', 'open / closed', 'open / closed'],
    ['route=ferry oneway=-1', 'closed / open', 'closed / open'],
    ['route=ferry oneway=no', 'open', 'open'],
    ['route=ferry oneway=reversible', 'conditional', 'conditional'],
    ['route=ferry oneway=yes oneway:foot=no', 'open', 'open / closed'],
    ['route=ferry oneway=yes oneway:bicycle=no', 'open / closed', 'open'],
    ['route=ferry oneway=yes foot=no', 'closed', 'open / closed'],
    ['route=ferry oneway=yes oneway:conditional=no_@_summer', 'open / conditional', 'open / conditional'],
    ['route=ferry oneway:conditional=yes_@_summer', 'conditional', 'conditional'],
  ],
  'wiki Key:oneway: walkers are bound by oneway:foot alone, its condition is as unknown as any': [
    ['highway=path oneway=yes', 'open', 'open / closed'],
    ['highway=steps oneway=yes', 'open', 'closed'],
    ['highway=path oneway:foot=yes', 'open / closed', 'open'],
    ['highway=path oneway:foot=yes oneway:foot:conditional=no_@_winter', 'conditional', 'open'],
    ['highway=path oneway:foot:conditional=yes_@_winter', 'conditional', 'open'],
    ['highway=path oneway:foot=reversible', 'conditional', 'open'],
  ],
  'wiki Key:access, directional tags: they beat the undirected tag of the same key and every more general key': [
    ['highway=path access:backward=no', 'open / closed', 'open / closed'],
    ['highway=path access:backward=no foot=yes', 'open', 'open / closed'],
    ['highway=path access:backward=no bicycle=yes', 'open / closed', 'open'],
    ['highway=track vehicle:backward=no', 'open', 'open / closed'],
    ['highway=track vehicle:forward:conditional=no_@_night', 'open', 'conditional / open'],
    ['highway=track bicycle=yes vehicle:forward:conditional=no_@_night', 'open', 'open'],
    ['highway=track vehicle=yes access:backward=no', 'open / closed', 'open'],
    ['highway=trunk access:forward=yes', 'closed', 'open'],
    ['highway=footway access:forward=yes', 'open', 'closed'],
    ['highway=footway vehicle:forward=yes', 'open', 'closed'],
  ],
  'wiki Key:access: official was the word for designated and means no less': [
    ['highway=footway bicycle=official', 'open', 'open'],
    ['highway=pedestrian bicycle=official', 'open', 'open'],
    ['highway=bridleway bicycle=official', 'open', 'open'],
    ['highway=steps bicycle=official', 'open', 'open'],
    ['highway=path bicycle=official', 'open', 'open'],
    ['highway=cycleway foot=official', 'open', 'open'],
    ['highway=trunk foot=official', 'open', 'open'],
    ['highway=trunk motorroad=yes bicycle=official', 'closed', 'open'],
    ['highway=service access=private bicycle=official', 'closed', 'open'],
  ],
  'wiki Key:smoothness: impassable is for no wheeled vehicle; horrible and worse for off-road vehicles': [
    ['highway=path smoothness=impassable', 'open', 'closed'],
    ['highway=track smoothness=impassable bicycle=yes', 'open', 'closed'],
    ['highway=path smoothness=horrible;impassable', 'open', 'closed'],
    ['highway=path smoothness=very_horrible', 'open', 'open'],
    ['highway=path smoothness=horrible', 'open', 'open'],
    ['highway=path smoothness=very_bad', 'open', 'open'],
  ],
}

describe('ways', () => {
  for (const [source, rows] of Object.entries(WAYS)) {
    test.each(rows)(`%s: on foot %s, by bicycle %s (${source})`, (tags, foot, bicycle) => {
      const way = findWayClass(tagsOf(tags))!
      expect([reported(footAccess(tagsOf(tags), way)), reported(bikeAccess(tagsOf(tags), way))]).toEqual([
        foot,
        bicycle,
      ])
    })
  }
})

/** What a node on a way gives, by source. */
const NODES: Record<string, Row[]> = {
  'wiki Key:access: on a node it holds for whoever passes the node, barrier or not; OSRM tests nodes so': [
    ['access=no', 'closed', 'closed'],
    ['access=private', 'closed', 'closed'],
    ['foot=no', 'closed', 'open'],
    ['bicycle=no', 'open', 'closed'],
    ['vehicle=no', 'open', 'closed'],
    ['access=no foot=yes', 'open', 'closed'],
    ['access=no bicycle=yes', 'closed', 'open'],
    ['vehicle=no bicycle=yes', 'open', 'open'],
    ['motor_vehicle=no', 'open', 'open'],
    ['highway=traffic_signals access=no', 'closed', 'closed'],
    ['entrance=yes access=private', 'closed', 'closed'],
    ['access=no access:conditional=yes_@_day', 'conditional', 'conditional'],
    ['access:conditional=no_@_night', 'open', 'open'],
    ['amenity=bench access=customers', 'open', 'open'],
    ['amenity=toilets locked=yes', 'open', 'open'],
  ],
  'wiki Key:crossing, OSRM issue 1492: tags of a crossing speak of those who cross the road, not of the road': [
    ['highway=crossing bicycle=no', 'open', 'open'],
    ['highway=crossing access=no', 'open', 'open'],
    ['highway=traffic_signals crossing=traffic_signals bicycle=no foot=no', 'open', 'open'],
    ['crossing=no bicycle=no', 'open', 'closed'],
    ['highway=crossing barrier=gate bicycle=no', 'open', 'closed'],
  ],
  'wiki Key:barrier: linear barriers are closed where nobody says how they are passed': [
    ['barrier=wall', 'closed', 'closed'],
    ['barrier=fence', 'closed', 'closed'],
    ['barrier=hedge', 'closed', 'closed'],
    ['barrier=city_wall', 'closed', 'closed'],
    ['barrier=retaining_wall', 'closed', 'closed'],
    ['barrier=wall foot=yes', 'open', 'closed'],
    ['barrier=wall access=yes', 'open', 'open'],
    ['barrier=fence bicycle=yes', 'closed', 'open'],
    ['barrier=wall;gate', 'open', 'open'],
    ['barrier=wall locked=yes', 'closed', 'closed'],
  ],
  'wiki Key:barrier: point barriers let walkers through; a stile does not let bicycles through': [
    ['barrier=bollard', 'open', 'open'],
    ['barrier=kerb', 'open', 'open'],
    ['barrier=stile', 'open', 'closed'],
    ['barrier=stile;gate', 'open', 'open'],
    ['barrier=no access=no', 'open', 'open'],
  ],
}

describe('nodes', () => {
  for (const [source, rows] of Object.entries(NODES)) {
    test.each(rows)(`%s: on foot %s, by bicycle %s (${source})`, (tags, foot, bicycle) => {
      const past = findBarrierAccess(tagsOf(tags)) ?? { foot: 'open', bike: 'open' }
      expect([past.foot, past.bike]).toEqual([foot, bicycle])
    })
  }
})

describe('turn restrictions (wiki Relation:restriction: a turn forbidden on red is allowed on green)', () => {
  test.each([
    'restriction=no_right_turn_on_red',
    'restriction=no_left_turn_on_red',
    'restriction=no_turn_on_red',
    'restriction=no_u_turn_on_red',
    'restriction:bicycle=no_right_turn_on_red',
    'restriction=no_left_turn_on_red;no_right_turn_on_red',
  ])('%s binds nobody', (tags) => {
    expect(findRestriction(tagsOf(`type=restriction ${tags}`))).toEqual({
      refused: 'turn restriction that applies only at a red light',
    })
  })

  test('beside one that always holds it does not lift that one', () => {
    expect(findRestriction(tagsOf('type=restriction restriction=no_u_turn;no_right_turn_on_red'))).toEqual({
      kind: 'no',
    })
  })
})

describe('grades of wheels', () => {
  test.each([
    ['-1', 0],
    ['-1;0', 1],
    ['-1;2', 3],
    ['1-2', 3],
    ['3-', 4],
  ])('mtb:scale=%s is index %i (wiki Key:mtb:scale has 0 to 6; -1 is no grade)', (value, index) => {
    expect(mtbGrade(new Map([['mtb:scale', value]]))).toBe(index)
  })

  test.each([
    ['horrible', 'horrible'],
    ['horrible;very_horrible', 'very_horrible'],
    ['bad;excellent', 'bad'],
    ['smooth', 'untagged'],
  ])('smoothness=%s is %s (wiki Key:smoothness)', (value, known) => {
    expect(SMOOTHNESSES[smoothness(new Map([['smoothness', value]]))]).toBe(known)
  })
})

test('the values that decision `ways-and-access` names do what it says', () => {
  const decisions = readFileSync(new URL('../../docs/decisions/ways-and-access.md', import.meta.url), 'utf8')
  const [, closed, reserved] = /`foot=\*` beats `access=\*`\.([^.]*) close\.([^.]*) are\s+open with a warning/.exec(
    decisions,
  )!
  const valuesOf = (text: string) => [...text.matchAll(/`(?:foot=)?(\w+)`/g)].map(([, value]) => value)
  expect(valuesOf(closed)).toContain('no')
  expect(valuesOf(closed).filter((value) => accessOfValue(value) !== 'closed')).toEqual([])
  expect(valuesOf(reserved)).toContain('agricultural')
  expect(valuesOf(reserved).filter((value) => accessOfValue(value) !== value)).toEqual([])
})

test('of a list the value that most may use counts, in either order', () => {
  const values = ['no', 'whatever', 'discouraged', 'dismount', 'delivery', 'customers', 'forestry', 'agricultural']
  const order = [...values, 'destination', 'yes']
  const wrong = order.flatMap((one, i) =>
    order
      .slice(i + 1)
      .filter((more) => [`${one};${more}`, `${more};${one}`].some((of) => accessOfValue(of) !== accessOfValue(more))),
  )
  expect(wrong).toEqual([])
})
