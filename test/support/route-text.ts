import type { PlannedRoute } from '../../src/routing/route/plan-route.ts'
import { writeRoute } from '../../src/routing/route/write-route.ts'
import { english } from '../../src/language/catalogue-files.ts'
import type { Renderer } from '../../src/language/renderer.ts'
import { WireBytes } from '../../src/wire/wire-bytes.ts'

/** A planned route as encoded JSON, its sentences in English or as data. */
export function routeText(route: PlannedRoute, renderer: Renderer | null = english): string {
  const out = new WireBytes(65_536)
  out.renderer = renderer
  writeRoute(route, out)
  return out.toString()
}
