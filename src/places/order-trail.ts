// Puts the members of a signed route in walking order. Members are taken as listed; each is reversed if it connects
// that way. Of branches by direction (roles forward and backward) the one that leads on is taken; the one back is left
// out and counted, wherever it is listed. A roundabout is followed from its entry to its exit. If the listed order
// leaves gaps, joining the members by their ends is tried too, and the result with fewer parts is used. Gaps stay gaps:
// no line is drawn across one. Pure.

import type { Member, Stretch } from './catalogue-rows.ts'

interface OrderedTrail {
  parts: Stretch[]
  /** one-way members that lead back */
  leftOut: Stretch[]
}

/** Parts in order, and how many one-way members they run against. */
interface Joined extends OrderedTrail {
  against: number
}

/** An attempt without a lane goes over all sites of the route. */
const MAX_ATTEMPTS = 100
const MAX_SITES_TRIED = 20_000_000

/** Orders members; empty ones are ignored. */
export function orderTrail(listed: readonly Member[]): OrderedTrail {
  const members = listed.filter(({ sites }) => sites.length > 1)
  const { parts, leftOut } = withoutLanesBack(members, join(members))
  return { parts, leftOut }
}

/** Leaves out lanes that run back along the line where the rest joins better without them. */
function withoutLanesBack(listed: readonly Member[], joined: Joined): OrderedTrail {
  const lanes = joined.parts.length > 1 ? lanesOf(listed) : []
  let members = listed
  let best = joined
  const leaveOut = (back: readonly Lane[]): void => {
    const rest = members.filter((member) => !back.some((lane) => lane.members.includes(member)))
    const without = join(rest)
    if (without.parts.length >= best.parts.length || without.against > best.against) return
    if (!back.every(({ line }) => leadsBack(line, without.parts))) return
    members = rest
    best = { ...without, leftOut: [...without.leftOut, ...back.map(({ line }) => line)] }
  }
  const pairs = pairsOf(lanes)
  if (pairs.length > 0) leaveOut(lanesBack(listed, pairs))
  const siteCount = listed.reduce((sum, { sites }) => sum + sites.length, 0)
  const single = lanes.filter((lane) => !pairs.some((pair) => pair.includes(lane)))
  for (const lane of single.slice(-Math.min(MAX_ATTEMPTS, Math.floor(MAX_SITES_TRIED / siteCount))).reverse())
    leaveOut([lane])
  return best
}

/** Of each pair of lanes the one against the direction in which the two-way members are listed. */
function lanesBack(listed: readonly Member[], pairs: readonly LanePair[]): Lane[] {
  const seconds = new Set(pairs.flatMap(([, second]) => second.members))
  const both = new Set(pairs.flat().flatMap((lane) => lane.members))
  const asRoad = listed.filter((member) => !seconds.has(member))
  const { parts } = join(asRoad.map((member) => (both.has(member) ? { ...member, oneWay: false } : member)))
  const placeOf = new Map(parts.flatMap(({ sites }) => sites).map((site, place) => [site, place]))
  const place = (site: number) => placeOf.get(site) ?? 0
  const twoWays = listed.filter(({ oneWay }) => !oneWay).map(({ sites }) => Math.min(...sites.map(place)))
  const withList = twoWays.reduce((sum, at, i) => (i === 0 ? sum : sum + Math.sign(at - twoWays[i - 1])), 0)
  return pairs.map(([first, second]) => {
    const isAlong = place(first.line.sites[0]) < place(endOf(first.line))
    return isAlong === withList >= 0 ? second : first
  })
}

/** Whether a lane runs from a place on a line to an earlier one. */
function leadsBack({ sites }: Stretch, parts: readonly Stretch[]): boolean {
  const end = sites[sites.length - 1]
  return parts.some((part) => {
    const to = part.sites.indexOf(end)
    return to >= 0 && part.sites.lastIndexOf(sites[0]) > to
  })
}

function join(members: readonly Member[]): Joined {
  const asListed = joinAsListed(members)
  if (asListed.parts.length <= 1) return asListed
  const byEnds = joinByEnds(members)
  return byEnds.parts.length < asListed.parts.length ? byEnds : asListed
}

const endOf = ({ sites }: Stretch): number => sites[sites.length - 1]
const isRing = (stretch: Stretch): boolean => stretch.sites[0] === endOf(stretch)

function reversed({ sites, ways }: Stretch): Stretch {
  return { sites: sites.toReversed(), ways: [-1, ...ways.slice(1).reverse()] }
}

function append(line: Stretch, more: Stretch): void {
  for (let i = 1; i < more.sites.length; i++) {
    line.sites.push(more.sites[i])
    line.ways.push(more.ways[i])
  }
}

