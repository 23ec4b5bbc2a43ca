// What an instruction tells as data: bend and side, bearings, leg, seconds, exit, and the way that it leads onto.

import { describe, expect, test } from 'vitest'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { english } from '../../../src/language/catalogue-files.ts'
import { secondsByStep } from '../../../src/routing/details/travel-time.ts'
import { drawn, PlaneNetwork, type PlaneMap } from '../../support/plane-map.ts'

const street = (name: string, more: Record<string, string> = {}) => ({ highway: 'residential', name, ...more })
const BIKE = { profile: 'bike' } as const
/** A crossing x of four arms of 300 m: s (south), w, n and e. */
const CROSS = drawn('  n\n\nw x e\n\n  s', 150)

const planned = async (map: PlaneMap, nodes: string, input: Partial<PlanRouteInput> = {}) =>
  (await PlaneNetwork.build(map)).route(nodes, input)
const maneuvers = async (...of: Parameters<typeof planned>) => (await planned(...of)).maneuvers

describe('a turn', () => {
  const map: PlaneMap = {
    nodes: CROSS,
    ways: [
      ['sx', street('Südstr', { ref: 'S 1' })],
      ['xw', street('Weststr')],
      ['xn', street('Nordstr')],
      ['xe', { highway: 'track' }],
    ],
    relations: [[[3], { type: 'route', route: 'hiking', network: 'lwn', 'osmc:symbol': 'red:white:red_bar' }]],
  }

  test('has the bend, the bearings before and after it, and the way that it leads onto', async () => {
    const [start, turn, arrival] = await maneuvers(map, 'sw')
    expect(start).toMatchObject({
      ...{ type: 'start', modifier: null, bearingBeforeDeg: null, bearingAfterDeg: 0 },
      ...{ wayKind: 'street', name: 'Südstr', ref: 'S 1', sign: null, symbol: null },
    })
    expect(turn).toMatchObject({
      ...{ type: 'turn_left', modifier: 'left', bearingBeforeDeg: 0, bearingAfterDeg: 270, exitNumber: null },
      ...{ wayKind: 'street', name: 'Weststr', ref: null, sign: null, symbol: null },
    })
    expect(arrival).toMatchObject({
      ...{ type: 'arrive', modifier: null, bearingBeforeDeg: 270, bearingAfterDeg: null, distanceM: 0, movingS: 0 },
      ...{ wayKind: null, name: null, ref: null, sign: null, symbol: null },
    })
  })

  test('and the arrival have the bearings over the 20 m before them, wherever the way came from', async () => {
    const bent: PlaneMap = {
      nodes: { s: [0, -300], b: [0, -100], x: [-100, 0], w: [-300, 0], c: [-400, 100], d: [-400, 300] },
      ways: [
        ['sbx', street('A')],
        ['xwcd', street('B')],
      ],
    }
    const [start, turn, arrival] = await maneuvers(
      { ...bent, nodes: { ...bent.nodes, e: [-100, 300] }, ways: [...bent.ways, ['xe', street('C')]] },
      'sd',
    )
    expect(start).toMatchObject({ bearingBeforeDeg: null, bearingAfterDeg: 0 })
    expect(turn).toMatchObject({ bearingBeforeDeg: 315, bearingAfterDeg: 270 })
    expect(arrival).toMatchObject({ bearingBeforeDeg: 0, bearingAfterDeg: null })
  })

  test('onto an unnamed way has its kind and how its sign is painted', async () => {
    const [, turn] = await maneuvers(map, 'se', { profile: 'hike' })
    expect(turn).toMatchObject({
      ...{ type: 'turn_right', modifier: 'right', bearingAfterDeg: 90 },
      ...{ wayKind: 'track', name: null, ref: null, sign: null, symbol: 'red:white:red_bar' },
    })
  })

  const over8m = (n: [number, number], tags: Record<string, string>): PlaneMap => ({
    nodes: { s: [0, -300], x: [0, 0], y: [8, 0], n, w: [-300, 0], e: [300, 0] },
    ways: [
      ['sx', street('A')],
      ['yn', tags],
      ['wxye', street('Quer')],
    ],
  })

  test('that is two within 15 m stays on the way before both of them', async () => {
    const [, turn, ...rest] = await maneuvers(over8m([200, 150], street('A')), 'sn')
    expect([turn.type, english.render(turn.instruction), rest.length]).toEqual([
      'turn_right',
      'Turn right to stay on A.',
      1,
    ])
  })

  test('that is two within 15 m, and none on the whole, is silent, but for steps that begin with it', async () => {
    expect(await maneuvers(over8m([8, 300], street('A')), 'sn')).toHaveLength(2)
    const [, steps] = await maneuvers(over8m([8, 300], { highway: 'steps', name: 'A' }), 'sn')
    expect([steps.type, english.render(steps.instruction)]).toEqual(['steps', 'Take the steps straight ahead.'])
  })

  test('that is two within 15 m has the bearings before the first and after the last', async () => {
    const zigzag: PlaneMap = {
      nodes: { s: [0, -300], x: [0, 0], y: [8, 0], n: [120, 300], w: [-300, 0], e: [300, 0] },
      ways: [
        ['sx', street('A')],
        ['yn', street('B')],
        ['wxye', street('Quer')],
      ],
    }
    const [, turn] = await maneuvers(zigzag, 'sn')
    expect(turn).toMatchObject({ type: 'slight_right', modifier: 'slight_right', bearingBeforeDeg: 0 })
    expect(turn.bearingAfterDeg).toBeGreaterThan(15)
    expect(turn.bearingAfterDeg).toBeLessThan(30)
  })
})

