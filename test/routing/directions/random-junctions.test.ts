// One junction with arms at any angle, at any latitude, against the rules worked out on the tangent plane; its mirror
// image, west for east, where left and right are exchanged; its bearings; and what another traveller left behind.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { DEG_TO_RAD, M_PER_DEG_LAT, turnDeg } from '../../../src/geo/lon-lat.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { caseCount } from '../../support/case-count.ts'
import { graphFromEdges } from '../../support/graph-from-edges.ts'

const KINDS = ['path', 'track', 'street'] as const

interface Arm {
  /** from straight on, right positive; of the first arm, which is the one taken, with half degrees */
  deg: number
  lengthM: number
  /** null: unnamed */
  name: string | null
  kind: (typeof KINDS)[number]
  isOpen: boolean
}
interface Junction {
  lon: number
  lat: number
  /** bearing of arrival */
  headingDeg: number
  from: Arm
  arms: Arm[]
}

const evenly = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1_000_000 }).map((n) => min + ((max - min) * n) / 1_000_000)

const arm = (fraction: number) =>
  fc.record({
    // no angle, and no difference of two, comes nearer than 0.2 degrees to a whole number of degrees
    // what is ahead matters most
    deg: fc.oneof(fc.integer({ min: -175, max: 174 }), fc.integer({ min: -64, max: 63 })).map((n) => n + fraction),
    lengthM: evenly(60, 300),
    name: fc.constantFrom(null, null, 'Major', 'Major', 'Minor'),
    kind: fc.constantFrom(...KINDS),
    isOpen: fc.boolean(),
  })

const junction: fc.Arbitrary<Junction> = fc
  .record({
    lon: evenly(-179.9, 179.9),
    lat: evenly(-80, 80),
    // just west of north a bearing is rounded to 0
    headingDeg: fc.oneof({ weight: 9, arbitrary: evenly(0, 360) }, evenly(359.5, 360)),
    from: arm(0),
    taken: arm(0.5),
    others: fc.array(arm(0.2), { minLength: 0, maxLength: 4 }),
  })
  .filter(({ taken, others }) => {
    const degs = [180, -180, taken.deg, ...others.map(({ deg }) => deg)]
    return degs.every((deg, i) => degs.every((other, k) => i === k || i + k === 1 || Math.abs(deg - other) > 4))
  })
  .map(({ lon, lat, headingDeg, from, taken, others }) => ({
    lon,
    lat,
    headingDeg,
    from: { ...from, deg: 180, isOpen: true },
    arms: [{ ...taken, isOpen: true }, ...others],
  }))

const mirrored = (of: Junction): Junction => ({
  ...of,
  headingDeg: 360 - of.headingDeg,
  arms: of.arms.map((one) => ({ ...one, deg: -one.deg })),
})

/** A planner over the junction, and the place at the end of an arm. */
function networkOf({ lon, lat, headingDeg, from, arms }: Junction) {
  const perLon = M_PER_DEG_LAT * Math.cos(lat * DEG_TO_RAD)
  const at = ({ deg, lengthM }: Arm): [number, number] => {
    const bearing = (headingDeg + deg) * DEG_TO_RAD
    return [lon + (lengthM * Math.sin(bearing)) / perLon, lat + (lengthM * Math.cos(bearing)) / M_PER_DEG_LAT]
  }
  const all = [from, ...arms]
  const graph = graphFromEdges({
    nodes: [[lon, lat], ...all.map(at)],
    edges: all.map(({ name, kind, isOpen }, i) => ({
      from: 0,
      to: i + 1,
      way: kind,
      foot: isOpen ? 'open' : 'closed',
      bike: 'open',
      ...(name === null ? {} : { name }),
    })),
  })
  const engine = { name: 'waypost' as const, version: '0', networkRelease: 'n', terrainRelease: null }
  return { at, planner: new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 16, maxSettled: 1000 }) }
}

function maneuversOf({ from, arms }: Junction, { at, planner }: ReturnType<typeof networkOf>, profile: 'run' | 'bike') {
  const settings = profile === 'bike' ? { profile } : { profile, markedTrails: 'off' as const }
  return planner.planRoute({ waypoints: [at(from), at(arms[0])], ...settings }).maneuvers
}

/** Type and sentence at the junction, null for none. */
function said(drawn: Junction): { type: string; instruction: string } | null {
  const maneuvers = maneuversOf(drawn, networkOf(drawn), 'run')
  if (maneuvers.length > 3) throw new Error('more than one instruction on the way')
  if (maneuvers.length === 2) return null
  const [, { type, instruction }] = maneuvers
  return { type, instruction: english.render(instruction) }
}

const byAngle = (deg: number): string => {
  const bend = Math.abs(deg)
  const side = deg > 0 ? 'right' : 'left'
  return bend < 20 ? 'continue' : bend < 45 ? `slight_${side}` : bend < 120 ? `turn_${side}` : `sharp_${side}`
}
const isOneWay = (a: Arm, b: Arm) => a.name === b.name && (a.name !== null || a.kind === b.kind)

