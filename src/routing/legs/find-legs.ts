// All legs of a request: waypoints are snapped (those of a straight leg only if a routed leg touches them), and every
// routed leg is searched. Waypoints joined by routed legs form a chain; if the nearest edges of a chain do not lead to
// each other, the whole chain is snapped to the connected part with the least total distance. Otherwise the answer is
// 422 `no_path`, naming the setting to blame. A bicycle is pushed only on a leg that cannot be ridden (with dismounting
// where a tag requires it): there the cheapest way is searched again over everything that may be walked.

import { ServiceError } from '../../errors.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { closing, type CostTable } from '../costs/arc-cost.ts'
import type { KnownParts } from '../search/known-parts.ts'
import type { Parts } from '../search/parts.ts'
import type { CostModel } from '../costs/cost-model.ts'
import type { CostSettings } from '../costs/cost-settings.ts'
import type { LegAnswer, LegFinder, LegTables } from './find-leg.ts'
import type { FoundLeg, LegPath } from './leg-path.ts'
import { apartFromIslands } from './islands.ts'
import { WAYPOINT_WORDS, type RouteWords } from '../costs/point-subject.ts'
import type { Position, RouteSettings } from '../costs/route-types.ts'
import type { FollowedLeg } from './follow-trail.ts'
import { type SearchControl, stopIfCancelled } from '../search/search-types.ts'
import { unsnapped, usableEdges, type SnapPoint, type WaypointSnapper } from './snap-waypoints.ts'

export interface FindLegsInput {
  graph: RoutingGraph
  model: CostModel
  finder: LegFinder
  snapper: WaypointSnapper
  parts: KnownParts
  costs: CostSettings
  table: CostTable
  settings: RouteSettings
  waypoints: readonly Position[]
  control: SearchControl
  /** edges that the request avoids; null: none */
  isAvoided?: ((edge: number) => boolean) | null
  /** called before `isAvoided` is asked about the edges of a leg */
  onLeg?: ((leg: number) => void) | undefined
  /** by point and by leg, where trails are followed; absent: no trail is */
  followed?: { points: readonly (SnapPoint | null)[]; legs: readonly (FollowedLeg | null)[] }
  /** what messages call points and legs; absent: their numbers */
  words?: RouteWords
  /** called with the table of a leg that pushes */
  onPushing?: (table: CostTable) => void
}

export interface FoundLegs {
  legs: FoundLeg[]
  /** one per waypoint */
  points: SnapPoint[]
  /** `isDated`: not for want of budget, but since ways on it are closed at some hours only */
  bestEffort: { leg: number; gapPct: number | null; isDated?: boolean }[]
  /** the table under which each leg was found */
  tables: readonly LegTables[]
}

/** Tables to search with first, and those to use if they find no path: a bicycle is pushed. */
export interface Choice {
  tables: LegTables
  pushing: LegTables | null
  isUsable: (edge: number) => boolean
  /** the first for each leg, replaced where the bicycle is pushed */
  ofLeg: LegTables[]
}

/** The tables of a request. */
export function chooseTables(input: FindLegsInput): Choice {
  const { graph, model, costs, waypoints, isAvoided = null } = input
  const table = closing(input.table, isAvoided)
  const opensFerrata = costs.profile !== 'bike' && costs.maxSac === 6
  const ferrata = opensFerrata ? closing(model.table({ ...costs, ferrata: true }), isAvoided) : null
  const tables: LegTables = { table, ferrata, restricted: costs.profile === 'bike' }
  const pushing =
    costs.profile === 'bike' && costs.push === 'tagged'
      ? { ...tables, table: closing(model.table({ ...costs, push: 'anywhere' }), isAvoided) }
      : null
  const isUsable = usableEdges(graph, pushing?.table ?? ferrata ?? table)
  return { tables, pushing, isUsable, ofLeg: new Array<LegTables>(waypoints.length - 1).fill(tables) }
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
    return path?.arcs.some((arc) => isAvoided!(arc >>> 1))
  }
  if (isAvoided === null || !found.legs.some(meetsAvoided)) return found
  return findOpenLegs(input)
}

function findOpenLegs(input: FindLegsInput): FoundLegs {
  const { graph, snapper, settings, waypoints, followed, words = WAYPOINT_WORDS } = input
  const legCount = waypoints.length - 1
  const isStraight = (leg: number) => settings.straightLegs.includes(leg)
  const choice = chooseTables(input)
  const isPreferred = choice.pushing === null ? null : usableEdges(graph, choice.tables.table)
  const points: SnapPoint[] = []
  for (let w = 0; w < waypoints.length; w++) {
    const onNetwork = (w > 0 && !isStraight(w - 1)) || (w < legCount && !isStraight(w))
    points.push(
      followed?.points[w] ??
        (onNetwork
          ? snapper.snap(
              words.subjectOf(w, waypoints.length),
              waypoints[w],
              settings.snapRadiusM,
              choice.isUsable,
              isPreferred,
            )
          : unsnapped(waypoints[w])),
    )
  }
  const paths = Array.from({ length: legCount }, (_, leg): LegPath | null => followed?.legs[leg]?.path ?? null)
  const isSearched = (leg: number) => !isStraight(leg) && paths[leg] === null
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
  const partOf = partsOfChoice(input, choice)
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
    throw new ServiceError(
      'no_path',
      `Turn restrictions leave no way from ${words.legOf(stillFailed, waypoints.length - 1)}.`,
      { inputPath: words.subjectOf(stillFailed + 1, waypoints.length).inputPath },
    )
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
      throw new ServiceError(
        'busy',
        `The search from ${words.legOf(leg, waypoints.length - 1)} reached its budget before it found a path. ` +
          'Try again in a moment, or add a waypoint in between.',
        { retryAfterS: 2 },
      )
    }
    paths[leg] = answer
  }
  return -1
}

