// The request to a drawing thread, as plain data: a box or shapes to fit, a size, what to draw, and the release files
// to draw from. Already checked: the only text from a caller is names, labels and parsed colours.

import type { Box } from '../../geo/lon-lat.ts'
import type { FilePlace } from '../../releases/release-info.ts'
import type { DrawnShape } from './read-geojson.ts'

export interface MapDrawing {
  /** may cross the antimeridian (west above east) */
  box: Box
  /** margin around the box, CSS pixels */
  paddingPx: number
  maxZoom: number
  width: number
  height: number
  scale: 1 | 2
  shapes: DrawnShape[]
  contours: boolean
  language: string | null
  /** a warm-up: its tiles are not kept */
  isTrial?: boolean
  sources: MapSources
}

/** Where archives are read; null if it is not to be drawn. */
export interface MapSources {
  basemap: FilePlace
  terrain: FilePlace | null
  contours: FilePlace | null
  /** texts to show in the picture */
  attributions: string[]
}
