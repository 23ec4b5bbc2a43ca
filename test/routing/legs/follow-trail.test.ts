import { describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { say } from '../../../src/language/sentence.ts'
import { ServiceError } from '../../../src/errors.ts'
import type { PlanRouteInput, TrailToFollow } from '../../../src/routing/costs/request-types.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { tinyGraph, type TinyGraph, type TinyOptions } from '../../support/tiny-graph.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }
const BOX = { bbox: [1, 42, 2, 43] as [number, number, number, number] }
const MEMBER = { trails: [0], signedFoot: 'local' as const }
const TRAIL = { relationId: 7, name: 'Ring' }

/** The trail runs A to D over B and C; E and F lie beside it. */
const DRAWING = `
A---B---C---D
    |   |
    E---F
`
const ALL: TinyOptions['edges'] = { AB: MEMBER, BC: MEMBER, CD: MEMBER }

/** `line`: nodes in walking order, a space begins another part. */
function follow(tiny: TinyGraph, waypoint: number, line: string, more: Partial<TrailToFollow> = {}): TrailToFollow {
  const parts = line
    .split(' ')
    .map((part) =>
      Int32Array.from([...part].flatMap((name) => tiny.at(name).map((degrees) => Math.round(degrees * 1e6)))),
    )
  return { waypoint, ...TRAIL, parts, ...more }
}

function plan(
  input: (tiny: TinyGraph) => PlanRouteInput,
  { drawing = DRAWING, ...options }: TinyOptions & { drawing?: string } = {},
) {
  const tiny = tinyGraph(drawing, { meta: BOX, cellM: 100, trails: [TRAIL], edges: ALL, ...options })
  const route = new RoutePlanner(tiny.graph, { engine, metricCacheBytes: 0, maxSettled: 1e5 }).planRoute(input(tiny))
  return {
    tiny,
    route,
    walk: tiny.walk(route.line.stepArc.filter((arc) => arc >= 0)),
    trail: route.legs.find((leg) => leg.trail)?.trail,
  }
}

function failure(run: () => unknown): ServiceError {
  try {
    run()
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown
    throw thrown
  }
  throw new Error('nothing was thrown')
}

describe('a trail', () => {
  test('is joined, followed to its end and left', () => {
    const { route, walk, trail } = plan((t) => ({
      waypoints: [t.at('E'), t.at('A'), t.at('F')],
      trails: [follow(t, 1, 'ABCD')],
    }))
    expect(walk).toBe('EBABCDCF')
    expect(route.legs.map(({ distanceM, trail }) => [distanceM, trail?.onTrailM])).toEqual([
      [600, undefined],
      [1200, 1200],
      [600, undefined],
    ])
    expect(trail).toEqual({ relationId: 7, direction: 'forward', onTrailM: 1200, leftOutM: 0, gaps: [] })
    expect(route.snaps.map(({ waypoint }) => waypoint)).toEqual([0, 1, 1, 2])
    expect(route.warnings.map(({ code }) => code)).not.toContain('trail_gap')
    expect(route.maneuvers.map(({ instruction }) => english.render(instruction))).toEqual([
      'Head north on the path.',
      'Turn left onto the path signed Ring.',
      'Waypoint 2 of 3: follow Ring. Head east on the path signed Ring.',
      'Waypoint 2 of 3: leave Ring. Head west on the path signed Ring.',
      'Turn left onto the path, heading south.',
      'Arrive at waypoint 3, the end of the route.',
    ])
  })

  test('alone is a route', () => {
    expect(plan((t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, 'ABCD')] })).walk).toBe('ABCD')
  })

  test('backward runs against the order of its members', () => {
    const { walk, trail } = plan((t) => ({
      waypoints: [t.at('A')],
      trails: [follow(t, 0, 'ABCD', { direction: 'backward' })],
    }))
    expect([walk, trail!.direction]).toEqual(['DCBA', 'backward'])
  })

  test.each([
    ['A', 'D', 'forward'],
    ['D', 'A', 'backward'],
    ['F', 'A', 'backward'],
  ])('shorter, from %s to %s, is %s', (from, to, direction) => {
    const { trail, route } = plan((t) => ({
      waypoints: [t.at(from), t.at('A'), t.at(to)],
      trails: [follow(t, 1, 'ABCD', { direction: 'shorter' })],
    }))
    expect(trail!.direction).toBe(direction)
    for (const fixed of ['forward', 'backward'] as const)
      expect(route.distanceM).toBeLessThanOrEqual(
        plan((t) => ({
          waypoints: [t.at(from), t.at('A'), t.at(to)],
          trails: [follow(t, 1, 'ABCD', { direction: fixed })],
        })).route.distanceM,
      )
  })

  test('is followed from a place to another, in the direction that leads there', () => {
    for (const [from, to, length] of [
      [1, 9, 800],
      [9, 1, 800],
    ]) {
      const { route, trail } = plan((t) => ({
        waypoints: [t.at('A')],
        trails: [follow(t, 0, 'ABCD', { from: t.place(from, 1), to: t.place(to, 1) })],
      }))
      expect([route.distanceM, trail!.direction, trail!.onTrailM]).toEqual([
        length,
        from < to ? 'forward' : 'backward',
        length,
      ])
    }
  })

  test('then another trail, joined by the network', () => {
    const { walk, route } = plan(
      (t) => ({
        waypoints: [t.at('A'), t.at('E')],
        trails: [follow(t, 0, 'AB'), { ...follow(t, 1, 'FE'), relationId: 8, name: 'Other' }],
      }),
      {
        trails: [TRAIL, { relationId: 8, name: 'Other' }],
        edges: { AB: MEMBER, EF: { ...MEMBER, trails: [1] } },
      },
    )
    expect(walk).toBe('ABEFE')
    expect(route.legs.map(({ trail }) => trail?.relationId)).toEqual([7, undefined, 8])
  })
})

