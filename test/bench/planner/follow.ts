// Decision `signed-trails`: every trail of Andorra followed whole. Those with 98 % of their metres in one piece should
// come back with 99 %; what their tags close to the traveller is counted separately. No peer follows trails.

import { join } from 'node:path'
import { openCatalogueFile } from '../../../db/open-catalogue.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { distanceM } from '../../../src/geo/lon-lat.ts'
import { routeText } from '../../support/route-text.ts'
import { importRegion } from '../routing/region.ts'
import { spread } from '../routing/pairs.ts'
import type { PlannerFigure } from './figure.ts'

export const measureFollow: PlannerFigure = async ({ graph, planner }) => {
  const path = join(importRegion().networkPath, '../catalogue.sqlite')
  const catalogue = await openCatalogueFile(path, 'bench')
  const ids = [...graph.columns.trailRelationId]
  const rows = await catalogue.trails.findByRelationIds(ids)
  const lines = await catalogue.trails.findLines(ids)
  await catalogue.close()
  for (const direction of ['forward', 'backward'] as const) {
    let whole = 0
    let followed = 0
    let reported = 0
    const ms: number[] = []
    ids.forEach((relationId, i) => {
      const { lengthM, type } = rows[i]!
      const { parts } = lines[i]!
      const longestM = Math.max(
        ...parts.map((part) =>
          part.reduce((sum, [lon, lat], k) => (k === 0 ? 0 : sum + distanceM(...part[k - 1], lon, lat)), 0),
        ),
      )
      const micro = parts.map((part) => Int32Array.from(part.flat(), (degrees) => Math.round(degrees * 1e6)))
      const input: PlanRouteInput = {
        waypoints: [[parts[0][0][0], parts[0][0][1]]],
        trails: [{ waypoint: 0, relationId, name: String(relationId), parts: micro, direction }],
        longLegs: true,
        ...(type === 'bicycle' ? { profile: 'bike', bicycleType: 'mountain' } : { maxSac: 6 }),
      }
      routeText(planner.planRoute(input))
      const startedMs = performance.now()
      routeText(planner.planRoute(input))
      ms.push(performance.now() - startedMs)
      if (longestM < 0.98 * lengthM) return
      whole++
      const { ways, warnings } = planner.planRoute(input)
      const onTrailM = ways.stretches.reduce(
        (sum, { trails, fromM, toM }) => sum + (trails.includes(relationId) ? toM - fromM : 0),
        0,
      )
      if (onTrailM >= 0.99 * lengthM) followed++
      else if (warnings.some(({ code }) => code === 'trail_gap')) reported++
    })
    console.log(
      `${direction}: ${ids.length} trails, ${whole} in one piece; ${followed} of them come back with 99 %, ${reported} with their gaps told`,
    )
    console.log(`  whole answer  ms ${spread(ms)}`)
  }
}
