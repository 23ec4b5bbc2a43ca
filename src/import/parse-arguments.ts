// The command line of the import: which files, which name, which data folder. Every mistake gets one sentence that says
// what to write instead. Opens no file.

import { parseArgs } from 'node:util'
import { VARIABLES } from '../config.ts'
import { ServiceError } from '../errors.ts'

export interface ImportArguments {
  pbfPaths: string[]
  demPaths: string[]
  name: string
  dataDir: string
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
  --data DIR              data folder (default: DATA_DIR, else "${VARIABLES.dataDir.fallback}")
  --keep N                retired releases to keep (default: KEEP_RELEASES, else ${VARIABLES.keepReleases.fallback})
  --dem-attribution TEXT  whom to credit for the heights, as their licence requires
  --basemap FILE|URL      vector tiles (PMTiles by Planetiler or Protomaps) to cut the region out of, a URL read by HTTP range;
                          without it they are made from the map files
  --max-shrink PERCENT    how much smaller than the live release the new one may be in anything it counts (default 10)
  --accept-shrink         publish it however much smaller it is, even if a map file looks cut off
  --help                  this text

A running server takes up the new release without a restart. If anything goes wrong, nothing is published.`

/** Returns null if help is requested. Throws ServiceError `invalid_input`. */
export function parseArguments(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): ImportArguments | null {
  const given = readOptions(gatherDemPaths(argv))
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
    dataDir: given.values.data ?? (environment.DATA_DIR?.trim() || VARIABLES.dataDir.fallback),
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

function readOptions(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        dem: { type: 'string', multiple: true },
        name: { type: 'string' },
        data: { type: 'string' },
        keep: { type: 'string' },
        'dem-attribution': { type: 'string' },
        basemap: { type: 'string' },
        'max-shrink': { type: 'string' },
        'accept-shrink': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (cause) {
    const option = /'(-{1,2}[^' ]+)/.exec((cause as Error).message)?.[1] ?? 'an option'
    const isUnknown = (cause as { code?: string }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    throw mistake(
      isUnknown
        ? `There is no option ${option}: see npm run import -- --help.`
        : `${option} needs a value after it: see npm run import -- --help.`,
      cause,
    )
  }
}

function readBasemap(text: string | undefined): string | null {
  if (text === undefined) return null
  if (text.trim() === '') throw mistake('--basemap is empty: name a .pmtiles file or its address.')
  return text.trim()
}

function readMaxShrink(text = '10'): number {
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : NaN
  if (!(percent <= 100)) throw mistake(`--max-shrink is "${text.slice(0, 20)}": expected whole percent from 0 to 100.`)
  return percent / 100
}

function readKeep(text: string): number {
  try {
    return VARIABLES.keepReleases.read(text)
  } catch (cause) {
    throw mistake(`--keep is "${text}": ${(cause as Error).message}.`, cause)
  }
}

function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}