describe('a gap', () => {
  const GAP = { relationId: 7, direction: 'forward', onTrailM: 800 }

  test('of a member that is closed is bridged by the network, and told', () => {
    const { walk, trail, route } = plan((t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, 'ABCD')] }), {
      edges: { ...ALL, BC: { ...MEMBER, foot: 'closed' } },
    })
    expect(walk).toBe('ABEFCD')
    expect(trail).toEqual({
      ...GAP,
      leftOutM: 400,
      gaps: [{ fromM: 400, toM: 1200, leftOutM: 400, reason: 'closed' }],
    })
    expect(english.render(route.warnings.find(({ code }) => code === 'trail_gap')!.message)).toBe(
      'Ring is not followed at km 0.4 (400 m left out, 800 m of other ways instead, closed under these settings).',
    )
  })

  test('of a member above the grade cap is one under that cap only', () => {
    const edges = { ...ALL, BC: { ...MEMBER, sac: 4 } }
    const input = (maxSac: number) => (t: TinyGraph) => ({
      waypoints: [t.at('A')],
      trails: [follow(t, 0, 'ABCD')],
      maxSac,
    })
    expect(plan(input(3), { edges }).walk).toBe('ABEFCD')
    expect(plan(input(4), { edges }).walk).toBe('ABCD')
  })

  test('between parts that do not touch is bridged, too', () => {
    const { walk, trail } = plan((t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, 'AB CD')] }), {
      edges: { AB: MEMBER, CD: MEMBER, BC: { foot: 'closed' } },
    })
    expect(walk).toBe('ABEFCD')
    expect(trail).toEqual({ ...GAP, leftOutM: 0, gaps: [{ fromM: 400, toM: 1200, leftOutM: 0, reason: 'missing' }] })
  })

  test('of a way that the network does not have is missing', () => {
    const { walk, trail } = plan((t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, 'ABCD')] }), {
      edges: { AB: MEMBER, CD: MEMBER, BC: { foot: 'closed' } },
    })
    expect(walk).toBe('ABEFCD')
    expect(trail!.gaps).toEqual([{ fromM: 400, toM: 1200, leftOutM: 400, reason: 'missing' }])
  })

  test('is what the request avoids, too', () => {
    const { walk, trail } = plan(
      (t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, 'ABCD')], avoid: { ways: [5] } }),
      { edges: { ...ALL, BC: { ...MEMBER, wayId: 5 } } },
    )
    expect(walk).toBe('ABEFCD')
    expect(trail!.gaps).toEqual([{ fromM: 400, toM: 1200, leftOutM: 400, reason: 'closed' }])
  })

  test('at an end is left out without anything in its place', () => {
    const { walk, trail } = plan((t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, 'ABCD')] }), {
      edges: { ...ALL, CD: { ...MEMBER, foot: 'closed' } },
    })
    expect(walk).toBe('ABC')
    expect(trail!.gaps).toEqual([{ fromM: 800, toM: 800, leftOutM: 400, reason: 'closed' }])
  })

  test('before a piece that nothing leads to leaves that piece out', () => {
    const { walk, trail } = plan((t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, 'ABCD')] }), {
      edges: { ...ALL, BC: { ...MEMBER, foot: 'closed' }, CF: { foot: 'closed' }, AB: MEMBER, BE: {} },
      cellM: 100,
      drawing: `
A-----B-C-D
      | |
      E-F
`,
    })
    expect(walk).toBe('AB')
    expect(trail!.gaps).toEqual([{ fromM: 600, toM: 600, leftOutM: 400, reason: 'unreachable' }])
  })

  test('is no gap where a barrier stands open between two ways', () => {
    const { walk, trail } = plan((t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, 'ABCD')] }))
    expect([walk, trail!.gaps]).toEqual(['ABCD', []])
  })
})

