// One junction with arms at any angle, at any latitude, against the rules worked out on the tangent plane; and its
// mirror image, west for east, where left and right are exchanged.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { DEG_TO_RAD, M_PER_DEG_LAT } from '../../../src/geo/lon-lat.ts'
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
    deg: fc.integer({ min: -175, max: 174 }).map((n) => n + fraction),
    lengthM: evenly(60, 300),
    name: fc.constantFrom(null, null, 'Major', 'Minor'),
    kind: fc.constantFrom(...KINDS),
    isOpen: fc.boolean(),
  })

const junction: fc.Arbitrary<Junction> = fc
  .record({
    lon: evenly(-179.9, 179.9),
    lat: evenly(-80, 80),
    headingDeg: evenly(0, 360),
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

/** Type and sentence at the junction, null for none. */
function said({ lon, lat, headingDeg, from, arms }: Junction): { type: string; instruction: string } | null {
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
  const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 16, maxSettled: 1000 })
  const { maneuvers } = planner.planRoute({ waypoints: [at(from), at(arms[0])], profile: 'run', markedTrails: 'off' })
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
