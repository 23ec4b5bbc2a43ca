// Input and result of every shortest-path search. A search runs between *seeds*: a point snapped inside an edge seeds
// the ends of the edge with the cost of the part already travelled, so start and end may have several seeds each. Costs
// are whole numbers made by arc-cost.ts; arc ids are edge * 2 + direction. A search never invents a path.

import { ServiceError, workSpent } from '../../errors.ts'
import { threadCpuMs } from '../../overload/thread-cpu.ts'

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
   * polled every 1,024 settled nodes. Element 0 is set to 1 from any thread to stop the search, which throws
   * SearchStopped. Element 1: processor time of its thread, in milliseconds, at which it throws `too_large`; 0: none
   */
  cancelled?: Int32Array
  /** budget; beyond it the best path so far is given with `complete: false` */
  maxSettled: number
}

/** Of each job in `cancelFlags`: see SearchControl. */
export const INTS_PER_FLAG = 2

/** A cancel flag in shared memory, the `cancelIndex`-th. */
export interface PlanControl {
  cancelFlags: Int32Array
  cancelIndex: number
}

export function cancelFlagOf({ cancelFlags, cancelIndex }: PlanControl): Int32Array {
  return cancelFlags.subarray(cancelIndex * INTS_PER_FLAG, (cancelIndex + 1) * INTS_PER_FLAG)
}

export function searchControl(maxSettled: number, control: PlanControl | undefined): SearchControl {
  return control === undefined ? { maxSettled } : { maxSettled, cancelled: cancelFlagOf(control) }
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
    super('busy', 'The search was stopped before it ended.', { retryAfterS: 1 })
    this.name = 'AbortError'
  }
}

/** Throws SearchStopped if the flag of a SearchControl is raised, ServiceError `too_large` if its time is used. */
export function stopIfCancelled(cancelled: Int32Array | undefined): void {
  if (cancelled === undefined) return
  if (Atomics.load(cancelled, 0) === 1) throw new SearchStopped()
  const stopAtMs = cancelled[1]
  if (stopAtMs !== undefined && stopAtMs !== 0 && threadCpuMs() >= stopAtMs) throw workSpent()
}
