// Every situation that the rules of instructions name (docs/routing.md, "Instructions"), as small maps.

import { describe, expect, test } from 'vitest'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { drawn, PlaneNetwork, type PlaneMap } from '../../support/plane-map.ts'

const STREET = { highway: 'residential' }
const street = (name: string, more: Record<string, string> = {}) => ({ ...STREET, name, ...more })
const ONEWAY = { oneway: 'yes' }
const PRIVATE = { access: 'private' }
const BIKE = { profile: 'bike' } as const
const HIKE = { profile: 'hike' } as const
const RUN = { profile: 'run', markedTrails: 'off' } as const

async function between(map: PlaneMap, nodes: string, input: Partial<PlanRouteInput> = {}): Promise<string[]> {
  return (await PlaneNetwork.build(map)).maneuvers(nodes, input).slice(1, -1)
}

/** A crossing x of four arms of 300 m: s (south), w, n and e. */
const CROSS = drawn('  n\n\nw x e\n\n  s', 150)

describe('a corner onto another name', () => {
  const crossing = (n: Record<string, string>, e: Record<string, string>): PlaneMap => ({
    nodes: CROSS,
    ways: [
      ['sx', street('Südstr')],
      ['xw', street('Weststr')],
      ['nx', street('Nordstr', n)],
      ['ex', street('Oststr', e)],
    ],
  })
  const LEFT = ['turn_left: Turn left onto Weststr.']

  test.each([
    ['one-way against the rider', crossing(ONEWAY, ONEWAY), BIKE],
    ['private, on foot', crossing(PRIVATE, PRIVATE), HIKE],
    ['private, running', crossing(PRIVATE, PRIVATE), RUN],
    ['private, by bicycle', crossing(PRIVATE, PRIVATE), BIKE],
    ['a trunk road closed on foot', crossing({ highway: 'trunk', foot: 'no' }, { highway: 'trunk', foot: 'no' }), HIKE],
    ['closed to bicycles', crossing({ bicycle: 'no' }, { bicycle: 'no' }), { ...BIKE, push: 'never' } as const],
    [
      'no other way at all',
      {
        nodes: CROSS,
        ways: [
          ['sx', street('Südstr')],
          ['xw', street('Weststr')],
        ],
      },
      HIKE,
    ],
    [
      'a ref alone',
      {
        nodes: CROSS,
        ways: [
          ['sx', { ...STREET, ref: 'S 1' }],
          ['xw', street('Weststr')],
          ['nx', street('N', PRIVATE)],
        ],
      },
      HIKE,
    ],
  ] as [string, PlaneMap, Partial<PlanRouteInput>][])('is a turn: %s', async (_, map, input) => {
    expect(await between(map, 'sw', input)).toEqual(LEFT)
  })

  test('is a turn to the other hand too, and where a barrier closes the other arms', async () => {
    const map = crossing({ highway: 'service', ...PRIVATE }, {})
    const east = {
      ...map,
      ways: [
        ['sx', street('Südstr')],
        ['xe', street('Oststr')],
      ],
    } as PlaneMap
    expect(await between(east, 'se', HIKE)).toEqual(['turn_right: Turn right onto Oststr.'])
    const gates: PlaneMap = {
      nodes: { ...CROSS, a: [300, -290], b: [310, -300] },
      nodeTags: { a: { barrier: 'gate', access: 'no' }, b: { barrier: 'gate', access: 'no' } },
      ways: [
        ['sx', street('Südstr')],
        ['xw', street('Weststr')],
        ['xan', street('Nordstr')],
        ['xbe', street('Oststr')],
      ],
    }
    expect(await between(gates, 'sw', HIKE)).toEqual(LEFT)
  })

  test('is a turn at a barrier that stands in the middle of the crossing', async () => {
    const map: PlaneMap = {
      nodes: CROSS,
      nodeTags: { x: { barrier: 'cycle_barrier', bicycle: 'no' } },
      ways: [
        ['sx', { highway: 'path' }],
        ['xw', { highway: 'path' }],
        ['xn', { highway: 'path' }],
        ['xe', { highway: 'path' }],
      ],
    }
    expect(await between(map, 'sw', HIKE)).toEqual(['turn_left: Turn left on the path, heading west.'])
    expect(await between(map, 'sw', BIKE)).toEqual(['turn_left: Turn left on the path, heading west.'])
  })

  test('is a turn where the own street goes on one-way against the rider', async () => {
    const map: PlaneMap = {
      nodes: CROSS,
      ways: [
        ['sx', street('Südstr')],
        ['nx', street('Südstr', ONEWAY)],
        ['xw', street('Weststr')],
      ],
    }
    expect(await between(map, 'sw', BIKE)).toEqual(LEFT)
  })

  test('of 160 degrees is a sharp turn, beside a private street', async () => {
    const [east, north] = [300 * Math.sin(0.349), -300 * Math.cos(0.349)]
    const map: PlaneMap = {
      nodes: { s: [0, -300], x: [0, 0], w: [-east, north], n: [0, 300] },
      ways: [
        ['sx', street('Südstr')],
        ['xw', street('Weststr')],
        ['xn', street('Nordstr', PRIVATE)],
      ],
    }
    expect(await between(map, 'sw')).toEqual(['sharp_left: Turn sharp left onto Weststr.'])
  })

  test('is silent between unnamed ways where no other arm is open', async () => {
    const map: PlaneMap = {
      nodes: CROSS,
      ways: [
        ['sx', STREET],
        ['xw', { highway: 'track' }],
        ['xn', { ...STREET, ...PRIVATE }],
        ['ex', { highway: 'trunk', foot: 'no' }],
      ],
    }
    expect(await between(map, 'sw', HIKE)).toEqual([])
  })

  test('is a turn for a bicycle that is pushed where only walkers may go on', async () => {
    const footway = { highway: 'footway' }
    const ways = [
      ['sx', footway],
      ['xw', footway],
      ['xn', footway],
    ] as const
    expect(await between({ nodes: CROSS, ways }, 'sw', BIKE)).toEqual([
      'turn_left: Turn left on the footway, heading west.',
    ])
  })

  test('is silent where the signed trail goes on, whatever else begins there, and a turn where it does not', async () => {
    const signed = (ref: string, network: string, ways: number[]) =>
      [ways, { type: 'route', route: 'hiking', network, ref }] as const
    const along = (relations: PlaneMap['relations']) =>
      between(
        {
          nodes: CROSS,
          ways: [
            ['sx', { highway: 'path' }],
            ['xw', { highway: 'path' }],
          ],
          relations,
        },
        'sw',
      )
    expect(await along([signed('R', 'lwn', [0, 1]), signed('E', 'iwn', [1])])).toEqual([])
    expect(await along([signed('R', 'lwn', [0]), signed('R', 'lwn', [1])])).toEqual([])
    expect(await along([signed('R', 'lwn', [0]), signed('B', 'lwn', [1])])).toEqual([
      'turn_left: Turn left onto the path signed B.',
    ])
  })

  test.each([44, 46])('begins at 45 degrees: %d', async (deg) => {
    const rad = (deg * Math.PI) / 180
    const map: PlaneMap = {
      nodes: { s: [0, -300], x: [0, 0], w: [-300 * Math.sin(rad), 300 * Math.cos(rad)] },
      ways: [
        ['sx', street('Südstr')],
        ['xw', street('Weststr')],
      ],
    }
    expect(await between(map, 'sw')).toEqual(deg < 45 ? [] : LEFT)
  })
})

