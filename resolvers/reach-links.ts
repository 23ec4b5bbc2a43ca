// What lies within a reach: named places, outdoor places and signed routes, each with the minutes and metres there.
// Places are looked up in the box of the ways and then judged by the network, which knows when each is arrived at.

import { z } from 'zod'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { PlaceRow, PoiRow } from '../src/places/catalogue-rows.ts'
import { POI_KINDS } from '../src/places/poi-kinds.ts'
import type { Arrival, Arrivals } from '../src/routing/isochrone/one-to-many.ts'
import type { ReachInput } from '../src/routing/isochrone/isochrone-types.ts'
import type { Services } from '../src/services.ts'
import { defineOperation, type RunContext } from './pipeline/operation.ts'
import { reach } from './reach.ts'

/** Most places that are judged. */
const MOST_PLACES = 2000
export const REACHED_CREDITS = 3

interface Asked {
  reach: ReachInput
  kinds: readonly string[] | null
}

export interface Reached<Row> extends Arrival {
  row: Row
}

export interface ReachedRows<Row> {
  /** the nearest first, by the measure of the reach */
  rows: Reached<Row>[]
  /** there are more places in the box than were judged */
  truncated: boolean
}

/** Nothing is drawn for it. */
const undrawn = (input: ReachInput): ReachInput => ({ ...input, output: { polygons: false, lines: false } })

async function arrivalsAt(
  input: ReachInput,
  points: readonly LonLat[],
  services: Services,
  context: RunContext,
): Promise<Arrivals> {
  const job = { reach: undrawn(input), points: points.map(([lon, lat]): [number, number] => [lon, lat]) }
  return (await services.routing.findArrivals(job, context)).value
}

async function judge<Row extends { id: number; lon: number; lat: number }>(
  { reach: input }: Asked,
  find: (box: Arrivals['box']) => Promise<Row[]>,
  services: Services,
  context: RunContext,
): Promise<ReachedRows<Row>> {
  const { box } = await arrivalsAt(input, [], services, context)
  const found = await find(box)
  const judged = found.slice(0, MOST_PLACES)
  const { points } = await arrivalsAt(
    input,
    judged.map(({ lon, lat }) => [lon, lat]),
    services,
    context,
  )
  const rows = judged.flatMap((row, i): Reached<Row>[] => {
    const arrival = points[i]
    return arrival === null ? [] : [{ row, ...arrival }]
  })
  const measure = ({ minutes, metres }: Arrival) => (input.minutes === undefined ? metres : (minutes ?? Infinity))
  rows.sort((a, b) => measure(a) - measure(b) || a.row.id - b.row.id)
  return { rows, truncated: found.length > MOST_PLACES }
}

const LINK = { ...reach, credits: REACHED_CREDITS, creditsRule: `${REACHED_CREDITS}`, chargedFor: undefined }

export const placesInReach = defineOperation<Asked, ReachedRows<PlaceRow>>({
  ...LINK,
  input: z.custom<Asked>(),
  run: (asked, services, context) =>
    judge(
      asked,
      (box) => services.places.findInBox({ box, kinds: asked.kinds, offset: 0, limit: MOST_PLACES + 1 }),
      services,
      context,
    ),
})

export const outdoorInReach = defineOperation<Asked, ReachedRows<PoiRow>>({
  ...LINK,
  areaLookup: true,
  input: z.custom<Asked>(),
  run: (asked, services, context) =>
    judge(
      asked,
      async (box) => {
        const kinds = [...new Set(asked.kinds ?? POI_KINDS)]
        return (await services.pois.findInBox({ box, kinds, offset: 0, limit: MOST_PLACES + 1 })).pois
      },
      services,
      context,
    ),
})

export const trailsInReach = defineOperation<Pick<Asked, 'reach'>, Arrivals['trails']>({
  ...LINK,
  input: z.custom<Pick<Asked, 'reach'>>(),
  run: async ({ reach: input }, services, context) => (await arrivalsAt(input, [], services, context)).trails,
})
