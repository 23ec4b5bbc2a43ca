// The command line of packs: which action, which box, which name. Every mistake gets one sentence that says what to
// write instead. Opens no file.

import { resolve } from 'node:path'
import { DEEPEST_ZOOM } from '../map/tiles/world-units.ts'
import { COMMON_HELP, readCommandLine } from '../config/command-line.ts'
import { VARIABLES } from '../config/variables.ts'
import { ServiceError } from '../errors.ts'
import type { Box } from '../geo/lon-lat.ts'
import { MAX_MERCATOR_LAT } from '../geo/web-mercator.ts'
import { PACK_NAME } from '../map/packs/pack-store.ts'

/** Parts that may be left out. */
const PACK_PARTS = ['contours', 'terrain', 'names'] as const
export type PackPart = (typeof PACK_PARTS)[number]
const DEFAULT_MAX_MB = 1000
const MOST_MB = 4000
export const MB = 1_048_576

export interface MakePack {
  action: 'make'
  dataDir: string
  name: string
  bbox: Box
  maxZoom: number
  without: readonly PackPart[]
  maxBytes: number
  /** only says what it would make */
  isDry: boolean
}

export type PackArguments =
  | MakePack
  | { action: 'list'; dataDir: string }
  | { action: 'remove'; dataDir: string; name: string }

export const PACK_HELP = `Makes the map of an area into one file that apps use without a network, out of the live release.

  npm run pack -- --bbox MIN_LON,MIN_LAT,MAX_LON,MAX_LAT --name NAME [options]
  npm run pack -- list                the packs of the data folder
  npm run pack -- remove NAME         deletes one

  --bbox BOX        the area, in degrees, e.g. 1.42,42.44,1.60,42.60
  --name NAME       small letters, digits and hyphens, e.g. ordino; a pack of that name is replaced
  --max-zoom N      deepest zoom of the tiles, 8 to ${DEEPEST_ZOOM} (default ${DEEPEST_ZOOM}); each less quarters the size
  --without PART    leaves ${PACK_PARTS.join(', ')} out; may be given several times
  --max-mb N        refuse to make a larger one (default ${DEFAULT_MAX_MB}, at most ${MOST_MB})
  --dry-run         only tell how large it would be
${COMMON_HELP}

A running server serves it at once as GET /packs/v1/NAME, and lists it under GET /packs/v1.`

/** Returns null if help is requested. Throws ServiceError `invalid_input`. */
export function parsePackArguments(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): PackArguments | null {
  const { values, positionals } = readCommandLine('pack', argv, OPTIONS)
  if (values.help === true) return null
  const dataDir = resolve(values.data ?? (environment.DATA_DIR?.trim() || VARIABLES.dataDir.fallback))
  const [action, ...rest] = positionals
  if (action === 'list' && rest.length === 0) return { action, dataDir }
  if (action === 'remove' && rest.length === 1) return { action, dataDir, name: readName(rest[0]) }
  if (action === 'remove') throw mistake('remove takes the name of one pack: see npm run pack -- list.')
  if (action !== undefined)
    throw mistake(
      `"${positionals.join(' ').slice(0, 80)}" is no action: it is list, remove NAME, or none to make a pack.`,
    )
  if (values.bbox === undefined)
    throw mistake('No area was given: add --bbox MIN_LON,MIN_LAT,MAX_LON,MAX_LAT, e.g. --bbox 1.42,42.44,1.60,42.60.')
  if (values.name === undefined) throw mistake('No name was given: add --name NAME, e.g. --name ordino.')
  return {
    action: 'make',
    dataDir,
    name: readName(values.name),
    bbox: readBox(values.bbox),
    maxZoom: readWhole('--max-zoom', values['max-zoom'], DEEPEST_ZOOM, 8, DEEPEST_ZOOM),
    without: (values.without ?? []).map(readPart),
    maxBytes: readWhole('--max-mb', values['max-mb'], DEFAULT_MAX_MB, 1, MOST_MB) * MB,
    isDry: values['dry-run'] ?? false,
  }
}

function readName(text: string): string {
  if (!PACK_NAME.test(text))
    throw mistake(
      `The name "${text.slice(0, 80)}" cannot be used: take up to 60 small letters, digits and hyphens, not a hyphen first.`,
    )
  return text
}

function readBox(text: string): Box {
  const numbers = text.length > 200 ? [] : text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  if (numbers.length !== 4 || !numbers.every(Number.isFinite))
    throw mistake(`--bbox is "${text.slice(0, 80)}": expected four numbers MIN_LON,MIN_LAT,MAX_LON,MAX_LAT.`)
  const [west, south, east, north] = numbers
  if (Math.max(Math.abs(west), Math.abs(east)) > 180 || Math.max(Math.abs(south), Math.abs(north)) > MAX_MERCATOR_LAT)
    throw mistake(
      `--bbox lies outside the map: longitudes are -180 to 180, latitudes -85.05 to 85.05, longitude first.`,
    )
  if (south >= north)
    throw mistake('--bbox has its northern edge south of its southern one: latitudes go second and fourth.')
  if (west >= east)
    throw mistake(
      '--bbox has its eastern edge west of its western one; an area across the 180th meridian needs two packs.',
    )
  return [west, south, east, north]
}

function readPart(text: string): PackPart {
  const part = PACK_PARTS.find((one) => one === text)
  if (part === undefined) throw mistake(`--without is "${text.slice(0, 40)}": it is one of ${PACK_PARTS.join(', ')}.`)
  return part
}

function readWhole(option: string, text: string | undefined, fallback: number, least: number, most: number): number {
  if (text === undefined) return fallback
  const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN
  if (!(value >= least && value <= most))
    throw mistake(`${option} is "${text.slice(0, 20)}": expected a whole number from ${least} to ${most}.`)
  return value
}

const OPTIONS = {
  bbox: { type: 'string' },
  name: { type: 'string' },
  'max-zoom': { type: 'string' },
  without: { type: 'string', multiple: true },
  'max-mb': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}
