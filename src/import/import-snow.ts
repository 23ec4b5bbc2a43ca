// The command `npm run snow`: checks a snow raster, copies it beside the releases as DATA_DIR/snow/<id>/ and makes it
// live with one rename of snow/live.json. Every pixel is read once before that, so that a damaged file is refused and
// the summary can describe its content. If it is killed at any moment, the previous raster stays live. Never changes a
// published file.

import { createHash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import {
  SNOW_AGES_FILE,
  SNOW_FILE,
  SNOW_FOLDER,
  SNOW_MANIFEST,
  SNOW_POINTER,
  type SnowManifest,
  type SnowPointer,
  readSnowPointer,
  SNOW_PRODUCT_RULES,
  type SnowProduct,
  classifySnow,
  readSnowValue,
} from '../weather/snow/snow-products.ts'
import { openSnowRaster } from '../weather/snow/snow-raster.ts'
import { flushToDisk, moveDurably, writeDurably } from './durable-files.ts'
import { freeSecond } from './publish-release.ts'
import { takeImportLock } from './import-lock.ts'
import { runCommand, runMain } from './import-osm.ts'
import { toCount, toSize } from './progress-bar.ts'
import { inDataFolder } from '../config/data-folder.ts'
import { DAY_MS, HOUR_MS } from '../durations.ts'
import { parseSnowArguments, SNOW_HELP, type SnowArguments, mistake } from './snow-arguments.ts'

/** A gap-filled pixel of GFSC may be this much older than its file. */
const GFSC_SPAN_DAYS = 7

/** Runs the command; returns the exit status. */
async function importSnow(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  nowMs = Date.now(),
): Promise<number> {
  return runCommand(async () => {
    const args = parseSnowArguments(argv, environment)
    return args === null ? SNOW_HELP : inDataFolder(args.dataDir, () => publishSnow(args, nowMs))
  })
}

/**
 * Checks, copies and promotes; returns the summary. Throws ServiceError with one sentence if nothing was published.
 */
export async function publishSnow(args: SnowArguments, nowMs: number): Promise<string> {
  const { path, agesPath, product, dataDir } = args
  for (const file of [path, agesPath])
    if (file !== null && !(existsSync(file) && statSync(file).isFile()))
      throw mistake(`${file} is not there, or is no file.`)
  const folder = join(dataDir, SNOW_FOLDER)
  mkdirSync(folder, { recursive: true })
  const lock = takeImportLock(dataDir)
  const building = join(folder, '.building')
  try {
    rmSync(building, { recursive: true, force: true })
    mkdirSync(building)
    // the copy is what is checked, since the original may change meanwhile
    const copy = join(building, basename(path))
    copyFileSync(path, copy, constants.COPYFILE_FICLONE)
    const agesCopy = agesPath === null ? null : join(building, `ages-${basename(agesPath)}`)
    if (agesCopy !== null) copyFileSync(agesPath!, agesCopy, constants.COPYFILE_FICLONE)
    const counts = await checkRasters(copy, agesCopy, product)
    const times = toTimes(args, basename(path))
    if (times.toMs !== null && times.toMs > nowMs + HOUR_MS)
      throw mistake(`The observation is dated ${toIso(times.toMs)}, ahead of this clock: correct --observed.`)
    const sha256 = await hashOf(copy)
    const idAt = (at: Date) => `${product}-${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}-${sha256.slice(0, 8)}`
    const id = idAt(await freeSecond((at) => existsSync(join(folder, idAt(at))), nowMs))
    const target = join(folder, id)
    renameSync(copy, join(building, SNOW_FILE))
    flushToDisk(join(building, SNOW_FILE))
    if (agesCopy !== null) {
      renameSync(agesCopy, join(building, SNOW_AGES_FILE))
      flushToDisk(join(building, SNOW_AGES_FILE))
    }
    const own = SNOW_PRODUCT_RULES[product].attribution
    const manifest: SnowManifest = {
      schema: 'waypost-snow/1',
      id,
      product,
      observedFrom: toIso(times.fromMs),
      observedTo: toIso(times.toMs),
      attribution: args.attribution === null ? own : { text: args.attribution, licence: null, url: null },
      bytes: statSync(join(building, SNOW_FILE)).size,
      sha256,
      hasAges: agesCopy !== null,
    }
    writeDurably(join(building, SNOW_MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    flushToDisk(building)
    const before = findLiveId(dataDir)
    lock.confirm()
    moveDurably(building, target)
    promote(dataDir, { schema: 'waypost-snow-live/1', snow: id, promotedAt: new Date(nowMs).toISOString() })
    for (const name of readdirSync(folder))
      if (name !== id && name !== before && name !== SNOW_POINTER)
        rmSync(join(folder, name), { recursive: true, force: true })
    return summary(manifest, counts)
  } finally {
    rmSync(building, { recursive: true, force: true })
    lock.release()
  }
}

/** Replaces the pointer with one rename. */
function promote(dataDir: string, pointer: SnowPointer): void {
  const draft = join(dataDir, SNOW_FOLDER, `${SNOW_POINTER}.tmp`)
  rmSync(draft, { force: true })
  writeDurably(draft, `${JSON.stringify(pointer)}\n`)
  moveDurably(draft, join(dataDir, SNOW_FOLDER, SNOW_POINTER))
}

function findLiveId(dataDir: string): string | null {
  try {
    return readSnowPointer(dataDir).snow
  } catch {
    return null
  }
}

/** Reads every pixel; counts them by class and, if unknown, by reason. */
async function checkRasters(path: string, agesPath: string | null, product: SnowProduct): Promise<Map<string, number>> {
  const raster = await openSnowRaster(path)
  const counts = new Map<string, number>()
  try {
    const { coded } = SNOW_PRODUCT_RULES[product]
    if (coded && !raster.whole)
      throw mistake(
        `${basename(path)} holds broken numbers, ${product} has whole ones: where it was warped, do it again with the nearest pixel (\`gdalwarp -r near\`).`,
      )
    await raster.visit((value) => {
      const { class: kind, reason } = classifySnow(readSnowValue(product, value))
      const key = reason ?? kind
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
    if (agesPath !== null) {
      const ages = await openSnowRaster(agesPath)
      try {
        if (!ages.isAligned(raster))
          throw mistake(`${basename(agesPath)} lies on another grid than ${basename(path)}: give both on the same one.`)
        await ages.visit(() => {})
      } finally {
        await ages.close()
      }
    }
  } finally {
    await raster.close()
  }
  return counts
}

/** First and last moment of the observation. */
function toTimes(
  { observedMs, product, agesPath }: SnowArguments,
  name: string,
): { fromMs: number | null; toMs: number | null } {
  if (observedMs !== null) return { fromMs: observedMs, toMs: observedMs }
  const dated = dateOfName(name)
  if (dated === null) return { fromMs: null, toMs: null }
  if (product === 'gfsc') return { fromMs: dated - GFSC_SPAN_DAYS * DAY_MS, toMs: dated }
  // only the ages say for how long a gap has been filled from earlier days
  if (product === 'cgf' && agesPath === null) return { fromMs: null, toMs: dated }
  return { fromMs: dated, toMs: dated }
}

/**
 * Reads dates from `FSC_20260201T103000_...` (Copernicus) or `MOD10A1.A2026032....` (MODIS: year and day of the year);
 * returns null if there is neither.
 */
export function dateOfName(name: string): number | null {
  const stamp =
    /(?:^|_)(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d))?(?=[_.-]|$)/.exec(name)
  if (stamp !== null) {
    const [year, month, day, hour, minute, second] = stamp.slice(1).map((part) => Number(part ?? 0))
    const ms = Date.UTC(year, month - 1, day, hour, minute, second)
    return new Date(ms).getUTCDate() === day ? ms : null
  }
  const julian = /\.A(20\d\d)(\d{3})\./.exec(name)
  if (julian === null) return null
  const day = Number(julian[2])
  return day >= 1 && day <= 366 ? Date.UTC(Number(julian[1]), 0, day) : null
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function summary(
  { id, product, bytes, observedFrom, observedTo, hasAges, attribution }: SnowManifest,
  counts: ReadonlyMap<string, number>,
): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const when =
    observedTo === null
      ? 'at an unknown time'
      : observedFrom === observedTo
        ? observedTo
        : `${observedFrom ?? 'an unknown time'} to ${observedTo}`
  const lines = [
    `Published snow ${id}: ${SNOW_PRODUCT_RULES[product].title}, ${toSize(bytes)}, observed ${when}${hasAges ? ', with the age of each pixel' : ''}`,
    '',
  ]
  for (const [key, count] of [...counts].sort((a, b) => b[1] - a[1]))
    lines.push(
      `  ${toCount(count).padStart(13)} of ${toCount(total)} pixels  ${key === 'snow' || key === 'clear' ? key : `unknown: ${key}`}`,
    )
  if (observedFrom === null && !hasAges)
    lines.push(
      '',
      'It is not known when it was seen, so every point will be unknown (age_unknown): add --observed, or --ages.',
    )
  return [...lines, '', `Attribution: ${attribution.text}`].join('\n')
}

function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

if (import.meta.main) process.exitCode = await runMain(() => importSnow(process.argv.slice(2), process.env))
