// The files of a published snow raster: DATA_DIR/snow/<id>/ holds its data and manifest.json and never changes;
// DATA_DIR/snow/live.json names the live one. Both JSON files are checked when read; no name in them is trusted.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SnowInfo } from './snow-types.ts'
import { SNOW_PRODUCTS } from './snow-products.ts'

export const SNOW_FOLDER = 'snow'
export const SNOW_POINTER = 'live.json'
export const SNOW_MANIFEST = 'manifest.json'
export const SNOW_FILE = 'snow.tif'
export const SNOW_AGES_FILE = 'ages.tif'

export type SnowManifest = Omit<SnowInfo, 'promotedAt'> & { schema: 'waypost-snow/1'; hasAges: boolean }
export interface SnowPointer {
  schema: 'waypost-snow-live/1'
  snow: string
  promotedAt: string
}

const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/)
const time = z.string().refine((text) => Number.isFinite(Date.parse(text)))
const pointer = z.object({ schema: z.literal('waypost-snow-live/1'), snow: id, promotedAt: time })
const manifest = z.object({
  schema: z.literal('waypost-snow/1'),
  id,
  product: z.enum(SNOW_PRODUCTS as unknown as [SnowInfo['product']]),
  observedFrom: time.nullable(),
  observedTo: time.nullable(),
  attribution: z.object({ text: z.string(), licence: z.string().nullable(), url: z.string().nullable() }),
  bytes: z.number(),
  sha256: z.string(),
  hasAges: z.boolean(),
})

/** Throws if a file is missing or invalid. */
export function readSnowPointer(dataDir: string): SnowPointer {
  return pointer.parse(JSON.parse(readFileSync(join(dataDir, SNOW_FOLDER, SNOW_POINTER), 'utf8')))
}

export function readSnowManifest(dataDir: string, snowId: string): SnowManifest {
  const read = manifest.parse(JSON.parse(readFileSync(join(dataDir, SNOW_FOLDER, snowId, SNOW_MANIFEST), 'utf8')))
  if (read.id !== snowId) throw new Error(`the manifest in ${snowId} is that of ${read.id}`)
  return read
}
