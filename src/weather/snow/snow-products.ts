// What a number in a snow raster means, for each product: a measurement, or unknown with its reason. Only values that
// the product documents as measurements count; everything else, undocumented codes included, is unknown. Sources:
// Copernicus HR-S&I and HR-WSI product manuals (FSC, GFSC), NSIDC MOD10A1 and MOD10A1F v6.1 user guides. A code never
// becomes a measurement: water, cloud and night are not "no snow".

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { english } from '../../language/catalogue-files.ts'
import { say } from '../../language/sentence.ts'
import type { StoredAttribution } from '../../releases/attribution.ts'
import { roundTo } from '../../wire/numbers.ts'
import type { SnowInfo } from './snow-types.ts'

export type SnowProduct = SnowInfo['product']

export const SNOW_PRODUCTS: readonly SnowProduct[] = ['gfsc', 'fsc', 'mod10a1', 'cgf', 'fraction']

/** Why a point is unknown. */
export const SNOW_REASONS = [
  'no_observation', // no raster is published
  'outside_raster',
  'no_data', // no data, fill or missing: nothing was measured here
  'cloud',
  'night',
  'inland_water', // not land: neither snow nor clear
  'ocean',
  'no_decision',
  'saturated', // the sensor was saturated
  'undocumented_code', // a number not defined by the product
  'partial_cover', // between clear and snow
  'age_unknown',
  'too_old', // older than MAX_SNOW_AGE_H
  'in_future', // dated later than this clock
] as const
export type SnowReason = (typeof SNOW_REASONS)[number]

export type SnowReading =
  | { kind: 'cover'; coverPct: number }
  | { kind: 'ndsi'; ndsi: number }
  | { kind: 'unknown'; reason: SnowReason }

export type SnowClass = 'snow' | 'clear' | 'unknown'

const COPERNICUS_CODES: ReadonlyMap<number, SnowReason> = new Map([
  [205, 'cloud'],
  [210, 'inland_water'],
  [255, 'no_data'],
])
const MODIS_CODES: ReadonlyMap<number, SnowReason> = new Map([
  [200, 'no_data'],
  [201, 'no_decision'],
  [211, 'night'],
  [237, 'inland_water'],
  [239, 'ocean'],
  [250, 'cloud'],
  [254, 'saturated'],
  [255, 'no_data'],
])

interface ProductRule {
  title: string
  kind: 'cover' | 'ndsi'
  codes: ReadonlyMap<number, SnowReason>
  /** stored numbers are integers; otherwise a share 0..1 */
  coded: boolean
  attribution: StoredAttribution
}

const COPERNICUS = {
  text: 'Contains modified Copernicus Land Monitoring Service snow and ice data',
  licence: 'Copernicus free, full and open data policy',
  url: 'https://land.copernicus.eu/',
}
const NSIDC = {
  text: 'MODIS snow cover, NASA National Snow and Ice Data Center DAAC',
  licence: null,
  url: 'https://nsidc.org/',
}

export const SNOW_PRODUCT_RULES: Readonly<Record<SnowProduct, ProductRule>> = {
  gfsc: {
    title: 'Gap-filled fractional snow cover (Copernicus GFSC)',
    kind: 'cover',
    codes: COPERNICUS_CODES,
    coded: true,
    attribution: COPERNICUS,
  },
  fsc: {
    title: 'Fractional snow cover (Copernicus FSC)',
    kind: 'cover',
    codes: COPERNICUS_CODES,
    coded: true,
    attribution: COPERNICUS,
  },
  mod10a1: {
    title: 'NDSI snow cover (MODIS MOD10A1, MYD10A1 v6.1)',
    kind: 'ndsi',
    codes: MODIS_CODES,
    coded: true,
    attribution: NSIDC,
  },
  cgf: {
    title: 'Cloud-gap-filled NDSI snow cover (MODIS MOD10A1F, MYD10A1F v6.1)',
    kind: 'ndsi',
    codes: MODIS_CODES,
    coded: true,
    attribution: NSIDC,
  },
  fraction: {
    title: 'Fractional snow cover as a share 0..1',
    kind: 'cover',
    codes: new Map(),
    coded: false,
    attribution: { text: english.render(say('source.snow_file')), licence: null, url: null },
  },
}

/**
 * The meaning of one stored number; null is a pixel that the file declares as no data. Coded products measure in
 * integers 0..100, `fraction` in shares 0..1. Pure; never throws.
 */
export function readSnowValue(product: SnowProduct, value: number | null): SnowReading {
  if (value === null || Number.isNaN(value)) return { kind: 'unknown', reason: 'no_data' }
  const rule = SNOW_PRODUCT_RULES[product]
  if (!rule.coded)
    return value >= 0 && value <= 1
      ? { kind: 'cover', coverPct: roundTo(value * 100, 1e4) }
      : { kind: 'unknown', reason: 'undocumented_code' }
  const reason = rule.codes.get(value)
  if (reason !== undefined) return { kind: 'unknown', reason }
  if (!Number.isInteger(value) || value < 0 || value > 100) return { kind: 'unknown', reason: 'undocumented_code' }
  return rule.kind === 'ndsi' ? { kind: 'ndsi', ndsi: value } : { kind: 'cover', coverPct: value }
}

/**
 * Decision `snow`: cover of at least 50 % or NDSI of at least 40 is snow; at most 10 of either is clear; anything
 * in between is unknown.
 */
export function classifySnow(reading: SnowReading): { class: SnowClass; reason: SnowReason | null } {
  if (reading.kind === 'unknown') return { class: 'unknown', reason: reading.reason }
  const value = reading.kind === 'cover' ? reading.coverPct : reading.ndsi
  if (value >= (reading.kind === 'cover' ? 50 : 40)) return { class: 'snow', reason: null }
  if (value >= 0 && value <= 10) return { class: 'clear', reason: null }
  return { class: 'unknown', reason: 'partial_cover' }
}

export const SNOW_FOLDER = 'snow'
export const SNOW_POINTER = 'live.json'
export const SNOW_MANIFEST = 'manifest.json'
export const SNOW_FILE = 'snow.tif'
export const SNOW_AGES_FILE = 'ages.tif'

export interface SnowManifest extends Omit<SnowInfo, 'promotedAt' | 'attribution'> {
  schema: 'waypost-snow/1'
  attribution: StoredAttribution
  hasAges: boolean
}
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

/**
 * The files of a published snow raster: DATA_DIR/snow/<id>/ holds its data and manifest.json and never changes;
 * DATA_DIR/snow/live.json names the live one. Both JSON files are checked when read; no name in them is trusted.
 */
export function readSnowManifest(dataDir: string, snowId: string): SnowManifest {
  const read = manifest.parse(JSON.parse(readFileSync(join(dataDir, SNOW_FOLDER, snowId, SNOW_MANIFEST), 'utf8')))
  if (read.id !== snowId) throw new Error(`the manifest in ${snowId} is that of ${read.id}`)
  return read
}
