// Which nodes lie in the largest connected part under the default settings of a profile: pairs of them have a route.

import { costSettings, applySettings } from '../../src/routing/costs/route-settings.ts'
import type { Profile } from '../../src/routing/costs/request-types.ts'
import type { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { componentSizes, labelComponents } from '../../src/routing/search/label-components.ts'

export function mainComponent({ graph, parts }: RoutePlanner, profile: Profile): (node: number) => boolean {
  const { settings } = applySettings({ waypoints: [], profile })
  const component = labelComponents(graph, parts.model.table(costSettings(settings)))
  const sizes = componentSizes(component)
  const largest = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b), 0))
  return (node) => component[node] === largest
}
