// Input and result of every shortest-path search. A search runs between *seeds*: a point snapped inside an edge seeds
// the ends of the edge with the cost of the part already travelled, so start and end may have several seeds each. Costs
// are whole numbers made by arc-cost.ts; arc ids are edge * 2 + direction. A search never invents a path.

import { ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'

/**
 * Where a search begins or ends, as parallel arrays. As source: `costs[i]` was paid to reach `nodes[i]` along a part of
 * `arcs[i]`. As target: `costs[i]` is still to be paid from `nodes[i]` along a part of `arcs[i]`. `arcs[i]` is -1 if no
 * arc is travelled in part (the point is the node). Costs are integers >= 0; a closed direction is not seeded.
 */
export interface Seeds {
  nodes: ArrayLike<number>
  costs: ArrayLike<number>
  arcs: ArrayLike<number>
  /** of the restriction automaton after `arcs[i]`, where a source has a past; absent: that of the arc alone */
  states?: ArrayLike<number>
}

export interface PathResult {
  /** exact sum: source seed + arcs + target seed */
  cost: number
  /** index into the source seeds and the target seeds */
  sourceSeed: number
  targetSeed: number
  /**
   * whole arcs in order of travel, from the node of the source seed to the node of the target seed, without the partial
   * arcs of the seeds
   */
  arcs: Uint32Array
}

export interface SearchControl {
  /**
   * polled every 1,024 settled nodes. Its element is set to 1 from any thread to stop the search, which throws
   * SearchStopped
   */
  cancelled?: Int32Array
  /** budget; beyond it the best path so far is given with `complete: false` */
  maxSettled: number
}

/** The cancel flag of a plan, in shared memory. */
export interface PlanControl {
  cancelled: Int32Array
}

export function searchControl(maxSettled: number, control: PlanControl | undefined): SearchControl {
  return { maxSettled, ...control }
}

/**
 * What a bounded search found.
 * - `complete`, path: a proven cheapest path.
 * - `complete`, null: proven that there is no path cheaper than the `upperBound` given (none at all when that was
 * Infinity).
 * - not complete, path: a valid path of `path.cost`; no path costs less than `lowerBound`.
 * - not complete, null: the budget ran out before a path was found; only `lowerBound` is known.
 */
export interface SearchOutcome {
  path: PathResult | null
  complete: boolean
  /**
   * no path between the seeds costs less than this (Infinity: proven that none exists); equals `path.cost` where
   * complete with a path; when the outcome is null and complete it is at least `upperBound`
   */
  lowerBound: number
  settledCount: number
}

/** Weight of the bound once the budget is spent and no path is found. */
export const GREED = 4

/** Flags and budgets are polled once per this many settled nodes. */
export const POLL_INTERVAL = 1024

/** Thrown by a search whose `cancelled` flag was raised. Its name is `AbortError`. */
export class SearchStopped extends ServiceError {
  constructor() {
    super(say('error.busy.stopped'), { retryAfterS: 1 })
    this.name = 'AbortError'
  }
}

/** Throws SearchStopped if the flag of a SearchControl is raised. */
export function stopIfCancelled(cancelled: Int32Array | undefined): void {
  if (cancelled !== undefined && Atomics.load(cancelled, 0) === 1) throw new SearchStopped()
}

export interface SearchPlaces {
  /** 0 where a node has no label; all of it between searches */
  forward: Int32Array
  backward: Int32Array
}

export function searchPlaces(nodeCount: number): SearchPlaces {
  return { forward: new Int32Array(nodeCount), backward: new Int32Array(nodeCount) }
}
