// One region's catalogue among several, and which of several copies of the same object is reported: ids are those of
// OpenStreetMap, so that what two regions have under one id is the same object (decision: regions).

import type { Box, LonLat } from '../geo/lon-lat.ts'
import { doMeet } from '../geo/split-box.ts'
import type { PlaceStore, PoiStore, TrailStore } from '../places/catalogue-stores.ts'
import { isInCore, metresOutside, type RegionArea } from './region-area.ts'

export interface CatalogueMember {
  area: RegionArea
  places: PlaceStore
  trails: TrailStore
  pois: PoiStore
}

/** At least one. */
export type ListMembers = () => readonly CatalogueMember[]

/** Objects of a region may lie so far outside the box of its network. */
const MARGIN_M = 5000
const MARGIN_DEG = 0.1

/** Those with something in the box; all without a box. */
export function meetingBox(members: readonly CatalogueMember[], box: Box | null | undefined): CatalogueMember[] {
  if (box === null || box === undefined) return [...members]
  return members.filter(({ area: { bbox } }) => {
    const [west, south, east, north] = bbox
    return doMeet(box, [west - MARGIN_DEG, south - MARGIN_DEG, east + MARGIN_DEG, north + MARGIN_DEG])
  })
}

/** Asks each region about the points near it; by point, what the regions answered. */
export async function askAround<Found>(
  members: readonly CatalogueMember[],
  points: readonly LonLat[],
  radiusM: number,
  ask: (member: CatalogueMember, points: readonly LonLat[]) => Promise<readonly Found[][]>,
): Promise<Found[][][]> {
  const answers: Found[][][] = points.map(() => [])
  await Promise.all(
    members.map(async (member) => {
      const near = points.flatMap((point, i) =>
        metresOutside(member.area.bbox, point) <= radiusM + MARGIN_M ? [i] : [],
      )
      if (near.length === 0) return
      const found = await ask(
        member,
        near.map((i) => points[i]),
      )
      near.forEach((i, at) => answers[i].push(found[at]))
    }),
  )
  return answers
}

/** Each object once: the copy of the region in whose core it lies, else the first. In the order in which they came. */
export function onceEach<Row extends { id: number; lon: number; lat: number }>(
  found: readonly { member: CatalogueMember; row: Row }[],
): Row[] {
  const best = new Map<number, { member: CatalogueMember; row: Row }>()
  for (const one of found) {
    const known = best.get(one.row.id)
    if (known === undefined || (!owns(known) && owns(one))) best.set(one.row.id, one)
  }
  return [...best.values()].map(({ row }) => row)
}

const owns = ({ member, row }: { member: CatalogueMember; row: { lon: number; lat: number } }): boolean =>
  isInCore(member.area, [row.lon, row.lat])

/** By place in the list: the first answer that is not null, of the owner where there are several. */
export async function findInAny<Row extends { id: number; lon: number; lat: number }>(
  members: readonly CatalogueMember[],
  ids: readonly number[],
  ask: (member: CatalogueMember) => Promise<readonly (Row | null)[]>,
): Promise<(Row | null)[]> {
  const answers = await Promise.all(members.map(async (member) => ({ member, rows: await ask(member) })))
  return ids.map((_, i) => {
    const copies = answers.flatMap(({ member, rows }) => {
      const row = rows[i]
      return row === null ? [] : [{ member, row }]
    })
    return onceEach(copies)[0] ?? null
  })
}
