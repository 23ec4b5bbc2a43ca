// All legs of a request: waypoints are snapped (those of a straight leg only if a routed leg touches them), and every
// routed leg is searched (search-leg.ts). Waypoints joined by routed legs form a chain; if the nearest edges of a chain
// do not lead to each other, the whole chain is snapped to the connected part with the least total distance. Otherwise
// the answer is 422 `no_path`.

import { type RefusalSentence, ServiceError } from '../../errors.ts'
import { type LegValue, say } from '../../language/sentence.ts'
import { WAYPOINT_WORDS } from '../costs/point-subject.ts'
import { stopIfCancelled } from '../search/search-types.ts'
import type { CostSettings } from '../costs/route-settings.ts'
import { type FoundLeg, type LegPath, type LegTables, meetsClosed } from './leg-path.ts'
import { type Choice, chooseTables, componentsOfChoice, componentsOfEdges, searchLeg } from './search-leg.ts'
import type { FindLegsInput } from './legs-input.ts'
import { type SnapPoint, edgesToStandOn, unsnapped, usableEdges } from './snap-waypoints.ts'

export interface FoundLegs {
  legs: FoundLeg[]
  /** one per waypoint */
  points: SnapPoint[]
  /** `isDated`: not for want of budget, but since ways on it are closed at some hours only */
  bestEffort: { leg: number; gapPct: number | null; isDated?: boolean }[]
  /** the table under which each leg was found */
  tables: readonly LegTables[]
}

/**
 * Where edges are avoided, first the route without regard to them: if it uses none of them, it is the answer to the
 * last digit. A failure without regard to them is one with regard to them, too.
 */
export function findLegs(input: FindLegsInput): FoundLegs {
  const { isAvoided = null } = input
  const found = findOpenLegs({ ...input, isAvoided: null })
  const meetsAvoided = ({ path }: FoundLeg, leg: number) => {
    input.onLeg?.(leg)
    return path !== null && meetsClosed(input.graph, path, isAvoided!)
  }
  if (isAvoided === null || !found.legs.some(meetsAvoided)) return found
  return findOpenLegs(input)
}

function findOpenLegs(input: FindLegsInput): FoundLegs {
  const { graph, snapper, settings, waypoints, followed, words = WAYPOINT_WORDS } = input
  const legCount = waypoints.length - 1
  const isStraight = (leg: number) => settings.straightLegs.includes(leg)
  const choice = chooseTables(input)
  const isPreferred = choice.pushing === null ? null : edgesToStandOn(graph, choice.tables.table)
  const levels = waypoints.map((waypoint, w): SnapPoint[] => {
    const fixed = followed?.points[w]
    if (fixed != null) return [fixed]
    const onNetwork = (w > 0 && !isStraight(w - 1)) || (w < legCount && !isStraight(w))
    if (!onNetwork) return [unsnapped(waypoint)]
    const subject = words.subjectOf(w, waypoints.length)
    return snapper.snapLevels(subject, waypoint, settings.snapRadiusM, choice.mayStandOn, isPreferred)
  })
  const paths = Array.from({ length: legCount }, (_, leg): LegPath | null => followed?.legs[leg]?.path ?? null)
  const isSearched = (leg: number) => !isStraight(leg) && paths[leg] === null
  const points = chooseLevels(input, choice, levels, isSearched)
  for (let leg = 0; leg < legCount; ) {
    if (!isSearched(leg)) {
      leg++
      continue
    }
    let end = leg + 1
    while (end < legCount && isSearched(end)) end++
    findChain(input, choice, points, paths, leg, end)
    leg = end
  }
  const bestEffort: FoundLegs['bestEffort'] = []
  const legs = paths.map((path, leg): FoundLeg => {
    if (path !== null && !path.complete)
      bestEffort.push({ leg, gapPct: path.cost > 0 ? (1 - path.lowerBound / path.cost) * 100 : null })
    const ends = { from: points[leg], to: points[leg + 1] }
    return followed?.legs[leg] == null ? { ...ends, path } : { ...ends, path, isFollowed: true }
  })
  return { legs, points, bestEffort, tables: choice.ofLeg }
}

/** Legs `first` to `end - 1`, all routed; writes points and paths. */
function findChain(
  input: FindLegsInput,
  choice: Choice,
  points: SnapPoint[],
  paths: (LegPath | null)[],
  first: number,
  end: number,
): void {
  const failed = searchChain(input, choice, points, paths, first, end)
  if (failed < 0) return
  const { snapper, settings, waypoints, followed, isAvoided, words = WAYPOINT_WORDS } = input
  const chain = waypoints.slice(first, end + 1)
  const partOf = componentsOfChoice(input, choice)
  const fixed = points.slice(first, end + 1).filter((_, i) => followed?.points[first + i] != null)
  // the ends of a trail stay where they are
  const reachable =
    fixed.length === 0 ? partOf : (edge: number) => (partOf(edge) === partOf(fixed[0].edge) ? partOf(edge) : -1)
  const moved = snapper.snapToCommonPart(chain, settings.snapRadiusM, choice.isUsable, reachable)
  if (moved === null) throw noPath(input, failed)
  moved.forEach((point, i) => (points[first + i] = followed?.points[first + i] ?? point))
  const stillFailed = searchChain(input, choice, points, paths, first, end)
  if (stillFailed >= 0 && isAvoided != null) throw noPath(input, stillFailed)
  // one connected part and yet no path: only turn restrictions can be the reason
  if (stillFailed >= 0)
    throw new ServiceError(say('error.no_path.turns', { leg: words.leg(stillFailed, waypoints.length - 1) }), {
      inputPath: words.subjectOf(stillFailed + 1, waypoints.length).inputPath,
    })
}