const copyOf = ({ sites, ways }: Stretch): Stretch => ({ sites: [...sites], ways: [...ways] })

function joinAsListed(members: readonly Member[]): Joined {
  const parts: Stretch[] = []
  const leftOut: Stretch[] = []
  let against = 0
  let line: Stretch | null = null
  /** the line may still be reversed: nothing has fixed its direction yet */
  let free = false
  const begin = (stretch: Stretch, mayTurn: boolean): void => {
    if (line !== null) parts.push(line)
    line = copyOf(stretch)
    free = mayTurn
  }
  const touches = (site: number, next: Stretch | undefined): boolean =>
    next !== undefined && (isRing(next) ? next.sites.includes(site) : next.sites[0] === site || endOf(next) === site)
  for (let m = 0; m < members.length; m++) {
    const member = members[m]
    const next = members[m + 1]
    if (line !== null && free && !touches(endOf(line), member) && touches((line as Stretch).sites[0], member))
      line = reversed(line)
    if (member.oneWay) {
      let last = m
      while (last + 1 < members.length && members[last + 1].oneWay) last++
      const run = members.slice(m, last + 1)
      const after = members[last + 1]
      const lead = leadOn(run, line === null ? null : endOf(line), (site) => touches(site, after))
      if (lead !== null) {
        if (line === null) begin(lead.there, false)
        else append(line, lead.there)
        free = false
        leftOut.push(...lead.rest)
        m = last
        continue
      }
    }
    if (isRing(member) && members.length > 1) {
      const from = line === null ? -1 : member.sites.indexOf(endOf(line))
      const to = next === undefined ? -1 : member.sites.findIndex((site) => touches(site, next))
      // a roundabout at an end, or a walk around the whole ring
      if (line !== null && from >= 0 && to >= 0) append(line, arcOf(member, from, to))
      else if (line !== null && from >= 0) append(line, arcOf(member, from, from))
      else if (to >= 0) begin(arcOf(member, to, to), false)
      else begin(member, true)
      free = false
      continue
    }
    if (line === null) begin(member, !member.oneWay)
    else if (member.sites[0] === endOf(line)) append(line, member)
    else if (endOf(member) === endOf(line)) {
      append(line, reversed(member))
      if (member.oneWay) against++
    } else begin(member, !member.oneWay)
    if (line !== null && (line as Stretch).sites.length > member.sites.length) free = false
  }
  if (line !== null) parts.push(line)
  return { parts, leftOut, against }
}

/** The way around a closed member from one site to another in its own direction; all of it if they are equal. */
function arcOf({ sites, ways }: Stretch, from: number, to: number): Stretch {
  const size = sites.length - 1
  const arc: Stretch = { sites: [sites[from]], ways: [-1] }
  for (let i = from; ; ) {
    i = (i % size) + 1
    arc.sites.push(sites[i])
    arc.ways.push(ways[i])
    if (i % size === to % size) return arc
  }
}

/** Follows one-way members from `start` until they meet the line after them; returns null if none leads on. */
function leadOn(
  run: readonly Member[],
  start: number | null,
  isAfter: (site: number) => boolean,
): { there: Stretch; rest: Stretch[] } | null {
  const left = new Set(run)
  const first = start === null ? run[0] : run.find(({ sites }) => sites[0] === start)
  if (first === undefined) return null
  const there = copyOf(first)
  left.delete(first)
  while (!isAfter(endOf(there))) {
    const on: Member | undefined = [...left].find(({ sites }) => sites[0] === endOf(there))
    if (on === undefined) break
    append(there, on)
    left.delete(on)
  }
  // the rest must lead back beside it; members elsewhere are not a way back
  const rest = joinByEnds([...left]).parts
  const beside = new Set(there.sites)
  const leadsBack = rest.every((stretch) => beside.has(stretch.sites[0]) || beside.has(endOf(stretch)))
  return leadsBack ? { there, rest } : null
}

/**
 * Joins members by their ends, in any listed order, one-way ones in their direction where possible. Each part runs in
 * the direction of its one-way members, or else of most of its members.
 */
