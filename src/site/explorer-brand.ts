// What an operator sets about the explorer: its title, its logo, the part of the map that it opens on, and a second
// map.

import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import type { Config } from '../config/variables.ts'
import type { SecondMap } from '../web/plan/explorer-config.ts'

const MAX_LOGO_BYTES = 200_000
const LOGO_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

export interface Logo {
  /** of the file under /explorer/, with the hash of its content */
  name: string
  contentType: string
  bytes: Buffer
}

export interface ExplorerBrand {
  title: string
  /** null: the one of the page */
  logo: Logo | null
  /** west, south, east, north in degrees; null: the region */
  view: readonly number[] | null
  /** a map beside that of the release; null: none */
  secondMap: SecondMap | null
  /** origins that it comes from */
  mapHosts: readonly string[]
}

export const PLAIN_BRAND: ExplorerBrand = { title: 'Waypost', logo: null, view: null, secondMap: null, mapHosts: [] }

/** Of the settings of the server. Throws Error as `readLogo` does. */
export function readBrand(
  config: Pick<
    Config,
    | 'explorerTitle'
    | 'explorerLogo'
    | 'explorerView'
    | 'explorerMap'
    | 'explorerMapName'
    | 'explorerMapAttribution'
    | 'explorerMapHosts'
  >,
): ExplorerBrand {
  const { explorerMap: url, explorerMapHosts: hosts } = config
  return {
    title: config.explorerTitle,
    logo: readLogo(config.explorerLogo),
    view: config.explorerView,
    ...(url === '' ? { secondMap: null, mapHosts: [] } : { secondMap: readMap(config), mapHosts: hostsOf(url, hosts) }),
  }
}

function readMap(config: Pick<Config, 'explorerMap' | 'explorerMapName' | 'explorerMapAttribution'>): SecondMap {
  const { explorerMap: url, explorerMapName: name, explorerMapAttribution: credit } = config
  const link = /\shttps?:\/\/\S+$/.exec(credit)?.[0] ?? ''
  const text = credit.slice(0, credit.length - link.length).trim()
  return { name: name || new URL(url).host, url, attribution: { text, url: link.trim() || null } }
}

const hostsOf = (url: string, others: readonly string[]) => [...new Set([new URL(url).origin, ...others])]

/** Reads the picture. Throws Error with the reason: it is not there, too large, or no SVG, PNG or WebP by its name. */
export function readLogo(path: string): Logo | null {
  if (path === '') return null
  const extension = extname(path).toLowerCase()
  const contentType = LOGO_TYPES[extension]
  if (contentType === undefined) throw new Error('expected a .svg, .png or .webp file')
  const { size } = statSync(path)
  if (size > MAX_LOGO_BYTES) throw new Error(`it has ${size} bytes, at most ${MAX_LOGO_BYTES} are allowed`)
  const bytes = readFileSync(path)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  return { name: `logo-${hash}${extension}`, contentType, bytes }
}
