// What is asked of a drawing thread, as plain data: a box or shapes to fit, a size, what to draw, and the files of the
// release to draw it from. Already checked: nothing here is text of a caller but names, labels and colours that were
// read.

import type { Box } from '../geo/lon-lat.ts'
import type { DrawnShape } from './read-geojson.ts'

export interface MapDrawing {
  /** may cross the antimeridian (west above east) */
  box: Box
  /** free CSS pixels on all sides of the box */
  paddingPx: number
  maxZoom: number
  width: number
  height: number
  scale: 1 | 2
  shapes: DrawnShape[]
  contours: boolean
  language: string | null
  sources: MapSources
}

/** Paths of archives; null where it is not to be drawn. */
export interface MapSources {
  basemap: string
  terrain: string | null
  contours: string | null
  /** texts to name in the picture */
  attributions: string[]
}
