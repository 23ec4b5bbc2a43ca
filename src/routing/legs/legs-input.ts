// What the legs of a request are searched with.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable, ClosedEdges } from '../costs/arc-cost.ts'
import type { CostModel } from '../costs/cost-model.ts'
import type { CostSettings } from '../costs/route-settings.ts'
import type { RouteWords } from '../costs/point-subject.ts'
import type { Position, RouteSettings } from '../costs/request-types.ts'
import type { ComponentCache } from '../search/strong-components.ts'
import type { SearchControl } from '../search/search-types.ts'
import type { LegFinder } from './find-leg.ts'
import type { FollowedLeg } from './trail-part.ts'
import type { SnapPoint, WaypointSnapper } from './snap-waypoints.ts'

export interface FindLegsInput {
  graph: RoutingGraph
  model: CostModel
  finder: LegFinder
  snapper: WaypointSnapper
  /** which points are joined by some way, under each setting */
  components: ComponentCache
  costs: CostSettings
  table: CostTable
  /** the table without the cap, whose way is wanted as well; absent: it is not */
  uncapped?: CostTable | undefined
  settings: RouteSettings
  waypoints: readonly Position[]
  control: SearchControl
  /** edges that the request avoids; null: none */
  isAvoided?: ClosedEdges | null
  /** called before `isAvoided` is asked about the edges of a leg */
  onLeg?: ((leg: number) => void) | undefined
  /** by point and by leg, where trails are followed; absent: no trail is */
  followed?: { points: readonly (SnapPoint | null)[]; legs: readonly (FollowedLeg | null)[] }
  /** what messages call points and legs; absent: their numbers */
  words?: RouteWords
  /** called with the table of a leg that pushes */
  onPushing?: (table: CostTable) => void
}