/** The cheapest way, ridden if it can be. */
export function searchLeg(
  input: FindLegsInput,
  choice: Choice,
  from: SnapPoint,
  to: SnapPoint,
): { answer: LegAnswer; tables: LegTables } {
  const { finder, control, parts, onPushing } = input
  const { tables, pushing } = choice
  const widest = widestTable(choice)
  // known parts prove in no time what a search would have to flood the network for
  if (areApart(input, parts.find(widest), from, to)) return { answer: 'no_path', tables }
  const isPushed = pushing !== null && areApart(input, parts.find(tables.table), from, to)
  let used = tables
  let answer: LegAnswer = isPushed ? 'no_path' : finder.find(tables, from, to, control)
  if (answer === 'no_path' && pushing !== null) {
    onPushing?.(pushing.table.base ?? pushing.table)
    used = pushing
    answer = finder.find(pushing, from, to, control)
  }
  if (answer === 'unknown' && areApart(input, parts.get(widest, control.cancelled), from, to)) answer = 'no_path'
  return { answer, tables: used }
}

/** The table that opens all that the others open. */
function widestTable({ tables, pushing }: Choice): CostTable {
  return pushing?.table ?? tables.ferrata ?? tables.table
}

/** Whether it is known that no path joins two points. */
function areApart({ graph }: FindLegsInput, parts: Parts | null, from: SnapPoint, to: SnapPoint): boolean {
  if (parts === null || from.edge === to.edge) return false
  const { edgeFrom, edgeTo, edgeLengthMm } = graph.columns
  // a point at a node may leave over any of its edges, though its own be closed
  const nodeOf = ({ edge, atMm }: SnapPoint) => (atMm >= edgeLengthMm[edge] ? edgeTo[edge] : edgeFrom[edge])
  return parts.wholeOf(nodeOf(from)) !== parts.wholeOf(nodeOf(to))
}

/**
 * Connected part of an edge under a table: points on it can reach, and be reached from, all of that part; -1 if they
 * cannot.
 */
function partsOfEdges({ graph, parts, control }: FindLegsInput, table: CostTable): (edge: number) => number {
  const known = parts.get(table, control.cancelled)
  const { edgeFrom, edgeTo } = graph.columns
  return (edge) => {
    const part = known.partOf(edgeFrom[edge])
    return part === known.partOf(edgeTo[edge]) ? part : -1
  }
}

/** As `partsOfEdges`, of all that the tables open. */
export function partsOfChoice(input: FindLegsInput, choice: Choice): (edge: number) => number {
  const widest = widestTable(choice)
  return apartFromIslands(input.graph, widest, partsOfEdges(input, widest))
}

/** The error for a leg without a path, naming a setting under which there is one. */
function noPath(input: FindLegsInput, leg: number): ServiceError {
  const { graph, model, snapper, costs, settings, waypoints, words = WAYPOINT_WORDS } = input
  const pair = [waypoints[leg], waypoints[leg + 1]]
  const exists = (changed: Partial<CostSettings>): boolean => {
    const table = model.table({ ...costs, ...changed })
    return (
      snapper.snapToCommonPart(pair, settings.snapRadiusM, usableEdges(graph, table), partsOfEdges(input, table)) !==
      null
    )
  }
  let why = ''
  if (input.isAvoided != null) why = ' that keeps out of what `avoid` names'
  else if (costs.profile === 'bike') {
    if (costs.push === 'never' && exists({ push: 'anywhere' }))
      why = ' without pushing the bicycle; a path exists with `push` allowed'
    else if (exists({ profile: 'hike', maxSac: 3, markedTrails: 'off' })) why = ' by bicycle; there is one on foot'
    else if (costs.bicycleType !== 'mountain' && exists({ bicycleType: 'mountain' }))
      why = ` with \`bicycleType\` ${costs.bicycleType}; a path exists with mountain`
  } else {
    for (let maxSac = costs.maxSac + 1; maxSac <= 6 && why === ''; maxSac++) {
      if (exists({ maxSac })) why = ` with \`maxSac\` ${costs.maxSac}; a path exists with \`maxSac\` ${maxSac}`
    }
    if (why === '' && costs.markedTrails === 'strict') {
      if (exists({ markedTrails: 'off' })) why = ' on signed trails only; a path exists with `markedTrails` prefer'
      else if (exists({ markedTrails: 'off', maxSac: 6 }))
        why = ` on signed trails with \`maxSac\` ${costs.maxSac}; a path exists with \`markedTrails\` prefer and \`maxSac\` 6`
    }
  }
  return new ServiceError(
    'no_path',
    `No path leads from ${words.legOf(leg, waypoints.length - 1)}${why === '' ? ': the network has none between the ways around them' : why}.`,
    { inputPath: words.subjectOf(leg + 1, waypoints.length).inputPath },
  )
}