describe('silence', () => {
  test('where the own street bends 70 degrees past a private drive', async () => {
    const map: PlaneMap = {
      nodes: { s: [0, -300], x: [0, 0], w: [-282, 103], n: [0, 300] },
      ways: [
        ['sx', street('Südstr')],
        ['xw', street('Südstr')],
        ['xn', { highway: 'service', ...PRIVATE }],
      ],
    }
    expect(await between(map, 'sw')).toEqual([])
  })

  test('at a bend without a junction, straight over a crossing, and where the announced name ends', async () => {
    expect(await between({ nodes: CROSS, ways: [['sxw', street('Südstr')]] }, 'sw')).toEqual([])
    const over: PlaneMap = {
      nodes: CROSS,
      ways: [
        ['sxn', street('Südstr')],
        ['wxe', street('Weststr')],
      ],
    }
    expect(await between(over, 'sn')).toEqual([])
    const ends: PlaneMap = {
      nodes: CROSS,
      ways: [
        ['sx', street('Südstr')],
        ['xn', street('Nordstr')],
        ['wxe', street('Weststr')],
      ],
    }
    expect(await between(ends, 'sn')).toEqual([])
  })

  test('where a drive or an aisle leaves a straight way', async () => {
    for (const service of ['driveway', 'parking_aisle'])
      for (const tags of [street('Südstr'), STREET, { highway: 'track' }]) {
        const map: PlaneMap = {
          nodes: { ...CROSS, d: [450, -150] },
          ways: [
            ['sxn', tags],
            ['xd', { highway: 'service', service }],
          ],
        }
        expect(await between(map, 'sn'), `${service} ${tags.highway}`).toEqual([])
      }
  })
})

