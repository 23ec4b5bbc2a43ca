// Signed trails of several regions as one store. A trail that a border cuts is in each region with the members that the
// region has: it is reported by the region that misses the fewest of them, then by the one with the longest line.

import type { TrailKey, TrailRow } from '../places/catalogue-rows.ts'
import type { TrailStore } from '../places/catalogue-stores.ts'
import { meetsFilter, byLevel } from '../search/order-trails.ts'
import { askAround, meetingBox, type CatalogueMember, type ListMembers } from './catalogue-member.ts'
import { ofOnly } from './joint-places.ts'

export function createJointTrails(listMembers: ListMembers): TrailStore {
  /** By id, with the region that tells it. */
  const findBest = async (
    ids: readonly number[],
    members = listMembers(),
  ): Promise<({ member: CatalogueMember; row: TrailRow } | null)[]> => {
    const answers = await Promise.all(
      members.map(async (member) => ({ member, rows: await member.trails.findByRelationIds(ids) })),
    )
    return ids.map((_, i) => {
      let best: { member: CatalogueMember; row: TrailRow } | null = null
      for (const { member, rows } of answers) {
        const row = rows[i]
        if (row !== null && (best === null || isWhole(row, best.row))) best = { member, row }
      }
      return best
    })
  }
  const readAgain = async (rows: readonly TrailRow[]): Promise<TrailRow[]> => {
    const ids = [...new Set(rows.map(({ relationId }) => relationId))]
    return (await findBest(ids)).flatMap((best) => (best === null ? [] : [best.row]))
  }
  const store: TrailStore = {
    async findByText(query) {
      const lists = await Promise.all(
        meetingBox(listMembers(), query.box).map(({ trails }) => trails.findByText(query)),
      )
      return readAgain(lists.flat())
    },
    async findInBox(query) {
      const lists = await Promise.all(meetingBox(listMembers(), query.box).map(({ trails }) => trails.findInBox(query)))
      const found = await readAgain(lists.flatMap(({ trails }) => trails))
      const rows = found.filter((trail) => meetsFilter(trail, query) === true).sort(byLevel)
      return {
        trails: rows.slice(0, query.limit),
        truncated: rows.length > query.limit || lists.some(({ truncated }) => truncated),
      }
    },
    findByRelationIds: async (ids) => (await findBest(ids)).map((best) => best?.row ?? null),
    async findKeysInBox(query) {
      const lists = await Promise.all(
        meetingBox(listMembers(), query.box).map(({ trails }) => trails.findKeysInBox(query)),
      )
      return longestOfEach(lists.flat())
    },
    async findNear(points, query) {
      const found = await askAround(listMembers(), points, query.radiusM, ({ trails }, some) =>
        trails.findNear(some, query),
      )
      return found.map((lists) => {
        const keys = lists.flat()
        const awayM = new Map<number, number>()
        for (const { relationId, distanceM } of keys)
          awayM.set(relationId, Math.min(distanceM, awayM.get(relationId) ?? Infinity))
        return longestOfEach(keys)
          .map((key) => ({ ...key, distanceM: awayM.get(key.relationId)! }))
          .sort((a, b) => a.distanceM - b.distanceM || a.relationId - b.relationId)
      })
    },
    async findLines(ids) {
      const members = listMembers()
      const best = await findBest(ids, members)
      const lines = await Promise.all(
        members.map(async (member) => {
          const own = ids.filter((_, i) => best[i]?.member === member)
          return own.length === 0 ? [] : member.trails.findLines(own)
        }),
      )
      const byId = new Map(lines.flat().flatMap((line) => (line === null ? [] : [[line.relationId, line] as const])))
      return ids.map((id) => byId.get(id) ?? null)
    },
  }
  return ofOnly(listMembers, ({ trails }) => trails, store)
}

const isWhole = (a: TrailRow, b: TrailRow): boolean =>
  a.missingWays < b.missingWays || (a.missingWays === b.missingWays && a.lengthM > b.lengthM)

function longestOfEach<Key extends TrailKey>(keys: readonly Key[]): Key[] {
  const best = new Map<number, Key>()
  for (const key of keys) {
    const known = best.get(key.relationId)
    if (known === undefined || key.lengthM > known.lengthM) best.set(key.relationId, key)
  }
  return [...best.values()]
}
