// The lanes of a signed route: its one-way members, joined as far as nothing else meets them. Pure.

import type { Member, Stretch } from './stretch.ts'

export interface Lane {
  members: Member[]
  line: Stretch
}

/** Two lanes of one road, each running from the end of the other to its beginning. */
export type LanePair = readonly [Lane, Lane]

/** In the order in which their first members are listed. Lanes that close are none: they lead nowhere else. */
export function lanesOf(members: readonly Member[]): Lane[] {
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
export function pairsOf(lanes: readonly Lane[]): LanePair[] {
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