describe('the announced way turns off and the route goes straight on', () => {
  /** s to x to n, and the told way from x to w */
  const leaving = (reported: Record<string, string>, on: Record<string, string>, off = reported): PlaneMap => ({
    nodes: CROSS,
    ways: [
      ['sx', reported],
      ['xw', off],
      ['xn', on],
    ],
  })
  test.each([
    ['a name', leaving(street('Hauptstr'), street('Nebenweg')), 'Nebenweg'],
    ['a ref', leaving({ ...STREET, ref: 'S 1' }, { highway: 'track' }), 'the track, heading north'],
    ['a named path', leaving({ highway: 'path', name: 'Höhenweg' }, { highway: 'path' }), 'the path, heading north'],
    ['a track', leaving({ highway: 'track' }, { highway: 'path', surface: 'gravel' }), 'the path, heading north'],
    ['a name one-way against', leaving(street('A'), street('B'), street('A', { oneway: '-1' })), 'B'],
  ])('%s', async (_, map, onto) => {
    const said = [`continue: Go straight on along ${onto}.`]
    expect(await between(map, 'sn')).toEqual(said)
    expect(await between(map, 'sn', BIKE)).toEqual(said)
    expect(await between(map, 'sw')).toHaveLength(1)
  })

  const trail = (name: string, ways: number[]) =>
    [ways, { type: 'route', route: 'hiking', network: 'lwn', name }] as const
  const paths = (relations: PlaneMap['relations'], on: Record<string, string> = { highway: 'path' }): PlaneMap => ({
    ...leaving(on, on),
    ways: [
      ['sx', on],
      ['xw', { highway: 'path' }],
      ['xn', on],
    ],
    relations,
  })

  test('a signed trail, onto a path without a sign, onto another trail, and off a street that keeps its name', async () => {
    expect(await between(paths([trail('Rotweg', [0, 1])]), 'sn')).toEqual([
      'continue: Go straight on along the path, heading north.',
    ])
    expect(await between(paths([trail('Rotweg', [0, 1]), trail('Blauweg', [1, 2])]), 'sn')).toEqual([
      'continue: Go straight on along the path signed Blauweg.',
    ])
    expect(await between(paths([trail('Rotweg', [0, 1])], street('Hauptstr')), 'sn', { markedTrails: 'off' })).toEqual([
      'continue: Go straight on along Hauptstr.',
    ])
  })

  test('not if the trail goes on too, if it was not told, or if it is back within 50 m', async () => {
    expect(await between(paths([trail('Rotweg', [0, 1, 2])]), 'sn')).toEqual([])
    expect(await between(paths([trail('Rotweg', [1])]), 'sn')).toEqual([])
    const besides = (backM: number): PlaneMap => ({
      nodes: { s: [0, -300], x: [0, 0], a: [-6, 4], b: [-6, backM - 4], y: [0, backM], n: [0, 300] },
      ways: [
        ['sx', street('Hauptstr')],
        ['xaby', { highway: 'footway' }],
        ['xy', street('Hauptstr')],
        ['yn', street('Hauptstr')],
      ],
      relations: [trail('Rotweg', [0, 1, 3])],
    })
    expect(await between(besides(40), 'sn', { markedTrails: 'off' })).toEqual([])
    expect(await between(besides(60), 'sn', { markedTrails: 'off' })).toEqual([
      'continue: Go straight on along Hauptstr.',
    ])
  })

  test('if the route turns with it, that is reported as before', async () => {
    expect(await between(leaving(street('Hauptstr'), street('Nebenweg')), 'sw')).toEqual([
      'turn_left: Turn left to stay on Hauptstr.',
    ])
  })
})