/** The leg that has no path, -1 if all have one. */
function searchChain(
  input: FindLegsInput,
  choice: Choice,
  points: SnapPoint[],
  paths: (LegPath | null)[],
  first: number,
  end: number,
): number {
  const { control, waypoints, words = WAYPOINT_WORDS } = input
  for (let leg = first; leg < end; leg++) {
    stopIfCancelled(control.cancelled)
    input.onLeg?.(leg)
    const { answer, tables } = searchLeg(input, choice, points[leg], points[leg + 1])
    choice.ofLeg[leg] = tables
    if (answer === 'no_path') return leg
    if (answer === 'unknown') {
      throw new ServiceError(say('error.busy.leg', { leg: words.leg(leg, waypoints.length - 1) }), { retryAfterS: 2 })
    }
    paths[leg] = answer
  }
  return -1
}

/** The error for a leg without a path, naming the setting to blame where another would find one. */
function noPath(input: FindLegsInput, leg: number): ServiceError {
  const { graph, model, snapper, costs, settings, waypoints, words = WAYPOINT_WORDS } = input
  const pair = [waypoints[leg], waypoints[leg + 1]]
  const exists = (changed: Partial<CostSettings>): boolean => {
    const table = model.table({ ...costs, ...changed })
    return (
      snapper.snapToCommonPart(
        pair,
        settings.snapRadiusM,
        usableEdges(graph, table),
        componentsOfEdges(input, table),
      ) !== null
    )
  }
  return new ServiceError(noPathSentence(input, words.leg(leg, waypoints.length - 1), exists), {
    inputPath: words.subjectOf(leg + 1, waypoints.length).inputPath,
  })
}

/** `exists`: whether a path would with other settings. */
function noPathSentence(
  { isAvoided, costs }: FindLegsInput,
  leg: LegValue,
  exists: (changed: Partial<CostSettings>) => boolean,
): RefusalSentence {
  if (isAvoided != null) return say('error.no_path.avoid', { leg })
  if (costs.profile === 'bike') {
    const { bicycleType } = costs
    if (costs.push === 'never' && exists({ push: 'anywhere' })) return say('error.no_path.push', { leg })
    if (exists({ profile: 'hike', maxSac: 3, markedTrails: 'off' })) return say('error.no_path.on_foot', { leg })
    if (bicycleType !== 'mountain' && exists({ bicycleType: 'mountain' }))
      return say('error.no_path.bicycle_type', { leg, bicycleType })
    return say('error.no_path', { leg })
  }
  const { maxSac } = costs
  for (let openMaxSac = maxSac + 1; openMaxSac <= 6; openMaxSac++)
    if (exists({ maxSac: openMaxSac })) return say('error.no_path.max_sac', { leg, maxSac, openMaxSac })
  if (costs.markedTrails === 'strict') {
    if (exists({ markedTrails: 'off' })) return say('error.no_path.marked_trails', { leg })
    if (exists({ markedTrails: 'off', maxSac: 6 }))
      return say('error.no_path.marked_trails_max_sac', { leg, maxSac, openMaxSac: 6 })
  }
  return say('error.no_path', { leg })
}

/** More than any path costs: where none leads to a level, the route fails later, and says why. */
const NO_PATH_COST = 1e15

/**
 * Where ways cross at two levels a point lies equally near both. Of these places those are meant that make the whole
 * route cheapest: the levels that go with the neighbouring points. Of equal ones the first counts, which is on the
 * surface where there is one. One place for each point; `levels` has at least one. Only legs at points with several are
 * searched.
 */
export function chooseLevels(
  input: FindLegsInput,
  choice: Choice,
  levels: readonly (readonly SnapPoint[])[],
  isSearched: (leg: number) => boolean,
): SnapPoint[] {
  if (levels.every(({ length }) => length === 1)) return levels.map(([point]) => point)
  const costOf = (leg: number, from: SnapPoint, to: SnapPoint): number => {
    if (!isSearched(leg) || (levels[leg].length === 1 && levels[leg + 1].length === 1)) return 0
    stopIfCancelled(input.control.cancelled)
    input.onLeg?.(leg)
    const { answer } = searchLeg(input, choice, from, to)
    return typeof answer === 'string' ? NO_PATH_COST : answer.cost
  }
  let best = levels[0].map((point) => ({ cost: 0, chain: [point] }))
  for (let w = 1; w < levels.length; w++)
    best = levels[w].map((point) => {
      const costs = best.map(({ cost, chain }) => cost + costOf(w - 1, chain[w - 1], point))
      const k = costs.indexOf(Math.min(...costs))
      return { cost: costs[k], chain: [...best[k].chain, point] }
    })
  return best.reduce((a, b) => (b.cost < a.cost ? b : a)).chain
}
