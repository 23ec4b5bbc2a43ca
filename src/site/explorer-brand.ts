// What an operator sets about the explorer: its title, its logo and the part of the map that it opens on.

import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import type { RequestContext } from '../server/request-context.ts'
import { sendBytes } from '../server/send-answer.ts'

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
}

export const PLAIN_BRAND: ExplorerBrand = { title: 'Waypost', logo: null, view: null }

/** From the settings of the server. Throws Error as `readLogo` does. */
export function readBrand(config: {
  explorerTitle: string
  explorerLogo: string
  explorerView: readonly number[] | null
}): ExplorerBrand {
  return { title: config.explorerTitle, logo: readLogo(config.explorerLogo), view: config.explorerView }
}

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

/** The logo never changes under its name. An SVG that is opened by itself may run nothing. */
export function sendLogo(context: RequestContext, { contentType, bytes }: Logo): void {
  sendBytes(context, 200, contentType, bytes, [
    'Cache-Control',
    'public, max-age=31536000, immutable',
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  ])
}
