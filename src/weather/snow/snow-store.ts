// Observed snow for the running server: checks the pointer at each request and switches to a new raster without a
// restart; a request under way finishes on the raster it began with, which is closed after the last one. If a newly
// published raster cannot be opened, the last one remains in use (its age keeps growing), which is reported once
// through `onProblem`; without any, the answer is `snow_unavailable`. Read-only; a fault never becomes a measurement.

import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ServiceError } from '../../errors.ts'
import type { LonLat } from '../../geo/lon-lat.ts'
import { say } from '../../language/sentence.ts'
import { toAttribution } from '../../releases/attribution.ts'
import type { SnowInfo, SnowSample, SnowService } from './snow-types.ts'
import {
  readSnowManifest,
  readSnowPointer,
  SNOW_AGES_FILE,
  SNOW_FILE,
  SNOW_FOLDER,
  SNOW_POINTER,
} from './snow-products.ts'
import type { SnowRaster } from './snow-raster.ts'
import { DAY_MS } from '../../durations.ts'

export interface SnowStore extends SnowService {
  close(): Promise<void>
}

interface OpenSnow {
  info: SnowInfo
  raster: SnowRaster
  ages: SnowRaster | null
  users: number
  retired: boolean
}

export function openSnowStore(dataDir: string, onProblem: (sentence: string) => void = () => {}): SnowStore {
  const root = resolve(dataDir)
  let seen = 'none'
  let current: OpenSnow | null = null
  let failed = false
  let taking: Promise<void> = Promise.resolve()

  const retire = async (snow: OpenSnow | null): Promise<void> => {
    if (snow === null) return
    snow.retired = true
    if (snow.users === 0) await closeFiles(snow)
  }
  const takeUp = async (): Promise<void> => {
    const stamp = stampOf(join(root, SNOW_FOLDER, SNOW_POINTER))
    if (stamp === seen && !failed) return
    const before = current
    if (stamp === 'none') {
      current = null
      failed = false
      seen = stamp
      return retire(before)
    }
    try {
      current = await openLive(root)
      failed = false
      seen = stamp
      await retire(before)
    } catch (thrown) {
      if (stamp !== seen)
        onProblem(
          `The published snow raster cannot be read: ${(thrown as Error).message.slice(0, 300)} ${before === null ? 'Snow is unknown everywhere.' : `Still serving ${before.info.id}.`} Publish it again with npm run snow.`,
        )
      failed = true
      seen = stamp
    }
  }
  /** One check at a time; each request waits for the check before it. */
  const look = (): Promise<void> => (taking = taking.then(takeUp, takeUp))

  return {
    async findLive() {
      await look()
      return current?.info ?? null
    },
    async observe(points) {
      await look()
      const snow = current
      if (snow === null) {
        if (failed) throw new ServiceError(say('error.snow_unavailable.unreadable'))
        return null
      }
      snow.users++
      try {
        return { info: snow.info, samples: await sample(snow, points) }
      } catch (cause) {
        throw new ServiceError(say('error.snow_unavailable.unreadable'), { cause })
      } finally {
        snow.users--
        if (snow.retired && snow.users === 0) await closeFiles(snow)
      }
    },
    async close() {
      await taking
      const last = current
      current = null
      await retire(last)
    },
  }
}

async function openLive(root: string): Promise<OpenSnow> {
  const pointer = readSnowPointer(root)
  const { schema, hasAges, ...manifest } = readSnowManifest(root, pointer.snow)
  const folder = join(root, SNOW_FOLDER, pointer.snow)
  // loading the reader takes 4 MB, and most servers have no snow
  const { openSnowRaster } = await import('./snow-raster.ts')
  const raster = await openSnowRaster(join(folder, SNOW_FILE))
  try {
    return {
      info: { ...manifest, attribution: toAttribution(manifest.attribution), promotedAt: pointer.promotedAt },
      raster,
      ages: hasAges ? await openSnowRaster(join(folder, SNOW_AGES_FILE)) : null,
      users: 0,
      retired: false,
    }
  } catch (thrown) {
    await raster.close()
    throw thrown
  }
}

async function closeFiles({ raster, ages }: OpenSnow): Promise<void> {
  await raster.close()
  await ages?.close()
}

async function sample({ info, raster, ages }: OpenSnow, points: readonly LonLat[]): Promise<SnowSample[]> {
  const values = await raster.sample(points)
  const ageValues = ages === null ? null : await ages.sample(points)
  return values.map((value, i) =>
    value === undefined
      ? null
      : { value, observedAtMs: ageValues === null ? oldest(info) : observedAt(info, ageValues[i] ?? null) },
  )
}

/** With one time for all pixels, the oldest possible: nothing is reported as newer than it is. */
function oldest(info: SnowInfo): number | null {
  return info.observedFrom === null ? null : Date.parse(info.observedFrom)
}

/**
 * When a pixel was seen, from its number in the ages raster: days before the end of the observation (`cgf`, 0..254:
 * MODIS Cloud_Persistence), seconds since 1970 (`gfsc`: acquisition time). Null if the number is not such a time.
 */
function observedAt(info: SnowInfo, value: number | null): number | null {
  if (value === null || info.observedTo === null) return null
  const toMs = Date.parse(info.observedTo)
  if (info.product === 'cgf') return Number.isInteger(value) && value >= 0 && value < 255 ? toMs - value * DAY_MS : null
  const atMs = value * 1000
  return atMs > toMs - 400 * DAY_MS && atMs <= toMs + DAY_MS ? atMs : null
}

/** Changes whenever the pointer is replaced. */
function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
    return stat === undefined ? 'none' : `${stat.ino}:${stat.mtimeNs}:${stat.size}`
  } catch (thrown) {
    return `unreadable:${(thrown as NodeJS.ErrnoException).code}`
  }
}
