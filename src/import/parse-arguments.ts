// The command line of the import: which files, which name, which data folder. Every mistake gets one sentence that says
// what to write instead. Opens no file.

import { COMMON_HELP, readCommandLine } from '../config/command-line.ts'
import { VARIABLES } from '../config/variables.ts'
import { ServiceError } from '../errors.ts'
import { REGION_NAME, regionFolder } from '../releases/read-release.ts'

export interface ImportArguments {
  pbfPaths: string[]
  demPaths: string[]
  name: string
  /** of the region */
  dataDir: string
  /** for temporary files; null: the data folder */
  workDir: string | null
  /** empty: the data folder itself */
  region: string
  /** where this release answers before its neighbours: a box, or the path of a polygon file; null: its whole box */
  core: string | null
  /** columns and rows into which the map is cut, and how far the parts overlap; null: it stays whole */
  shards: { columns: number; rows: number; overlapKm: number } | null
  keep: number
  /** attribution of the heights; null: only the files are named */
  demAttribution: string | null
  /** file or address of an archive of vector tiles to extract the region from; null: built from the map files */
  basemap: string | null
  /** share 0..1 by which a count may fall below the live release's; 1: any decrease is accepted */
  maxShrink: number
  /** also accepts a map file that looks truncated */
  acceptShrink: boolean
}

export const IMPORT_HELP = `Builds one release from OpenStreetMap extracts and terrain models and publishes it.

  npm run import -- FILE.osm.pbf [MORE.osm.pbf ...] --dem PATH [PATH ...] --name NAME [options]

  FILE.osm.pbf            OpenStreetMap extract; several become one network
  --dem PATH ...          heights: SRTM .hgt (also .gz, .zip), GeoTIFF, or terrain .pmtiles
  --name NAME             name of the release, e.g. andorra
  --work-dir DIR          folder for temporary files, deleted at the end (default: the data folder)
  --region NAME           publishes it as one of several regions of the data folder, in regions/NAME (docs/scaling.md)
  --core W,S,E,N|FILE     area in which this region takes precedence over its neighbours: a box or a polygon file
                          (.geojson, .poly); default: the whole region
  --shards CxR            cuts the map into C columns and R rows that overlap, each a region: NAME-1-1, NAME-1-2 ...
  --overlap KM            how far each shard extends beyond its core (default 80)
  --keep N                retired releases to keep (default: KEEP_RELEASES, else ${VARIABLES.keepReleases.fallback})
  --dem-attribution TEXT  whom to credit for the heights, as their licence requires
  --basemap FILE|URL      vector tiles (PMTiles by Planetiler or Protomaps) to cut the region out of, a URL read by HTTP range;
                          without it they are made from the map files
  --max-shrink PERCENT    how much smaller than the live release the new one may be in anything it counts (default 10)
  --accept-shrink         publish it however much smaller it is, even if a map file looks cut off
${COMMON_HELP}

A running server takes up the new release without a restart. If anything goes wrong, nothing is published. An import
that was killed goes on with what it had finished when it is started again.`

/** Returns null if help is requested. Throws ServiceError `invalid_input`. */
export function parseArguments(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): ImportArguments | null {
  const given = readCommandLine('import', gatherDemPaths(argv), OPTIONS)
  if (given.values.help === true) return null
  const pbfPaths = given.positionals
  const demPaths = given.values.dem ?? []
  if (pbfPaths.length === 0)
    throw mistake(
      'No map file was given: name an OpenStreetMap extract, e.g. npm run import -- FILE.osm.pbf --dem N42E001.hgt --name andorra.',
    )
  if (demPaths.length === 0)
    throw mistake('No terrain model was given: add --dem PATH with the heights of the region, e.g. --dem N42E001.hgt.')
  const name = given.values.name?.trim() ?? ''
  if (name === '') throw mistake('No name was given: add --name NAME, e.g. --name andorra.')
  if (name.length > 60 || toReleaseSlug(name) === '')
    throw mistake(
      `The name "${name.slice(0, 80)}" cannot be used: take up to 60 characters, with at least one letter or digit.`,
    )
  for (const path of [...pbfPaths, ...demPaths])
    if (path.trim() === '') throw mistake('A file name is empty: check the quotes on the command line.')
  const keepText = given.values.keep ?? (environment.KEEP_RELEASES?.trim() || VARIABLES.keepReleases.fallback)
  return {
    pbfPaths,
    demPaths,
    name,
    workDir: readWorkDir(given.values['work-dir']),
    ...readFolder(given.values, environment),
    core: given.values.core?.trim() || null,
    shards: readShards(given.values),
    keep: readKeep(keepText),
    demAttribution: given.values['dem-attribution']?.trim() || null,
    basemap: readBasemap(given.values.basemap),
    acceptShrink: given.values['accept-shrink'] ?? false,
    maxShrink: readMaxShrink(given.values['max-shrink']),
  }
}