describe('turning around', () => {
  /** Lower street to the east, upper street back at an angle, valley street on. */
  const switchback = (deg: number, tags: (name: string) => Record<string, string>): PlaneMap => {
    const rad = (deg * Math.PI) / 180
    return {
      nodes: {
        a: [-450, 0],
        x: [0, 0],
        b: [450 * Math.cos(rad), 450 * Math.sin(rad)],
        c: [450 * Math.cos(rad), -450 * Math.sin(rad)],
        v: [450, 0],
      },
      ways: [
        ['ax', tags('Lower Street')],
        ['xb', tags('Upper Street')],
        ['xc', tags('Under Street')],
        ['xv', tags('Valley Street')],
      ],
    }
  }
  test.each([121, 150, 164, 166, 172, 176, 179])('a turn of %d degrees is a sharp turn', async (deg) => {
    const named = await PlaneNetwork.build(switchback(deg, street))
    expect(named.maneuvers('ab').slice(1, -1)).toEqual(['sharp_left: Turn sharp left onto Upper Street.'])
    expect(named.maneuvers('ac').slice(1, -1)).toEqual(['sharp_right: Turn sharp right onto Under Street.'])
    expect(named.trip('ab').trip.legs[0].maneuvers.map(({ type }) => type)).toEqual([1, 14, 4])
    expect(named.trip('ac').trip.legs[0].maneuvers.map(({ type }) => type)).toEqual([1, 11, 4])
    const paths = await PlaneNetwork.build(switchback(deg, () => ({ highway: 'path' })))
    expect(paths.types('ab')).toBe('sharp_left')
    expect(paths.types('ac', BIKE)).toBe('sharp_right')
  })
})

test('a fork of two streets, steps at a corner, a staggered crossing, a ferry and pushing are as they were', async () => {
  const fork: PlaneMap = {
    nodes: { s: [0, -300], x: [0, 0], l: [-100, 280], r: [100, 280] },
    ways: [
      ['sx', street('A')],
      ['xl', street('B')],
      ['xr', street('C')],
    ],
  }
  expect(await between(fork, 'sl')).toEqual(['keep_left: Keep left onto B.'])
  expect(await between(fork, 'sr')).toEqual(['keep_right: Keep right onto C.'])
  const steps: PlaneMap = {
    nodes: CROSS,
    ways: [
      ['sxn', street('A')],
      ['xw', { highway: 'steps' }],
    ],
  }
  expect(await between(steps, 'sw')).toEqual(['steps: Turn left and take the steps.'])
  const staggered: PlaneMap = {
    nodes: { s: [0, -300], x: [0, 0], y: [8, 0], n: [8, 300], w: [-300, 0], e: [300, 0] },
    ways: [
      ['sx', street('A')],
      ['yn', street('A')],
      ['wxye', street('Quer')],
    ],
  }
  expect(await between(staggered, 'sn')).toEqual([])
  const ferry: PlaneMap = {
    nodes: { a: [0, 0], b: [300, 0], c: [900, 0], d: [1200, 0] },
    ways: [
      ['ab', street('A')],
      ['bc', { route: 'ferry', name: 'Sirius' }],
      ['cd', street('B')],
    ],
  }
  expect(await between(ferry, 'ad')).toEqual([
    'ferry: Take the ferry Sirius.',
    'ferry_exit: Leave the ferry and head east on B.',
  ])
  // a line that calls at an island, where another line begins, is taken once
  const calling: PlaneMap = {
    nodes: { ...ferry.nodes, e: [600, 0], f: [600, 300] },
    ways: [
      ferry.ways[0],
      ['bec', { route: 'ferry', name: 'Sirius' }],
      ['ef', { route: 'ferry', name: 'Vega' }],
      ferry.ways[2],
    ],
  }
  expect(await between(calling, 'ad')).toEqual(await between(ferry, 'ad'))
  const ashore = { ...ferry, ways: [...ferry.ways.slice(0, 2), ['cd', { highway: 'footway' }]] } as const
  expect(await between(ashore, 'ad', BIKE)).toEqual([
    'ferry: Take the ferry Sirius.',
    'ferry_exit: Leave the ferry and head east on the footway, pushing the bicycle.',
  ])
  expect(await between(ashore, 'da', BIKE)).toEqual([
    'ferry: Take the ferry Sirius.',
    'ferry_exit: Leave the ferry and head west on A.',
  ])
  const pushed: PlaneMap = {
    nodes: CROSS,
    ways: [
      ['sx', street('A')],
      ['xw', { highway: 'footway' }],
      ['xn', street('A')],
    ],
  }
  expect(await between(pushed, 'sw', BIKE)).toEqual([
    'push: Turn left. Get off and push the bicycle along the footway, heading west.',
  ])
})

