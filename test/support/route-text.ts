import type { PlannedRoute } from '../../src/routing/route/plan-route.ts'
import { writeRoute } from '../../src/routing/route/write-route.ts'
import { WireBytes } from '../../src/wire/wire-bytes.ts'

/** A planned route as its wire text. */
export function routeText(route: PlannedRoute): string {
  const out = new WireBytes(65_536)
  writeRoute(route, out)
  return out.toString()
}
