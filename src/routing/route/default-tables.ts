// The cost tables of routes for which no setting is given, and of what `cap_alternative` looks for beside such a hike.

import { PROFILES } from '../../travel/settings.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { CostModel } from '../costs/cost-model.ts'
import { defaultsOf } from '../costs/default-costs.ts'
import { withoutCap } from './cap-alternative.ts'

export function defaultTables(model: CostModel): CostTable[] {
  return [...PROFILES.map(defaultsOf), withoutCap(defaultsOf('hike'))].map((settings) => model.table(settings))
}
