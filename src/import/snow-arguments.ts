// The command line of `npm run snow`.

import { COMMON_HELP, readCommandLine } from '../config/command-line.ts'
import { VARIABLES } from '../config/variables.ts'
import { ServiceError } from '../errors.ts'
import { SNOW_PRODUCTS, type SnowProduct } from '../weather/snow/snow-products.ts'

export const SNOW_HELP = `Checks a snow raster and makes it the observed snow of the server.

  npm run snow -- FILE.tif --product PRODUCT [options]

  FILE.tif          GeoTIFF in degrees, Web Mercator or any UTM zone, one band, the product's own numbers
  --product NAME    gfsc, fsc (Copernicus snow cover, per cent), mod10a1, cgf (MODIS NDSI), fraction (shares 0..1)
  --observed ISO    time of the observation, e.g. 2026-02-01T10:30:00Z; without --ages, the OLDEST time of any pixel.
                    Default: the date in a Copernicus or MODIS file name; without one, every point is unknown.
  --ages FILE.tif   age of each pixel on the same grid: cgf: days since it was seen (Cloud_Persistence); gfsc: seconds since 1970 (AT)
  --attribution T   whom to credit, if the product's default text is not right
${COMMON_HELP}

A running server takes it up without a restart. If anything goes wrong, nothing is published.`

export interface SnowArguments {
  path: string
  product: SnowProduct
  observedMs: number | null
  agesPath: string | null
  attribution: string | null
  dataDir: string
}

const OPTIONS = {
  product: { type: 'string' },
  observed: { type: 'string' },
  ages: { type: 'string' },
  attribution: { type: 'string' },
} as const

/** Returns null if help is requested. Throws ServiceError `invalid_input`. */
export function parseSnowArguments(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): SnowArguments | null {
  const { values, positionals } = readCommandLine('snow', argv, OPTIONS)
  if (values.help === true) return null
  if (positionals.length !== 1 || positionals[0] === '')
    throw mistake('Name one snow raster, e.g. npm run snow -- FILE.tif --product gfsc.')
  const product = SNOW_PRODUCTS.find((name) => name === values.product)
  if (product === undefined)
    throw mistake(
      `Add --product with one of ${SNOW_PRODUCTS.join(', ')}: the numbers in the file mean something else in each.`,
    )
  let observedMs: number | null = null
  if (values.observed !== undefined) {
    observedMs = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(values.observed)
      ? Date.parse(values.observed)
      : NaN
    if (!Number.isFinite(observedMs))
      throw mistake(
        `--observed is "${values.observed.slice(0, 40)}": expected a date or a moment with its offset, e.g. 2026-02-01T10:30:00Z.`,
      )
  }
  if (values.ages !== undefined && product !== 'cgf' && product !== 'gfsc')
    throw mistake(`--ages belongs to cgf and gfsc; a pixel of ${product} is as old as its file.`)
  return {
    path: positionals[0],
    product,
    observedMs,
    agesPath: values.ages ?? null,
    attribution: values.attribution?.trim() || null,
    dataDir: values.data ?? (environment.DATA_DIR?.trim() || VARIABLES.dataDir.fallback),
  }
}

export function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}
