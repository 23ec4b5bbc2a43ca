// Alternatives of a planned route (docs/decisions.md, D15): for which routes they are looked for, and what is said where
// there are fewer than asked for.

import { ServiceError } from '../../errors.ts'
import { AlternativeFinder, LOCAL_SHARE, MAX_SHARED, MAX_STRETCH } from '../alternatives/alternative-finder.ts'
import type { PlanRouteInput } from '../costs/request-types.ts'
import { metricNow, type MetricParts } from '../cch/metric-now.ts'
import type { LegFinder } from '../legs/find-leg.ts'
import type { LegPath } from '../legs/leg-path.ts'
import type { FoundLegs } from '../legs/find-legs.ts'
import { isFerrata } from '../legs/via-ferrata.ts'
import type { SearchControl } from '../search/search-types.ts'

export interface FoundWays {
  ways: { path: LegPath; sharedShare: number }[]
  /** why there are fewer than asked for; null where there are not */
  reason: string | null
}

interface AlternativesParts extends MetricParts {
  finder: LegFinder
}

/** Throws `setting_refused`: alternatives are of one leg between two points, and know no hours. */
export function refuseManyLegs({
  alternatives = 0,
  waypoints,
  straightLegs = [],
  trails = [],
  at,
}: PlanRouteInput): void {
  if (alternatives === 0) return
  if (waypoints.length > 2 || straightLegs.length + trails.length > 0)
    throw refusal('needs two waypoints, no trail and no straight leg. Ask for the alternatives of one leg at a time.')
  if (at !== undefined)
    throw refusal('takes no `at`: what is closed is not known for their hours. Leave one of them out.')
}

const refusal = (words: string) =>
  new ServiceError('setting_refused', `\`alternatives\` ${words}`, { inputPath: 'alternatives' })

export class RouteAlternatives {
  readonly #parts: AlternativesParts
  #finder: AlternativeFinder | null = null

  constructor(parts: AlternativesParts) {
    this.#parts = parts
  }

  /** Of a route of one leg. Throws SearchStopped. */
  find(
    { found, control, isAvoided }: { found: FoundLegs; control: SearchControl; isAvoided: AlternativesAvoided },
    count: number,
  ): FoundWays {
    const { graph, hierarchy, finder } = this.#parts
    const [{ from, to, path: best }] = found.legs
    const [tables] = found.tables
    if (best === null || best.arcs.length === 0) return none('the waypoints lie in one place')
    if (!best.complete) return none('the best route itself is not proven')
    if (tables.ferrata !== null && (isFerrata(graph, from.edge) || isFerrata(graph, to.edge)))
      return none('a waypoint lies on a via ferrata')
    const metric = metricNow(this.#parts, tables.table.base ?? tables.table)
    if (metric === null || hierarchy === null) return none('this network does not support them')
    this.#finder ??= new AlternativeFinder(graph, hierarchy, finder)
    const ways = this.#finder.find(metric, { tables, from, to, best, count, isAvoided, control })
    return { ways, reason: ways.length < count ? reasonForFewer(ways.length) : null }
  }
}

type AlternativesAvoided = ((edge: number) => boolean) | null

const none = (why: string): FoundWays => ({ ways: [], reason: `No alternatives were looked for: ${why}.` })

function reasonForFewer(count: number): string {
  const found =
    count === 0 ? 'No other way was found' : `Only ${count} other ${count === 1 ? 'way was' : 'ways were'} found`
  const percent = (share: number) => `${Math.round(share * 100)} %`
  return (
    `${found} that costs at most ${MAX_STRETCH} times as much as the best, shares at most ${percent(MAX_SHARED)} with it ` +
    `and with the others, and has no detour in any piece of ${percent(LOCAL_SHARE)} of the best.`
  )
}
