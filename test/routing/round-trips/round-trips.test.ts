// Whole answers: laws that every round trip obeys, on drawings and (where REAL_DATA_DIR has it) in Andorra.

import { beforeAll, describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { ServiceError } from '../../../src/errors.ts'
import { bearingDeg, distanceM, turnDeg } from '../../../src/geo/lon-lat.ts'
import { decodePolyline6 } from '../../../src/geo/polyline.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { RoundTrips, RoundTripsInput } from '../../../src/routing/round-trips/loop-types.ts'
import { RoundTripPlanner } from '../../../src/routing/round-trips/round-trips.ts'
import { hasAndorra, networkOf } from '../../support/prepared-regions.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'
import { seededRandom } from '../../support/random-graph.ts'
import { isInside, starRing, touchesArea } from '../../support/touches-area.ts'
import { caseCount } from '../../support/case-count.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'n', terrainRelease: null }
const plannerOf = (graph: RoutingGraph) => new RoundTripPlanner(graph, { engine })

/** The failure of a request as `[code, message]`. */
function failureOf(planner: RoundTripPlanner, input: RoundTripsInput): [string, string] {
  try {
    planner.findRoundTrips(input)
  } catch (thrown) {
    if (thrown instanceof ServiceError) return [thrown.code, thrown.message]
    throw thrown
  }
  return ['none', '']
}

/** What holds for every answer. */
function checkLaws(input: RoundTripsInput, answer: RoundTrips): void {
  const targetM = input.distanceM ?? input.distanceKm! * 1000
  expect(answer.loops.length).toBeGreaterThanOrEqual(1)
  expect(answer.loops.length).toBeLessThanOrEqual(1 + (input.alternatives ?? 0))
  expect([answer.status, answer.reason]).toEqual([answer.loops[0].status, answer.loops[0].reason])
  const pieces = answer.loops.map((_loop) => new Map<string, number>())
  answer.loops.forEach((loop, i) => {
    expect([loop.rank, loop.targetM]).toEqual([i + 1, targetM])
    const points = decodePolyline6(loop.shape)
    // closed, at the snap
    expect(points[0]).toEqual(answer.snap.location)
    expect(points.at(-1)).toEqual(points[0])
    // as long as it says, and what is drawn twice is what it says is repeated
    let drawnM = 0
    let againM = 0
    for (let p = 1; p < points.length; p++) {
      const [a, b] = [points[p - 1], points[p]]
      const lengthM = distanceM(...a, ...b)
      drawnM += lengthM
      const key = [a.join(), b.join()].sort().join(' ')
      if (pieces[i].has(key)) againM += lengthM
      pieces[i].set(key, lengthM)
    }
    expect(Math.abs(drawnM - loop.distanceM)).toBeLessThan(1 + loop.distanceM * 0.003)
    expect(againM).toBeGreaterThan(loop.repeatedM * 0.995 - 1)
    // here and there two ways of the map lie on one line in part
    expect(againM).toBeLessThan(loop.repeatedM * 1.005 + 1 + loop.distanceM * 0.01)
    // figures follow from figures
    const error = Math.abs(loop.distanceM - targetM) / targetM
    const repeated = loop.repeatedM / loop.distanceM
    expect(loop.targetErrorPct).toBeCloseTo(error * 100, 1)
    expect(loop.repeatedShare).toBeCloseTo(repeated, 3)
    expect(loop.status).toBe(error <= 0.1 && repeated <= 0.2 ? 'complete' : 'rough')
    expect(error).toBeLessThanOrEqual(0.3001)
    expect(repeated).toBeLessThanOrEqual(0.6001)
    if (loop.status === 'rough')
      expect(english.render(loop.reason!)).toMatch(/longer than |shorter than |travelled twice/)
    const { pavedM, gravelM, trailM, unknownM } = loop.surfaces
    expect(pavedM + gravelM + trailM + unknownM).toBeCloseTo(loop.distanceM, 5)
    const { roadM, streetM, trackM, pathM, footwayM, stepsM, cyclewayM, ferryM, straightM, otherM } = loop.ways
    expect(roadM + streetM + trackM + pathM + footwayM + stepsM + cyclewayM + ferryM + straightM + otherM).toBeCloseTo(
      loop.distanceM,
      5,
    )
    expect(straightM).toBe(0)
    if (loop.elevation !== null) {
      expect([loop.ascentM, loop.descentM]).toEqual([loop.elevation.ascentM, loop.elevation.descentM])
      // it ends where it begins
      if (loop.elevation.unknownM === 0) expect(loop.elevation.ascentM - loop.elevation.descentM).toBeCloseTo(0, 5)
      expect(loop.elevation.maxM).toBeGreaterThanOrEqual(loop.elevation.minM)
    } else expect([loop.ascentM, loop.descentM]).toEqual([null, null])
    expect(loop.movingTime!.model).toBe(
      { hike: 'service-hike/2', run: 'service-run/1', bike: 'service-bike/1' }[input.profile ?? 'hike'],
    )
    // the bearing told is that of the farthest point
    let farthestM = 0
    let towards = 0
    for (const point of points) {
      if (distanceM(...points[0], ...point) <= farthestM) continue
      farthestM = distanceM(...points[0], ...point)
      towards = bearingDeg(...points[0], ...point)
    }
    expect(Math.abs(turnDeg(towards, loop.bearingDeg))).toBeLessThan(0.2)
    if (input.direction !== undefined && input.direction !== null && Math.abs(turnDeg(input.direction, towards)) > 45.5)
      expect(english.render(loop.reason!)).toContain('towards')
  })
  for (let i = 0; i < pieces.length; i++) {
    for (let j = 0; j < i; j++) {
      let sharedM = 0
      for (const [key, lengthM] of pieces[i]) if (pieces[j].has(key)) sharedM += lengthM
      expect(sharedM).toBeLessThan(0.6 * Math.min(answer.loops[i].distanceM, answer.loops[j].distanceM) + 5)
    }
  }
}

describe('round trips on drawings', () => {
  // 100 m per cell; a ring of 2,600 m, a stub of 400 m to S
  const tiny = tinyGraph(
    `A----B----C
|         |
|         |
D----E----F---S`,
    { cellM: 100, heights: { A: 1100, C: 1050 } },
  )
  const planner = plannerOf(tiny.graph)

  test('from inside an edge go round and come back to the point', () => {
    const input: RoundTripsInput = { start: tiny.place(2.5, 0), distanceM: 2600 }
    const answer = planner.findRoundTrips(input)
    checkLaws(input, answer)
    expect(answer).toMatchObject({
      schema: 'roundtrips/1',
      status: 'complete',
      reason: null,
      loops: [{ repeatedM: 0, elevation: { minM: 1000, maxM: 1100, unknownM: 0 } }],
    })
    expect(answer.loops[0].distanceM).toBeCloseTo(2600, 0)
    expect(answer.request).toMatchObject({
      start: input.start,
      distanceKm: 2.6,
      distanceM: 2600,
      profile: 'hike',
      direction: null,
      alternatives: 0,
      maxSac: 3,
      markedTrails: 'prefer',
      avoidPaved: false,
      hills: 0,
      snapRadiusM: 500,
    })
  })

  test('an area on the other part of the edge of the start changes nothing, to the last byte', () => {
    // the start lies on F-S, 100 m from F; the loop never comes to the rest of the stub
    const stub = plannerOf(tiny.graph)
    const input: RoundTripsInput = { start: tiny.place(11, 2 + 1), distanceM: 2800, alternatives: 1 }
    const free = stub.findRoundTrips(input)
    const box = (west: number, east: number) => {
      const corners = [
        [west, 2.9],
        [east, 2.9],
        [east, 3.1],
        [west, 3.1],
        [west, 2.9],
      ] as const
      return { areas: [{ path: 'avoid.areas', rings: [corners.map(([x, y]) => tiny.place(x, y))] }] }
    }
    expect(JSON.stringify(stub.findRoundTrips({ ...input, avoid: box(12, 12.5) }))).toBe(JSON.stringify(free))
    expect(failureOf(stub, { ...input, avoid: box(10.4, 10.6) })[0]).toBe('no_loop')
  })

  test('two ways on one line are one way: going back along the other is going back', () => {
    const twice = tinyGraph('A----B----C', {
      cellM: 100,
      more: [
        ['AB', {}],
        ['CB', {}],
      ],
    })
    expect(failureOf(plannerOf(twice.graph), { start: twice.at('B'), distanceKm: 1 })[0]).toBe('no_loop')
  })

  test('from the end of a stub say in words why they are rough', () => {
    const input: RoundTripsInput = { start: tiny.at('S'), distanceKm: 3.9, profile: 'run' }
    const answer = planner.findRoundTrips(input)
    checkLaws(input, answer)
    expect(answer.status).toBe('rough')
    expect(english.render(answer.reason!)).toMatch(/^The loop is 3\.\d km, \d+ % shorter than /)
  })

  test('no_loop names lengths that are then given', () => {
    const [code, message] = failureOf(planner, { start: tiny.at('S'), distanceKm: 9 })
    expect(code).toBe('no_loop')
    expect(message).toMatch(/^No good loop of 9 km starts here under these settings\. Possible from here: 3\.4 km\.$/)
    checkLaws(
      { start: tiny.at('S'), distanceKm: 3.4 },
      planner.findRoundTrips({ start: tiny.at('S'), distanceKm: 3.4 }),
    )
  })

  test('no_loop names lengths in ascending order, whatever was requested', () => {
    const rings = tinyGraph('A-B---C-----------D\n| |   |           |\n| |   |           |\nE-F---G-----------H', {
      cellM: 200,
    })
    const lengths = (distanceKm: number) => {
      const [code, message] = failureOf(plannerOf(rings.graph), { start: rings.at('A'), distanceKm })
      expect(code).toBe('no_loop')
      return [...message.replace(/.*Possible/, '').matchAll(/\d+(?:\.\d+)?/g)].map(([km]) => Number(km))
    }
    for (const distanceKm of [1, 35]) {
      const found = lengths(distanceKm)
      expect(found.length).toBeGreaterThan(1)
      expect(found).toEqual(found.toSorted((a, b) => a - b))
    }
  })

  test('by bicycle are ridden all the way, whatever the bicycle could be pushed along', () => {
    const ring = (bike: 'closed' | 'dismount' | 'open') =>
      tinyGraph('A---B---C\n|       |\nD---E---F', {
        cellM: 100,
        defaults: { way: 'street', highway: 'residential', surface: 'paved' },
        edges: { BC: { bike } },
      })
    for (const bike of ['closed', 'dismount', 'open'] as const) {
      const { graph, at } = ring(bike)
      const by = (profile: 'hike' | 'bike') =>
        failureOf(plannerOf(graph), { start: at('E'), distanceM: 2000, profile })[0]
      expect([by('hike'), by('bike')]).toEqual(['none', bike === 'open' ? 'none' : 'no_loop'])
    }
  })

  test('are complete up to the bounds of their own length and of the requested one, and rough beyond', () => {
    // a stub that is walked twice and a ring, of lengths that put the loop on either side of each bound
    const statusOf = (stubM: number, ringM: number, distanceM: number) => {
      const sideMm = Math.round((ringM * 1000) / 4)
      const sides = Object.fromEntries(['AB', 'BD', 'CD', 'AC'].map((key) => [key, { lengthMm: sideMm }]))
      const { graph, at } = tinyGraph('A--B\n|  |\nC--D--S', {
        cellM: 100,
        edges: { ...sides, DS: { lengthMm: stubM * 1000 } },
      })
      const [{ status, repeatedM, distanceM: lengthM }] = plannerOf(graph).findRoundTrips({
        start: at('S'),
        distanceM,
      }).loops
      expect([repeatedM, lengthM]).toEqual([stubM, ringM + 2 * stubM])
      return status
    }
    // 20 % of 3,000 m are 600 m
    expect(statusOf(600, 1800, 3000)).toBe('complete')
    expect(statusOf(601, 1798, 3000)).toBe('rough')
    // longer or shorter than requested, the share is of what it is
    expect(statusOf(601, 1798, 3200)).toBe('rough')
    expect(statusOf(599, 1802, 2800)).toBe('complete')
    expect(statusOf(0.1, 3299.8, 3000)).toBe('complete')
    expect(statusOf(0.1, 3300.8, 3000)).toBe('rough')
    expect(statusOf(0.1, 2699.8, 3000)).toBe('complete')
    expect(statusOf(0.1, 2698.8, 3000)).toBe('rough')
  })

  test('by bicycle take no forbidden turn, on foot they may', () => {
    const barred = tinyGraph('A---B---C\n|       |\nD---E---F', {
      cellM: 100,
      defaults: { way: 'street', highway: 'residential', surface: 'paved' },
      restrictions: ['BCF', 'FCB'],
    })
    const input = { start: barred.at('E'), distanceM: 2000 }
    const round = plannerOf(barred.graph)
    expect(round.findRoundTrips(input)).toMatchObject({ status: 'complete', loops: [{ repeatedM: 0 }] })
    expect(failureOf(round, { ...input, profile: 'bike' })[0]).toBe('no_loop')
  })

  test('no_loop on a tree says that no length is possible', () => {
    const tree = tinyGraph('A-----B-----C', { cellM: 100 })
    expect(failureOf(plannerOf(tree.graph), { start: tree.at('B'), distanceKm: 1 })).toEqual([
      'no_loop',
      'No good loop of 1 km starts here under these settings, nor was one of any other length up to 40 km found.',
    ])
  })

  test('no_loop names no length of loops that go back most of their way', () => {
    const far = tinyGraph('A--B---------------S\n|  |\nC--D', { cellM: 100 })
    expect(failureOf(plannerOf(far.graph), { start: far.at('S'), distanceKm: 9 })[1]).toContain(
      'nor was one of any other length',
    )
  })

  test('leave a small island for the part of the network in reach', () => {
    const island = tinyGraph(
      `A------B------C
|             |
D------E------F

   X-Y`,
      { cellM: 100 },
    )
    const input: RoundTripsInput = { start: island.at('X'), distanceKm: 3.2 }
    const answer = plannerOf(island.graph).findRoundTrips(input)
    checkLaws(input, answer)
    expect(answer.snap.distanceM).toBeGreaterThan(190)
    expect(answer.loops[0].warnings).toContainEqual(
      expect.objectContaining({ code: 'far_snap', message: expect.objectContaining({ code: 'warning.far_snap' }) }),
    )
  })

  test('of which a part has no height say how much of it', () => {
    const partly = tinyGraph(
      `A----B----C
|         |
|         |
D----E----F`,
      { cellM: 100, heights: { B: null } },
    )
    const input: RoundTripsInput = { start: partly.at('E'), distanceM: 2600 }
    const answer = plannerOf(partly.graph).findRoundTrips(input)
    checkLaws(input, answer)
    const [{ elevation, unknowns }] = answer.loops
    expect(Math.abs(elevation!.unknownM - 1000)).toBeLessThan(5)
    expect(unknowns.find(({ code }) => code === 'height_unknown')!.message.values).toMatchObject({
      lengthM: elevation!.unknownM,
    })
  })

  test('without heights have no elevation, and say so', () => {
    const flat = tinyGraph(
      `A----B
|    |
C----D`,
      { cellM: 100, heightM: null },
    )
    const input: RoundTripsInput = { start: flat.at('A'), distanceKm: 1.2 }
    const answer = plannerOf(flat.graph).findRoundTrips(input)
    checkLaws(input, answer)
    expect(answer.loops[0].elevation).toBeNull()
    expect(answer.loops[0].unknowns.map(({ code }) => code)).toContain('height_unknown')
  })

  test('refuse what lies outside, is too far from any way, too long, or no setting of the profile', () => {
    const start = tiny.at('A')
    expect(failureOf(planner, { start: [start[0] + 1, start[1]], distanceKm: 1 })).toEqual([
      'outside_region',
      expect.stringMatching(/^The start at/),
    ])
    expect(
      failureOf(
        plannerOf(
          tinyGraph(
            `A---B
|
C`,
            { cellM: 1000 },
          ).graph,
        ),
        { start: [1.53, 42.48], distanceKm: 1 },
      ),
    ).toEqual([
      'no_snap',
      expect.stringMatching(/^The start is too far from the network: .* away, and at most 500 m are allowed\.$/),
    ])
    for (const [field, long] of [
      ['distanceKm', { distanceKm: 40.1 }],
      ['distanceM', { distanceM: 60_001, profile: 'bike' }],
    ] as const)
      expect(() => planner.findRoundTrips({ start, ...long })).toThrowError(
        expect.objectContaining({ code: 'too_long', inputPath: field }),
      )
    expect(failureOf(planner, { start, distanceKm: 1, profile: 'bike', maxSac: 3 })[0]).toBe('setting_refused')
  })

  test('stop where the flag is up', () => {
    const find = (flag: number) =>
      planner.findRoundTrips({ start: tiny.at('A'), distanceKm: 2.6 }, { cancelled: Int32Array.of(flag) })
    expect(() => find(1)).toThrow('stopped')
    expect(find(0).status).toBe('complete')
  })
})

describe.skipIf(!hasAndorra)('round trips in Andorra (needs real data)', () => {
  let planner: RoundTripPlanner
  let graph: RoutingGraph
  beforeAll(async () => {
    graph = await networkOf('andorra')
    planner = plannerOf(graph)
  })

  test('obey every law at random starts under all kinds of settings, and lengths named by no_loop are given', () => {
    const starts = caseCount(40, 60)
    const random = seededRandom(11)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
    let complete = 0
    let named = 0
    for (let i = 0; i < starts; i++) {
      const node = Math.floor(random() * graph.nodeCount)
      const profile = pick(['hike', 'run', 'bike'] as const)
      const input: RoundTripsInput = {
        start: [graph.columns.nodeLonE7[node] / 1e7 + random() * 0.001, graph.columns.nodeLatE7[node] / 1e7],
        profile,
        distanceKm: pick([1, 3, 5, 10, 20, 40]),
        alternatives: Math.floor(random() * 4),
        hills: pick([0, 0, -1, 1]),
        avoidPaved: random() < 0.3,
        ...(random() < 0.3 ? { direction: Math.floor(random() * 360) } : {}),
        ...(profile === 'bike'
          ? { bicycleType: pick(['road', 'hybrid', 'mountain'] as const) }
          : { maxSac: pick([1, 3, 6]), markedTrails: pick(['off', 'prefer', 'strict'] as const) }),
      }
      try {
        const answer = planner.findRoundTrips(input)
        checkLaws(input, answer)
        if (answer.status === 'complete') complete++
      } catch (thrown) {
        if (!(thrown instanceof ServiceError)) throw thrown
        expect(['no_loop', 'no_snap', 'outside_region']).toContain(thrown.code)
        const lengths =
          /from here: (.*) km/
            .exec(thrown.message)?.[1]
            .split(/, | and /)
            .map(Number) ?? []
        for (const distanceKm of lengths) {
          named++
          const other = { ...input, distanceKm, direction: null }
          checkLaws(other, planner.findRoundTrips(other))
        }
      }
    }
    expect(complete).toBeGreaterThan(starts / 2)
    expect(named).toBeGreaterThan(0)
  })

  test('keep out of areas to avoid, and are the same bytes where no loop would touch one', () => {
    const random = seededRandom(8)
    let changed = 0
    for (const start of [
      [1.5218, 42.5063],
      [1.6, 42.545],
      [1.51, 42.556],
    ] as [number, number][]) {
      const input: RoundTripsInput = { start, distanceKm: 8, alternatives: 1 }
      const free = planner.findRoundTrips(input)
      const line = decodePolyline6(free.loops[0].shape)
      for (let i = 0; i < 3; i++) {
        const centre = line[Math.floor(line.length * (0.2 + 0.6 * random()))]
        const rings = [starRing(centre, 0.003, 12, random)]
        const avoid = { areas: [{ path: 'avoid.areas.coordinates', rings }] }
        if (isInside(rings, start)) continue
        const answer = planner.findRoundTrips({ ...input, avoid })
        checkLaws(input, answer)
        for (const { shape } of answer.loops) expect(touchesArea(rings, decodePolyline6(shape))).toBe(false)
        if (free.loops.some(({ shape }) => touchesArea(rings, decodePolyline6(shape)))) changed++
        else expect(answer).toEqual(free)
      }
      const far = [starRing([1.75, 42.6], 0.002, 6, random)]
      const besides = { areas: [{ path: 'avoid.areas.coordinates', rings: far }], kinds: ['ferry'] as const }
      expect(JSON.stringify(planner.findRoundTrips({ ...input, avoid: besides }))).toBe(JSON.stringify(free))
    }
    expect(changed).toBeGreaterThan(3)
  })

  test('do not start inside an area to avoid', () => {
    const avoid = {
      areas: [{ path: 'avoid.areas.coordinates', rings: [starRing([1.52, 42.5], 0.01, 8, seededRandom(1))] }],
    }
    expect(failureOf(planner, { start: [1.52, 42.5], distanceKm: 8, avoid })[0]).toBe('waypoint_avoided')
  })

  test('give the same answer to the same request', () => {
    const input: RoundTripsInput = { start: [1.5218, 42.5063], distanceKm: 12, alternatives: 3 }
    const { loops } = planner.findRoundTrips(input)
    planner.findRoundTrips({ start: [1.54, 42.51], distanceKm: 20, profile: 'bike' })
    expect(planner.findRoundTrips(input).loops).toEqual(loops)
    expect(plannerOf(graph).findRoundTrips(input).loops).toEqual(loops)
  })

  test('lie in the direction asked where there is one', () => {
    for (const direction of [0, 90, 200, 290]) {
      const [loop] = planner.findRoundTrips({ start: [1.5218, 42.5063], distanceKm: 10, direction }).loops
      expect(Math.abs(turnDeg(direction, loop.bearingDeg))).toBeLessThanOrEqual(45)
    }
  })

  test('climb less, are paved less or keep to signed trails where that is preferred', () => {
    const random = seededRandom(5)
    const { nodeLonE7, nodeLatE7 } = graph.columns
    const starts = Array.from({ length: caseCount(16, 60) }, (): [number, number] => {
      const node = Math.floor(random() * graph.nodeCount)
      return [nodeLonE7[node] / 1e7, nodeLatE7[node] / 1e7]
    })
    const mean = (settings: Partial<RoundTripsInput>, of: (answer: RoundTrips) => number) =>
      starts.reduce((sum, start) => sum + of(planner.findRoundTrips({ start, distanceKm: 12, ...settings })), 0) /
      starts.length
    const ascent = (answer: RoundTrips) => answer.loops[0].ascentM!
    const paved = (answer: RoundTrips) => answer.loops[0].surfaces.pavedM / answer.loops[0].distanceM
    const signed = (answer: RoundTrips) => answer.loops[0].ways.signedM / answer.loops[0].distanceM
    expect(mean({ hills: -1 }, ascent)).toBeLessThan(mean({ hills: 1 }, ascent) * 0.85)
    expect(mean({ hills: -1 }, ascent)).toBeLessThan(mean({}, ascent) * 0.9)
    expect(mean({ avoidPaved: true }, paved)).toBeLessThan(mean({}, paved))
    expect(mean({}, signed)).toBeGreaterThan(mean({ markedTrails: 'off' }, signed))
  })
})