test('getting off comes with the turn that is made there, and with none straight ahead between two forks', async () => {
  const forks = (arms: string): PlaneMap => ({
    nodes: { s: [0, -300], x: [0, 0], n: [0, 300], l: [-150, 260], r: [150, 260] },
    ways: [
      ['sx', street('A')],
      ['xn', { highway: 'footway' }],
      ...[...arms].map((arm): PlaneMap['ways'][number] => [`x${arm}`, street(arm)]),
    ],
  })
  const PUSH = 'Get off and push the bicycle along the footway, heading north.'
  expect(await between(forks('lr'), 'sn', BIKE)).toEqual([`push: ${PUSH}`])
  expect(await between(forks('l'), 'sn', BIKE)).toEqual([`push: Keep right. ${PUSH}`])
  expect(await between(forks('r'), 'sn', BIKE)).toEqual([`push: Keep left. ${PUSH}`])
})

describe('two turns within 15 m', () => {
  const zigzag = (gapM: number, last: string, back = false): PlaneMap => ({
    nodes: { s: [0, -300], x: [0, 0], y: [gapM, 0], n: [gapM, back ? -300 : 300], w: [-300, 0], e: [300, 0] },
    ways: [
      ['sx', street('A')],
      ['yn', street(last)],
      ['wxye', street('Quer')],
    ],
  })
  test('are one by their net bend, nothing if that is straight on along the same way', async () => {
    expect(await between(zigzag(14, 'A'), 'sn')).toEqual([])
    expect(await between(zigzag(14, 'B'), 'sn')).toEqual(['continue: Go straight on along B.'])
    expect(await between(zigzag(16, 'B'), 'sn')).toEqual([
      'turn_right: Turn right onto Quer.',
      'turn_left: Turn left onto B.',
    ])
  })

  test('to one side are a sharp turn to that side, however far they bend', async () => {
    for (const lean of [-6, 0, 12]) {
      const map = zigzag(12, 'B', true)
      const nodes = { ...map.nodes, n: [12 + lean, -300] as const }
      expect(await between({ ...map, nodes }, 'sn'), `${lean}`).toEqual(['sharp_right: Turn sharp right onto B.'])
    }
  })

  test('a third within 15 m of the first one counts as well', async () => {
    const map: PlaneMap = {
      nodes: { s: [0, -300], x: [0, 0], y: [6, 0], z: [6, 6], e: [300, 6], w: [-300, 0], v: [60, -4], n: [6, 300] },
      ways: [
        ['sx', street('A')],
        ['wxyv', street('B')],
        ['yz', street('C')],
        ['nze', street('D')],
      ],
    }
    expect(await between(map, 'se')).toEqual(['turn_right: Turn right onto D.'])
  })

  test('a third is one of its own where the first of them is 15 m behind, however near the second', async () => {
    const stairs = (stepM: number): PlaneMap => ({
      nodes: {
        ...{ s: [0, -300], x: [0, 0], y: [stepM, 0], z: [stepM, stepM], e: [300, stepM] },
        ...{ w: [-300, 0], v: [300, -100], n: [stepM, 300] },
      },
      ways: [
        ['sx', street('A')],
        ['wxyv', street('B')],
        ['yz', street('C')],
        ['nze', street('D')],
      ],
    })
    expect(await between(stairs(7), 'se')).toEqual(['turn_right: Turn right onto D.'])
    expect(await between(stairs(8), 'se')).toEqual([
      'continue: Go straight on along C.',
      'turn_right: Turn right onto D.',
    ])
  })
})