function joinByEnds(members: readonly Member[]): Joined {
  const at = new Map<number, number[]>()
  members.forEach((member, m) => {
    for (const end of [member.sites[0], endOf(member)]) {
      const list = at.get(end)
      if (list === undefined) at.set(end, [m])
      else list.push(m)
    }
  })
  const used = new Uint8Array(members.length)
  const parts: Stretch[] = []
  let against = 0
  const nextFrom = (end: number): number | undefined => {
    const open = (at.get(end) ?? []).filter((i) => used[i] === 0)
    return open.find((i) => !members[i].oneWay || members[i].sites[0] === end) ?? open[0]
  }
  const walk = (m: number, fromEnd: boolean): void => {
    used[m] = 1
    const line = fromEnd ? reversed(members[m]) : copyOf(members[m])
    const asDrawn = { oneWay: 0, all: 0 }
    let turnedOneWays = 0
    let oneWays = 0
    const count = ({ oneWay }: Member, turned: boolean) => {
      asDrawn.all += turned ? -1 : 1
      if (!oneWay) return
      asDrawn.oneWay += turned ? -1 : 1
      oneWays++
      if (turned) turnedOneWays++
    }
    count(members[m], fromEnd)
    for (;;) {
      const end = endOf(line)
      const next = nextFrom(end)
      if (next === undefined) break
      used[next] = 1
      const turn = members[next].sites[0] !== end
      append(line, turn ? reversed(members[next]) : members[next])
      count(members[next], turn)
    }
    const turns = (asDrawn.oneWay || asDrawn.all) < 0
    parts.push(turns ? reversed(line) : line)
    against += turns ? oneWays - turnedOneWays : turnedOneWays
  }
  members.forEach((member, m) => {
    if (used[m] === 1) return
    if (at.get(member.sites[0])!.length === 1) walk(m, false)
    else if (at.get(endOf(member))!.length === 1) walk(m, true)
  })
  members.forEach((_, m) => {
    if (used[m] === 0) walk(m, false)
  })
  return { parts, leftOut: [], against }
}

/**
 * Only reverses parts, without reordering: each begins at the end nearer to where the previous one stopped.
 */
export function facePartsOn(parts: Stretch[], gapM: (from: number, to: number) => number): Stretch[] {
  if (parts.length < 2) return parts
  const [first, second] = parts
  const fromStart = Math.min(gapM(first.sites[0], second.sites[0]), gapM(first.sites[0], endOf(second)))
  const fromEnd = Math.min(gapM(endOf(first), second.sites[0]), gapM(endOf(first), endOf(second)))
  const faced = [fromStart < fromEnd ? reversed(first) : first]
  for (let p = 1; p < parts.length; p++) {
    const before = endOf(faced[p - 1])
    faced.push(gapM(before, endOf(parts[p])) < gapM(before, parts[p].sites[0]) ? reversed(parts[p]) : parts[p])
  }
  return faced
}

interface Lane {
  members: Member[]
  line: Stretch
}

/** Two lanes of one road, each running from the end of the other to its beginning. */
type LanePair = readonly [Lane, Lane]

/**
 * The lanes of a signed route: its one-way members, joined as far as nothing else meets them. Pure. In the order in
 * which their first members are listed. Lanes that close are none: they lead nowhere else.
 */
function lanesOf(members: readonly Member[]): Lane[] {
  const first = ({ sites }: Stretch): number => sites[0]
  const last = ({ sites }: Stretch): number => sites[sites.length - 1]
  const oneWays = members.filter(({ oneWay }) => oneWay)
  const ofTwoWays = new Set(members.filter(({ oneWay }) => !oneWay).flatMap(({ sites }) => sites))
  const before = Map.groupBy(oneWays, last)
  const after = Map.groupBy(oneWays, first)
  const goesOn = (site: number): boolean =>
    !ofTwoWays.has(site) && before.get(site)?.length === 1 && after.get(site)?.length === 1
  return oneWays
    .filter((member) => !goesOn(first(member)))
    .map((member): Lane => {
      const lane = [member]
      for (let end = last(member); goesOn(end); end = last(lane[lane.length - 1])) lane.push(after.get(end)![0])
      const line = {
        sites: lane.flatMap(({ sites }, i) => (i === 0 ? sites : sites.slice(1))),
        ways: lane.flatMap(({ ways }, i) => (i === 0 ? ways : ways.slice(1))),
      }
      return { members: lane, line }
    })
    .filter(({ line }) => first(line) !== last(line))
}

/** Each lane is in one pair at most. */
function pairsOf(lanes: readonly Lane[]): LanePair[] {
  const free = new Map<string, Lane[]>()
  const pairs: LanePair[] = []
  for (const lane of lanes) {
    const from = lane.line.sites[0]
    const to = lane.line.sites[lane.line.sites.length - 1]
    const other = free.get(`${to} ${from}`)?.shift()
    if (other !== undefined) pairs.push([other, lane])
    else free.set(`${from} ${to}`, [...(free.get(`${from} ${to}`) ?? []), lane])
  }
  return pairs
}
