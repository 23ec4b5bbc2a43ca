// A route at a time (docs/decisions.md, D20). First the cheapest route without regard to dates: if all of it is open
// on arrival, it is the answer, and dates have cost nothing. Else the search is repeated without what is closed, until
// a route is open throughout. What is closed for all of the journey is left out exactly. What is closed for some of
// its hours is left out once a route came upon it closed; another route might pass in time, so such an answer is a
// best effort with the gap to the cheapest conceivable. No answer crosses anything closed on arrival.

import { ServiceError } from '../../errors.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { At } from '../../travel/at.ts'
import type { DatedClosure } from '../costs/route-types.ts'
import { ClosedMask } from '../dates/closed-mask.ts'
import { ClosureList, closedSteps, type TimedSteps } from '../dates/closures.ts'
import type { TravelDate } from '../details/dated-notes.ts'
import type { FerryDurations } from '../details/noted-stretches.ts'
import type { RouteLine } from '../details/route-line.ts'
import { secondsByStep, type TimedTravel } from '../details/travel-time.ts'
import type { FoundLegs } from '../legs/find-legs.ts'

/** Searches that learn of hours one by one; the last leaves out all that is ever closed on the way. */
const MAX_SEARCHES = 4

export interface DatedSearch {
  graph: RoutingGraph
  at: At
  travel: TimedTravel
  ferryDurations: FerryDurations
  /** null: nothing is closed. `onLeg` is called before `isClosed` is asked about the edges of a leg. */
  find(isClosed: ((edge: number) => boolean) | null, onLeg?: (leg: number) => void): FoundLegs
  build(found: FoundLegs): RouteLine
}

export interface DatedRoute {
  found: FoundLegs
  line: RouteLine
  date: TravelDate
  because: DatedClosure[]
  /** waypoints that lie elsewhere than without dates */
  closedSnaps: number[]
  /** what a detour of the same length may come upon closed */
  isEverClosed: (edge: number) => boolean
}

export function findDated(search: DatedSearch): DatedRoute {
  const { graph, at, travel } = search
  const closures = new ClosureList(graph, travel.profile, at)
  let found = search.find(null)
  let timed = timeSteps(search, search.build(found))
  const spanMin = expectedMin(timed)
  const mask = new ClosedMask(graph, travel.profile, at, spanMin)
  let proven = found
  const undated = found
  for (let searches = 1; ; searches++) {
    const closed = closedSteps(graph, timed, travel.profile, at)
    if (closed.length === 0) break
    closures.add(timed, closed)
    for (const step of closed) mask.meet(timed.stepArc[step] >>> 1, legOf(timed.line, step))
    if (searches > MAX_SEARCHES + 1) throw nothingOpen(at, closures.list, undefined)
    const isClosed = searches > MAX_SEARCHES ? mask.isEverClosed : mask.isClosed
    try {
      found = search.find(isClosed, mask.setLeg)
    } catch (thrown) {
      throw nothingOpen(at, closures.list, thrown)
    }
    if (mask.isExact) proven = found
    timed = timeSteps(search, search.build(found))
  }
  const isProven = mask.isExact && (at.wholeDay || expectedMin(timed) <= 2 * spanMin)
  return {
    found: isProven ? found : againstBound(found, proven),
    line: timed.line,
    date: { at, secondsAt: timed.secondsAt },
    because: closures.list,
    closedSnaps: found.points.flatMap(({ edge }, w) => (edge === undated.points[w].edge ? [] : [w])),
    isEverClosed: mask.isEverClosed,
  }
}

type TimedLine = TimedSteps & { line: RouteLine }

/** Seconds are worked out where they are first asked for: few lines have dated steps. */
function timeSteps({ graph, travel, ferryDurations }: DatedSearch, line: RouteLine): TimedLine {
  let seconds: Float64Array | undefined
  const secondsAt = (step: number) => (seconds ??= secondsByStep(graph, line, travel, ferryDurations))[step]
  return { line, stepCount: line.stepCount, stepArc: line.stepArc, secondsAt }
}

function legOf({ legFirstStep }: RouteLine, step: number): number {
  return legFirstStep.findLastIndex((first) => first <= step)
}

/** Twice the time of a route, and an hour. */
function expectedMin({ stepCount, secondsAt }: TimedLine): number {
  return Math.ceil((2 * secondsAt(stepCount)) / 60) + 60
}

/** No route can be cheaper than the one that ignores the hours, so its cost is the bound. */
function againstBound(found: FoundLegs, bound: FoundLegs): FoundLegs {
  const bestEffort = found.legs.flatMap(({ path }, leg) => {
    const own = found.bestEffort.find((one) => one.leg === leg)
    const least = bound.legs[leg].path
    if (path === null || least === null || path.cost <= least.lowerBound) return own === undefined ? [] : [own]
    const gapPct = path.cost > 0 ? (1 - least.lowerBound / path.cost) * 100 : null
    return [{ leg, gapPct, isDated: true }]
  })
  return { ...found, bestEffort }
}

const MAX_NAMED = 3

/** The search failed only because of what is closed. */
function nothingOpen(at: At, because: readonly DatedClosure[], thrown: unknown): unknown {
  if (thrown !== undefined && !(thrown instanceof ServiceError && ['no_path', 'no_snap'].includes(thrown.code)))
    return thrown
  const cause = thrown as ServiceError | undefined
  const waypoint = Number(/\d+/.exec(cause?.inputPath ?? '')?.[0] ?? Number.NaN)
  const where = Number.isNaN(waypoint) ? '' : ` to waypoint ${waypoint + 1}`
  const named = because
    .slice(0, MAX_NAMED)
    .map(({ wayId, tag, to }) => `way ${wayId} (\`${tag}\`${to === null ? '' : `, until ${to}`})`)
  const more = because.length > MAX_NAMED ? ` and ${because.length - MAX_NAMED} more` : ''
  return new ServiceError(
    'no_path',
    `No way${where} is open ${at.wholeDay ? 'on that date' : 'at that time'}. Closed: ${named.join(', ')}${more}.`,
    { cause, ...(cause?.inputPath === undefined ? {} : { inputPath: cause.inputPath }) },
  )
}
