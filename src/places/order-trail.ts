// Puts the members of a signed route in walking order. Members are taken as listed; each is reversed if it connects
// that way. Of branches by direction (roles forward and backward) the one that leads on is taken; the one back is left
// out and counted. A roundabout is followed from its entry to its exit. If the listed order leaves gaps, joining the
// members by their ends is tried too, and the result with fewer parts is used. Gaps stay gaps: no line is drawn across
// one. Pure.

/** A stretch of line: sites in order; `ways[i]` is the way index between sites i - 1 and i (-1 at 0). */
export interface Stretch {
  sites: number[]
  ways: number[]
}

export interface Member extends Stretch {
  /** travelled only in the order of `sites` */
  oneWay: boolean
}

export interface OrderedTrail {
  parts: Stretch[]
  /** one-way members that lead back */
  leftOut: Stretch[]
}

/** Orders members; empty ones are ignored. */
export function orderTrail(listed: readonly Member[]): OrderedTrail {
  const members = listed.filter(({ sites }) => sites.length > 1)
  const asListed = joinAsListed(members)
  if (asListed.parts.length <= 1) return asListed
  const byEnds = joinByEnds(members)
  return byEnds.length < asListed.parts.length ? { parts: byEnds, leftOut: [] } : asListed
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

function joinAsListed(members: readonly Member[]): OrderedTrail {
  const parts: Stretch[] = []
  const leftOut: Stretch[] = []
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
    else if (endOf(member) === endOf(line)) append(line, reversed(member))
    else begin(member, !member.oneWay)
    if (line !== null && (line as Stretch).sites.length > member.sites.length) free = false
  }
  if (line !== null) parts.push(line)
  return { parts, leftOut }
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
  const rest = joinByEnds([...left])
  const beside = new Set(there.sites)
  const leadsBack = rest.every((stretch) => beside.has(stretch.sites[0]) || beside.has(endOf(stretch)))
  return leadsBack ? { there, rest } : null
}

/** Joins members by their ends, in any listed order; each part runs in the direction of most of its members. */
function joinByEnds(members: readonly Stretch[]): Stretch[] {
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
  const walk = (m: number, fromEnd: boolean): void => {
    used[m] = 1
    const line = fromEnd ? reversed(members[m]) : copyOf(members[m])
    let asDrawn = fromEnd ? -1 : 1
    for (;;) {
      const end = endOf(line)
      const next = at.get(end)?.find((i) => used[i] === 0)
      if (next === undefined) break
      used[next] = 1
      const turn = members[next].sites[0] !== end
      append(line, turn ? reversed(members[next]) : members[next])
      asDrawn += turn ? -1 : 1
    }
    parts.push(asDrawn < 0 ? reversed(line) : line)
  }
  members.forEach((member, m) => {
    if (used[m] === 1) return
    if (at.get(member.sites[0])!.length === 1) walk(m, false)
    else if (at.get(endOf(member))!.length === 1) walk(m, true)
  })
  members.forEach((_, m) => {
    if (used[m] === 0) walk(m, false)
  })
  return parts
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