/** `Südtirol 2025` -> `suedtirol-2025`: the beginning of a release id; empty if no letter or digit is left. */
export function toReleaseSlug(name: string): string {
  const letters: Record<string, string> = {
    ä: 'ae',
    ö: 'oe',
    ü: 'ue',
    ß: 'ss',
    æ: 'ae',
    ø: 'oe',
    å: 'aa',
    ł: 'l',
    đ: 'd',
  }
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæøåłđ]/g, (letter) => letters[letter])
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '')
}

/** `--dem A B` means `--dem A --dem B`: paths after --dem belong to it up to the next option or an .osm.pbf file. */
function gatherDemPaths(argv: readonly string[]): string[] {
  const spread: string[] = []
  let inDem = false
  let wantsValue = false
  for (const word of argv) {
    const isOption = word.startsWith('-')
    if (inDem && !wantsValue && !isOption && !word.endsWith('.pbf')) spread.push('--dem', word)
    else spread.push(word)
    if (isOption) {
      inDem = word === '--dem' || word.startsWith('--dem=')
      wantsValue = word === '--dem'
    } else if (inDem) {
      wantsValue = false
      if (word.endsWith('.pbf')) inDem = false
    }
  }
  return spread
}

const OPTIONS = {
  dem: { type: 'string', multiple: true },
  name: { type: 'string' },
  'work-dir': { type: 'string' },
  region: { type: 'string' },
  core: { type: 'string' },
  shards: { type: 'string' },
  overlap: { type: 'string' },
  keep: { type: 'string' },
  'dem-attribution': { type: 'string' },
  basemap: { type: 'string' },
  'max-shrink': { type: 'string' },
  'accept-shrink': { type: 'boolean' },
} as const

/** The folder that `--data`, DATA_DIR and `--region` name. Throws ServiceError `invalid_input`. */
export function readFolder(
  { data, region = '' }: { data?: string | undefined; region?: string | undefined },
  environment: Record<string, string | undefined>,
): { dataDir: string; region: string } {
  if (region !== '' && !REGION_NAME.test(region))
    throw mistake(
      `The region "${region.slice(0, 60)}" cannot be used: take small letters, digits and hyphens, at most 40.`,
    )
  const root = data ?? (environment.DATA_DIR?.trim() || VARIABLES.dataDir.fallback)
  return { dataDir: regionFolder(root, region), region }
}

const MAX_SHARDS = 100

function readShards({
  shards,
  overlap,
  region,
  core,
}: Partial<Record<'shards' | 'overlap' | 'region' | 'core', string>>): ImportArguments['shards'] {
  if (shards === undefined) {
    if (overlap !== undefined) throw mistake('--overlap goes with --shards alone.')
    return null
  }
  if (region !== undefined || core !== undefined)
    throw mistake('--shards makes the regions and their cores by itself: leave --region and --core out.')
  const [, columns, rows] = (/^(\d{1,2})x(\d{1,2})$/.exec(shards) ?? []).map(Number)
  if (!(columns >= 1 && rows >= 1 && columns * rows <= MAX_SHARDS))
    throw mistake(`--shards is "${shards.slice(0, 20)}": expected columns and rows, e.g. 3x3, at most ${MAX_SHARDS}.`)
  const overlapKm = /^\d{1,3}$/.test(overlap ?? '80') ? Number(overlap ?? '80') : NaN
  if (!(overlapKm >= 1 && overlapKm <= 300))
    throw mistake(`--overlap is "${overlap?.slice(0, 20)}": expected whole kilometres from 1 to 300.`)
  return { columns, rows, overlapKm }
}

function readBasemap(text: string | undefined): string | null {
  if (text === undefined) return null
  if (text.trim() === '') throw mistake('--basemap is empty: name a .pmtiles file or its address.')
  return text.trim()
}

function readWorkDir(text: string | undefined): string | null {
  if (text === undefined) return null
  if (text.trim() === '') throw mistake('--work-dir is empty: name a folder for temporary files.')
  return text.trim()
}

/** As a share. */
export function readMaxShrink(text = '10'): number {
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : NaN
  if (!(percent <= 100)) throw mistake(`--max-shrink is "${text.slice(0, 20)}": expected whole percent from 0 to 100.`)
  return percent / 100
}

export function readKeep(text: string): number {
  try {
    return VARIABLES.keepReleases.read(text)
  } catch (cause) {
    throw mistake(`--keep is "${text.slice(0, 40)}": ${(cause as Error).message}.`, cause)
  }
}

function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}
