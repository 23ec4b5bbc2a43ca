// A shown line as a GPX 1.1 track: one segment per part, heights where they are known and no element where they are
// not.

import type { ShownLine } from './shown-line.ts'
import { escapeText } from '../wire/markup-text.ts'

export function toGpx(line: ShownLine, name: string): string {
  const segments = line.partStarts.map((start, part) => line.points.slice(start, line.partStarts[part + 1]))
  const point = ([lon, lat, heightM]: ShownLine['points'][number]) =>
    `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}">${heightM === null ? '' : `<ele>${heightM.toFixed(1)}</ele>`}</trkpt>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1">
<trk><name>${escapeText(name)}</name>
${segments.map((segment) => `<trkseg>\n${segment.map(point).join('\n')}\n</trkseg>`).join('\n')}
</trk>
</gpx>
`
}