describe('a turn that is forbidden', () => {
  /** The trail turns off at B, which bicycles may not; behind B there is a block to ride around. */
  const BLOCK = `
A---B---E
    |   |
    C---F
    |
    D
`
  const ride = (
    restrictions: string[],
    more: TinyOptions & { drawing?: string } = {},
    profile: 'bike' | 'hike' = 'bike',
    line = 'ABCD',
  ) =>
    plan((t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, line)], profile }), {
      drawing: BLOCK,
      edges: { AB: MEMBER, BC: MEMBER, CD: MEMBER },
      restrictions,
      ...more,
    })

  test('is gone around by bicycle, and told; on foot it is taken', () => {
    const { walk, trail, route } = ride(['ABC'])
    expect(walk).toBe('ABEFCD')
    expect(trail!.gaps).toEqual([{ fromM: 400, toM: 1400, leftOutM: 200, reason: 'turn' }])
    expect(english.render(route.warnings.find(({ code }) => code === 'trail_gap')!.message)).toBe(
      'Ring is not followed at km 0.4 (200 m left out, 1.0 km of other ways instead, a turn restriction forbids going on along it).',
    )
    expect(ride(['ABC'], {}, 'hike').walk).toBe('ABCD')
    expect(ride([]).walk).toBe('ABCD')
  })

  test('over three ways, or out of the way over a gap, is not taken either', () => {
    const atEnd = ride(['ABCD'])
    expect([atEnd.walk, atEnd.trail!.gaps]).toEqual(['ABC', [{ fromM: 600, toM: 600, leftOutM: 200, reason: 'turn' }]])
    const overGap = ride(['BCD'], { edges: { AB: MEMBER, CD: MEMBER } }, 'bike', 'AB CD')
    expect([overGap.walk, overGap.trail!.gaps]).toEqual([
      'ABEFCD',
      [{ fromM: 400, toM: 1400, leftOutM: 0, reason: 'turn' }],
    ])
  })

  test('that nothing leads around ends the trail before it', () => {
    const { walk, trail } = ride(['ABC'], { drawing: 'A---B\n    |\n    C\n    |\n    D' })
    expect(walk).toBe('AB')
    expect(trail).toMatchObject({
      onTrailM: 400,
      leftOutM: 400,
      gaps: [{ fromM: 400, toM: 400, leftOutM: 400, reason: 'turn' }],
    })
  })

  test('is no gap where the way around leads back onto the trail and all of it is ridden', () => {
    // B is passed from E in the end, and BC ridden
    const { walk, trail } = ride(['ABC'], {
      drawing: `
A---B---E
    |  /
    | G
    |
    C-D
`,
      edges: { AB: MEMBER, BC: MEMBER, CD: MEMBER },
      more: [['EB']],
    })
    expect([walk, trail!.leftOutM]).toEqual(['ABEBCD', 0])
  })
})

