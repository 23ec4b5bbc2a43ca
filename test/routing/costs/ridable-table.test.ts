// The table of decision `ways-and-access`, read as it stands: what a kind of bicycle is ridden on, from tags to the
// table of the network. Every combination of its columns' values is tried.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PUSHED, RIDDEN, ridingByClass } from '../../../src/routing/costs/pushing.ts'
import type { BicycleType } from '../../../src/routing/costs/request-types.ts'
import { readWayFacts, type WayFacts } from '../../../src/osm/way-facts.ts'
import { SMOOTHNESSES } from '../../../src/osm/edge-facts.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'

const WORST_TO_RIDE = ['excellent', 'good', 'intermediate', 'bad', 'very_bad', 'horrible', 'very_horrible']
const SAC = ['', 'hiking', 'mountain_hiking', 'demanding_mountain_hiking', 'alpine_hiking']
const MTB = ['', '-1', '0', '1', '2', '3', '4', '6']
const SURFACES = { '': null, asphalt: 'paved', compacted: 'gravel', ground: 'trail', unpaved: 'trail', lava: null }
const HIGHWAYS = ['path', 'track', 'residential', 'cycleway']

interface Row {
  type: BicycleType
  sac: number
  mtb: number
  smoothness: string
  pathSmoothness: string
  pathSurfaces: string
}
const decisions = readFileSync(new URL('../../../docs/decisions/ways-and-access.md', import.meta.url), 'utf8')
const rows = decisions
  .split('\n')
  .filter((line) => /^ +\| `(road|hybrid|mountain)`/.test(line))
  .map((line): Row => {
    const [type, sac, mtb, smoothness, pathSmoothness, pathSurfaces] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''))
    return {
      type: type as BicycleType,
      sac: Number(sac.slice(1, 2)),
      mtb: Number(mtb),
      smoothness,
      pathSmoothness,
      pathSurfaces,
    }
  })

interface Ground {
  highway: string
  sac: string
  mtb: string
  smoothness: string
  surface: keyof typeof SURFACES
}

/** What the table says of a ground, without the router. */
function isRidden(row: Row, { highway, sac, mtb, smoothness, surface }: Ground): boolean {
  const isUpTo = (worst: string) =>
    smoothness === '' || WORST_TO_RIDE.indexOf(smoothness) <= WORST_TO_RIDE.indexOf(worst)
  if (SAC.indexOf(sac) > row.sac || Number(mtb) > row.mtb || !isUpTo(row.smoothness)) return false
  if (highway !== 'path' || row.pathSmoothness === 'any') return true
  return smoothness === '' ? row.pathSurfaces.includes(SURFACES[surface] ?? 'unknown') : isUpTo(row.pathSmoothness)
}

function ridingOf(ground: Ground, type: BicycleType): number {
  const { highway, sac, mtb, smoothness, surface } = ground
  const tags = new Map(
    Object.entries({ highway, sac_scale: sac, 'mtb:scale': mtb, smoothness, surface }).filter(
      ([, value]) => value !== '',
    ),
  )
  const facts = readWayFacts(tags) as WayFacts
  const { graph, arc } = tinyGraph('A---B', {
    defaults: {
      way: facts.kind,
      highway: facts.highway,
      surface: facts.surface.kind,
      sac: facts.sac,
      mtb: facts.mtb,
      smoothness: SMOOTHNESSES[facts.smoothness],
      foot: facts.foot,
      bike: facts.bike,
    },
  })
  return ridingByClass(graph, type)[graph.columns.edgeClass[arc('AB') >>> 1] * 2]
}

const grounds = HIGHWAYS.flatMap((highway) =>
  SAC.flatMap((sac) =>
    MTB.flatMap((mtb) =>
      ['', ...WORST_TO_RIDE].flatMap((smoothness) =>
        (Object.keys(SURFACES) as (keyof typeof SURFACES)[]).map(
          (surface): Ground => ({ highway, sac, mtb, smoothness, surface }),
        ),
      ),
    ),
  ),
)

test('the table has a row for each kind of bicycle', () => {
  expect(rows.map(({ type }) => type)).toEqual(['road', 'hybrid', 'mountain'])
})

describe.each(rows)('a $type bicycle', (row) => {
  test('is ridden where the table says so, pushed elsewhere up to T3, and goes nowhere else', () => {
    const wrong = grounds.filter((ground) => {
      const riding = ridingOf(ground, row.type)
      const mayPush = SAC.indexOf(ground.sac) <= 3
      return riding !== (isRidden(row, ground) ? RIDDEN : mayPush ? PUSHED : 0)
    })
    expect(wrong).toEqual([])
  })
})