test.each([
  [[-100, 280], 'keep_left', 'slight_left'],
  [[100, 280], 'keep_right', 'slight_right'],
] as const)('the way to %j at a fork: %s, %s', async (end, type, modifier) => {
  const map: PlaneMap = {
    nodes: { s: [0, -300], x: [0, 0], l: [-100, 280], r: [100, 280] },
    ways: [
      ['sx', street('A')],
      ['xl', street('B')],
      ['xr', street('C')],
    ],
  }
  const [, fork] = await maneuvers(map, end[0] < 0 ? 'sl' : 'sr')
  expect(fork).toMatchObject({ type, modifier })
})

test('steps and pushing have the turn that they begin with', async () => {
  const corner = (tags: Record<string, string>): PlaneMap => ({
    nodes: CROSS,
    ways: [
      ['sxn', street('A')],
      ['xw', tags],
    ],
  })
  const [, steps] = await maneuvers(corner({ highway: 'steps' }), 'sw')
  expect(steps).toMatchObject({ type: 'steps', modifier: 'left', wayKind: 'steps' })
  const pushed = async (tags: Record<string, string>) => {
    const [, { type, modifier, wayKind, instruction }] = await maneuvers(corner(tags), 'sw', BIKE)
    return [type, modifier, wayKind, english.render(instruction)]
  }
  const turned = 'Turn left. Get off and'
  expect([await pushed({ highway: 'footway' }), await pushed({ highway: 'steps' })]).toEqual([
    ['push', 'left', 'footway', `${turned} push the bicycle along the footway, heading west.`],
    ['push', 'left', 'steps', `${turned} carry the bicycle over the steps, heading west.`],
  ])
})

test('a roundabout has the number of the exit and the way behind it', async () => {
  const map: PlaneMap = {
    nodes: {
      ...{ s: [0, -300], a: [0, -20], e: [300, 0], b: [20, 0], n: [0, 300], c: [0, 20], w: [-300, 0], d: [-20, 0] },
    },
    ways: [
      ['abcda', street('Ring', { junction: 'roundabout' })],
      ['sa', street('Süd')],
      ['be', street('Ost')],
      ['cn', street('Nord')],
      ['dw', street('West')],
    ],
  }
  const [, second] = await maneuvers(map, 'sn', BIKE)
  expect(second).toMatchObject({ type: 'roundabout', exitNumber: 2, modifier: null, name: 'Nord', bearingBeforeDeg: 0 })
  const [, third] = await maneuvers(map, 'sw', BIKE)
  expect(third).toMatchObject({ type: 'roundabout', exitNumber: 3, name: 'West' })
  const [, ends] = await maneuvers(map, 'sb', BIKE)
  expect(ends).toMatchObject({ type: 'roundabout', exitNumber: null, wayKind: null, name: null })
})

describe('legs and seconds', () => {
  const line: PlaneMap = {
    nodes: { a: [0, 0], b: [300, 0], c: [900, 0], d: [1200, 0] },
    ways: [
      ['ab', street('A')],
      ['bc', { route: 'ferry', name: 'Sirius' }],
      ['cd', street('B')],
    ],
  }

  test('a waypoint on the way begins its leg, with the bearing of the one before', async () => {
    const map: PlaneMap = { nodes: CROSS, ways: [['sxn', street('A')]] }
    const all = await maneuvers(map, 'sxn')
    expect(all.map(({ type, leg, bearingBeforeDeg }) => [type, leg, bearingBeforeDeg])).toEqual([
      ['start', 0, null],
      ['via', 1, 0],
      ['arrive', 1, 0],
    ])
  })

  test('the seconds of the parts add up to those of the whole, to a tenth, however many parts there are', async () => {
    const network = await PlaneNetwork.build({
      nodes: CROSS,
      ways: [
        ['sx', street('A')],
        ['xw', street('B')],
        ['xn', street('C')],
      ],
    })
    const { ferryDurations } = network.planner.parts
    for (const nodes of ['sw', 'swn', 'swns', 'swnsnwsw', 'nwswnswnswns']) {
      const { maneuvers: all, line } = network.route(nodes)
      expect(all.length).toBeGreaterThan(nodes.length)
      expect(all.slice(0, -1).every(({ movingS }) => movingS! > 0)).toBe(true)
      const wholeS = secondsByStep(network.graph, line, { profile: 'hike' }, ferryDurations)[line.stepCount]
      expect(all.reduce((sum, { movingS }) => sum + movingS! * 10, 0)).toBeCloseTo(Math.round(wholeS * 10), 6)
    }
  })

  test('nobody moves on a ferry, whose seconds are null', async () => {
    const all = await maneuvers(line, 'ad')
    expect(all.map(({ type, movingS }) => [type, movingS === null])).toEqual([
      ['start', false],
      ['ferry', true],
      ['ferry_exit', false],
      ['arrive', false],
    ])
    expect(all[1]).toMatchObject({ wayKind: 'ferry', name: 'Sirius' })
  })

  test('a straight leg has neither a way, a bearing nor seconds', async () => {
    const [start, straight, next] = await maneuvers(line, 'abcd', { straightLegs: [1] })
    expect(start.leg).toBe(0)
    expect(straight).toMatchObject({
      ...{ type: 'straight_leg', leg: 1, movingS: null, bearingBeforeDeg: 90, bearingAfterDeg: null, wayKind: null },
    })
    expect(next).toMatchObject({ type: 'via', leg: 2, bearingBeforeDeg: null, bearingAfterDeg: 90, name: 'B' })
  })
})