describe('a trail that closes', () => {
  const RING = { drawing: `\nA---B\n|   |\nD---C---X\n`, edges: { AB: MEMBER, BC: MEMBER, CD: MEMBER, AD: MEMBER } }

  test('is joined where the route comes from, and followed all the way round', () => {
    const { walk } = plan((t) => ({ waypoints: [t.at('X'), t.at('A')], trails: [follow(t, 1, 'ABCDA')] }), RING)
    expect(walk).toBe('XCDABC')
  })

  test('is followed over its seam, or the shorter way round', () => {
    const part = (more: Partial<TrailToFollow>) =>
      plan(
        (t) => ({
          waypoints: [t.at('A')],
          trails: [follow(t, 0, 'ABCDA', { from: t.at('D'), to: t.at('B'), ...more })],
        }),
        RING,
      )
    expect(part({ direction: 'forward' }).walk).toBe('DAB')
    expect(part({ direction: 'backward' }).walk).toBe('DCB')
    const shorter = (to: string, from: string) =>
      plan(
        (t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, 'ABCDA', { from: t.at(from), to: t.at(to) })] }),
        RING,
      ).walk
    expect([shorter('A', 'D'), shorter('D', 'A'), shorter('C', 'D')]).toEqual(['DA', 'AD', 'DC'])
  })
})

describe('a trail is refused by name', () => {
  const follows = (more: Partial<TrailToFollow>, options: TinyOptions = {}, input: Partial<PlanRouteInput> = {}) =>
    failure(() => plan((t) => ({ waypoints: [t.at('A')], trails: [follow(t, 0, 'ABCD', more)], ...input }), options))

  test('where a given end lies too far from it', () => {
    const { code, inputPath, message } = follows({ from: [1.6, 42.6] })
    expect([code, inputPath]).toEqual(['no_snap', 'waypoints[0].from'])
    expect(message).toMatch(/^`waypoints\[0\]\.from` is 1[0-9.]+ km from Ring, and `snapRadiusM` is 500 m\.$/)
  })

  test('where it leads the other way', () => {
    const tiny = tinyGraph(DRAWING, { cellM: 100 })
    const error = follows({ from: tiny.at('C'), to: tiny.at('B'), direction: 'forward' })
    expect([error.code, error.inputPath]).toEqual(['no_path', 'waypoints[0].to'])
  })

  test('where nothing of it is open, with the setting that opens it', () => {
    const hard = Object.fromEntries(['AB', 'BC', 'CD'].map((key) => [key, { ...MEMBER, sac: 5 }]))
    const error = follows({}, { edges: hard })
    expect([error.code, error.inputPath]).toEqual(['no_path', 'waypoints[0].trail'])
    expect(error.message).toContain('closed with `maxSac` 3; some are open with `maxSac` 5')
  })

  test('where the network has none of its ways', () => {
    expect(follows({ relationId: 9 }).message).toContain('the network of this region has none of its ways')
  })

  test('where more than 300 km of it are to be followed', () => {
    const error = follows({ parts: [Int32Array.of(1_500_000, 42_000_000, 1_500_000, 45_000_000)] })
    expect([error.code, error.inputPath]).toEqual(['too_long', 'waypoints[0].trail'])
  })
})

test('waypoints with names are called by them', () => {
  // as it comes from another thread
  const near = structuredClone(say('name.near', { name: 'Lake' }))
  const { route } = plan((t) => ({ waypoints: [t.at('E'), t.at('A'), t.at('F')], names: [null, 'Hut', near] }))
  expect(route.snaps.map(({ name }) => name)).toEqual([undefined, 'Hut', say('name.near', { name: 'Lake' })])
  const words = route.maneuvers.map(({ instruction }) => english.render(instruction)).join(' ')
  expect(words).toContain('Waypoint 2 of 3 (Hut) reached.')
  expect(words).toContain('Arrive at waypoint 3 (near Lake), the end of the route.')
  const far = failure(() => plan((t) => ({ waypoints: [t.at('E'), [1.6, 42.6]], names: [null, 'Peak'] })))
  expect(far.message).toContain('Waypoint 2 of 2 (Peak) is too far')
})

test('straight legs keep the numbers of the request', () => {
  const { route, walk } = plan((t) => ({
    waypoints: [t.at('E'), t.at('A'), t.at('F')],
    trails: [follow(t, 1, 'ABCD')],
    straightLegs: [1],
  }))
  expect(walk.startsWith('EBABCD')).toBe(true)
  expect(route.settings.straightLegs).toEqual([1])
  expect(route.ways.stretches.at(-1)!.highway).toBe('straight_leg')
})
