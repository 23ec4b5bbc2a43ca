// Work that nobody requested, in the background after the start, so that the first real requests find what they need:
// the example's route under default settings until these are prepared, then pictures, for compiled code, fonts and open
// archives: each thread for pictures of any size draws one. The thread for small ones starts once it is needed, since
// it takes 30 MB. Nothing runs on the main thread, and nobody is charged.

import { drawPicture, type StaticMapInput } from '../../resolvers/static-map.ts'
import type { JobOptions } from '../job-options.ts'
import type { Services } from '../services.ts'

type Warmed = Pick<Services, 'releases' | 'run'>
/** How far a picture reaches from its middle, degrees. */
const HALF_WIDTH_DEG = 0.04
const HALF_HEIGHT_DEG = 0.03
/** Just beyond the size of small pictures. */
const LARGE = { width: 730, height: 730, scale: 2, contours: true } as const
const GIVE_UP_MS = 20_000
/** A setting that is requested so often is prepared (workers/metric-cache.ts). */
const ROUTES = 2

/** Settles when all is done, whether it could be done or not. `mapThreads`: those for pictures of any size. */
export async function warmThreads(services: Warmed, mapThreads: number): Promise<void> {
  const live = services.releases.findLive()
  if (live === null) return
  await prepareDefaults(services, live.example?.waypoints)
  const [west, south, east, north] = live.bbox
  // across the antimeridian the middle of the numbers lies on the other side
  const [lon, lat] = live.example?.waypoints[0] ?? [west > east ? west : (west + east) / 2, (south + north) / 2]
  const bbox: StaticMapInput['bbox'] = [
    Math.max(-180, lon - HALF_WIDTH_DEG),
    Math.max(-85, lat - HALF_HEIGHT_DEG),
    Math.min(180, lon + HALF_WIDTH_DEG),
    Math.min(85, lat + HALF_HEIGHT_DEG),
  ]
  await Promise.all(Array.from({ length: mapThreads }, () => draw({ ...LARGE, bbox }, services)))
}

async function prepareDefaults({ run }: Warmed, waypoints: [number, number][] | undefined): Promise<void> {
  if (waypoints === undefined) return
  for (let n = 0; n < ROUTES; n++)
    await run('route', { waypoints }, job()).then(
      (answer) => answer.release(),
      () => undefined,
    )
}

/** Errors are ignored: a request for the same picture reports them. */
async function draw(input: StaticMapInput, services: Warmed): Promise<void> {
  await drawPicture(input, services, job(), true).catch(() => undefined)
}

function job(): JobOptions {
  return { signal: AbortSignal.timeout(GIVE_UP_MS) }
}
