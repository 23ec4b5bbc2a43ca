// The picture of the map for the sheet: the line and its waypoints, drawn by the service as it is asked.

import type { Feature } from 'geojson'
import { sendQuery } from '../api/query.ts'
import { PrintMapDocument } from '../documents/generated/graphql.ts'
import { createQuery } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import type { Printed } from './print-session.ts'
import { cutLine, samplePlaces, type ShownLine } from '../line/shown-line.ts'

/** An address of the picture, with its bytes. */
export const printMap = createQuery<string>()

/** As wide as the sheet; twice the pixels for a printer: 1.9 megapixels, which cost 2 credits. */
const SIZE = { width: 950, height: 500, scale: 2, padding: 36 }
/** Points of the line to send; on paper, more would look the same. */
const MOST_POINTS = 4000

export function askPrintMap({ facts, marks }: Printed): void {
  const { line } = facts
  const features: Feature[] = [
    {
      type: 'Feature',
      properties: { stroke: '#b3261e', 'stroke-width': 4 },
      geometry: { type: 'MultiLineString', coordinates: partsOf(line) },
    },
    ...marks.map(
      ({ at, label }): Feature => ({
        type: 'Feature',
        properties: { 'marker-color': '#1f5f4a', 'marker-label': label },
        geometry: { type: 'Point', coordinates: [at[0], at[1]] },
      }),
    ),
  ]
  const geojson = { type: 'FeatureCollection', features }
  void printMap.ask(async (stop) => {
    const { data } = await sendQuery(
      PrintMapDocument,
      { input: { ...SIZE, geojson, contours: true, language: language.peek() } },
      stop,
    )
    return `data:image/png;base64,${data.staticMap!.png!}`
  })
}

function partsOf(line: ShownLine): [number, number][][] {
  if (line.points.length <= MOST_POINTS) return cutLine(line, 0, line.lengthM)
  const { places, segments } = samplePlaces(line, MOST_POINTS, 1)
  return segments.map((start, part) => places.slice(start, segments[part + 1]))
}