test('a flight of steps is reported from 15 m on', async () => {
  const flight = (lengthM: number): PlaneMap => ({
    nodes: { a: [0, 0], b: [100, 0], c: [100 + lengthM, 0], d: [300, 0] },
    ways: [
      ['ab', { highway: 'footway' }],
      ['bc', { highway: 'steps' }],
      ['cd', { highway: 'footway' }],
    ],
  })
  expect(await between(flight(14.8), 'ad')).toEqual([])
  expect(await between(flight(15.2), 'ad')).toEqual(['steps: Take the steps.'])
})

describe('lanes of one street', () => {
  const split = (apartM: number, more: Record<string, string> = {}): PlaneMap => ({
    nodes: {
      s: [0, -300],
      x: [0, 0],
      r: [apartM / 2, 60],
      l: [-apartM / 2, 60],
      w: [-300, 60],
      e: [300, 60],
      n: [apartM / 2, 300],
      m: [-apartM / 2, 300],
    },
    ways: [
      ['sx', street('Allee')],
      ['xr', street('Allee', { ...ONEWAY, ...more })],
      ['lx', street('Allee', { ...ONEWAY, ...more })],
      ['wlre', street('Quer')],
      ['rn', street('Allee', { ...ONEWAY, ...more })],
      ['ml', street('Allee', { ...ONEWAY, ...more })],
    ],
  })
  test('are no fork, on foot and by bicycle, out of one street and back into it', async () => {
    for (const input of [HIKE, RUN, BIKE]) {
      const network = await PlaneNetwork.build(split(20))
      expect(network.types('sn', input)).toBe('')
      expect(network.types('ms', input)).toBe('')
    }
    const network = await PlaneNetwork.build(split(20))
    expect(network.types('sm', HIKE)).toBe('')
    expect(network.types('ns', HIKE)).toBe('')
    expect(network.maneuvers('se', HIKE).slice(1, -1)).toEqual(['turn_right: Turn right onto Quer.'])
  })

  test('are a fork 30 m apart and more', async () => {
    const network = await PlaneNetwork.build(split(40))
    expect(network.types('sn', HIKE)).toBe('keep_right')
  })

  test('are not a one-way street that turns a corner', async () => {
    const corner: PlaneMap = {
      nodes: { s: [-8, -300], a: [-8, -17], x: [0, 0], b: [8, -6], e: [300, -60], n: [100, 280] },
      ways: [
        ['sax', street('Allee', ONEWAY)],
        ['xb', street('Allee', ONEWAY)],
        ['be', street('Allee', ONEWAY)],
        ['xn', street('Quer')],
      ],
    }
    for (const input of [BIKE, RUN])
      expect(await between(corner, 'sn', input)).toEqual(['continue: Go straight on along Quer.'])
  })

  test('are two streets if they have two names', async () => {
    const map = split(20)
    const ways = map.ways.map((way, i) => (i === 2 ? (['lx', street('Gasse', ONEWAY)] as const) : way))
    expect((await PlaneNetwork.build({ ...map, ways })).types('sm', HIKE)).toBe('keep_left')
  })
})
