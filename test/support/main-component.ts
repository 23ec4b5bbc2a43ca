// Which nodes lie in the largest connected part under the default settings of a profile: pairs of them have a route.

import { costSettings, applySettings } from '../../src/routing/costs/route-settings.ts'
import type { Profile } from '../../src/routing/costs/request-types.ts'
import type { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { labelComponents } from '../../src/routing/search/label-components.ts'

/** Nodes in each component of `labelComponents`. */
export function componentSizes(component: Uint32Array): Uint32Array {
  let count = 0
  for (const c of component) if (c >= count) count = c + 1
  const sizes = new Uint32Array(count)
  for (const c of component) sizes[c]++
  return sizes
}

export function mainComponent({ graph, parts }: RoutePlanner, profile: Profile): (node: number) => boolean {
  const { settings } = applySettings({ waypoints: [], profile })
  const component = labelComponents(graph, parts.model.table(costSettings(settings)))
  const sizes = componentSizes(component)
  const largest = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b), 0))
  return (node) => component[node] === largest
}