/** By the rules of docs/routing.md, "Instructions". */
function ruled({ from, arms: [taken, ...others] }: Junction): string | null {
  const { deg } = taken
  const bend = Math.abs(deg)
  const open = others.filter(({ isOpen }) => isOpen)
  return forkAt() ?? leftBehind()

  function forkAt(): string | null {
    if (open.length === 0) {
      const changes = from.name !== taken.name
      return changes && bend >= 45 ? byAngle(deg) : null
    }
    const straightest = Math.min(...open.map((other) => Math.abs(other.deg)))
    const ahead = open.filter((other) => Math.abs(other.deg) < 60)
    const isSameAhead = ahead.some((other) => isOneWay(from, other))
    if (isOneWay(from, taken)) {
      if (taken.name !== null && bend < 50 && !isSameAhead) return null
      if (bend < 75 && straightest >= bend + 25) return null
    } else if (bend < 30 && straightest >= bend + 40 && !isSameAhead) return null
    const beside = bend < 50 ? ahead.filter((other) => Math.abs(other.deg - deg) < 100) : []
    if (beside.length === 0) return byAngle(deg)
    const [hasLeft, hasRight] = [beside.some((other) => other.deg < deg), beside.some((other) => other.deg > deg)]
    return hasLeft && hasRight ? 'continue' : hasLeft ? 'keep_right' : 'keep_left'
  }

  function leftBehind(): string | null {
    const isLeft = !isOneWay(from, taken) && others.some((other) => isOneWay(from, other))
    // a way without a name is left for another kind of way, or for one with a name
    return isLeft ? (bend < 30 ? 'continue' : byAngle(deg)) : null
  }
}

const exchanged = (text: string) => text.replace(/left|right/g, (side) => (side === 'left' ? 'right' : 'left'))

test('a junction of any shape at any latitude gets the instruction of the tangent plane', () => {
  const counts = { silent: 0, reported: 0 }
  fc.assert(
    fc.property(junction, (drawn) => {
      const found = said(drawn)
      if (found === null) counts.silent++
      else counts.reported++
      expect(found?.type ?? null).toBe(ruled(drawn))
    }),
    { numRuns: caseCount(300, 20_000) },
  )
  expect(counts.silent).toBeGreaterThan(20)
  expect(counts.reported).toBeGreaterThan(100)
})

test('its mirror image has left and right exchanged', () => {
  const sides = { left: 0, right: 0 }
  fc.assert(
    fc.property(junction, (drawn) => {
      const found = said(drawn)
      const image = said(mirrored(drawn))
      expect(image?.type ?? null).toBe(found === null ? null : exchanged(found.type))
      for (const side of ['left', 'right'] as const) if (found?.type.endsWith(side)) sides[side]++
      const [words, theirs] = [found, image].map((one) => one?.instruction.replace(/, heading \w+\.$/, '.') ?? '')
      expect(theirs).toBe(exchanged(words))
    }),
    { numRuns: caseCount(200, 5000) },
  )
  expect(Math.min(sides.left, sides.right)).toBeGreaterThan(20)
})

test('bearings are whole degrees from 0 to 359, those of the arms', () => {
  const near = (deg: number, expected: number) => Math.abs(turnDeg(deg, ((expected % 360) + 360) % 360)) < 0.7
  fc.assert(
    fc.property(junction, (drawn) => {
      const { headingDeg, arms } = drawn
      const maneuvers = maneuversOf(drawn, networkOf(drawn), 'run')
      const bearings = maneuvers.flatMap((one) => [one.bearingBeforeDeg ?? [], one.bearingAfterDeg ?? []].flat())
      expect(bearings.filter((deg) => !Number.isInteger(deg) || deg < 0 || deg > 359)).toEqual([])
      for (const [i, { bearingBeforeDeg, bearingAfterDeg }] of maneuvers.entries()) {
        const isLast = i === maneuvers.length - 1
        if (i > 0) expect(near(bearingBeforeDeg!, isLast ? headingDeg + arms[0].deg : headingDeg)).toBe(true)
        if (!isLast) expect(near(bearingAfterDeg!, i === 0 ? headingDeg : headingDeg + arms[0].deg)).toBe(true)
      }
    }),
    { numRuns: caseCount(200, 5000) },
  )
})

test('who comes after another kind of traveller gets the instructions of a network nobody has travelled', () => {
  let differing = 0
  fc.assert(
    fc.property(
      junction,
      fc.constantFrom(['run', 'bike'] as const, ['bike', 'run'] as const),
      (drawn, [first, next]) => {
        const network = networkOf(drawn)
        const before = maneuversOf(drawn, network, first)
        const after = maneuversOf(drawn, network, next)
        const typesOf = (list: typeof after) => list.map(({ type }) => type)
        expect(typesOf(after)).toEqual(typesOf(maneuversOf(drawn, networkOf(drawn), next)))
        if (typesOf(before).join() !== typesOf(after).join()) differing++
      },
    ),
    { numRuns: caseCount(100, 5000) },
  )
  expect(differing).toBeGreaterThan(5)
})
