// GPX 1.1 text of a line that this service computed. Heights only where known; no times, since none were recorded.

import { escapeText } from '../../wire/markup-text.ts'

export interface GpxLine {
  name: string | null
  /** each part becomes a trkseg: [lon, lat, height or null] in degrees and metres */
  parts: readonly (readonly (readonly [lon: number, lat: number, heightM: number | null])[])[]
}

/** A whole document; names are escaped, and characters that XML does not allow are removed. */
export function writeGpx(line: GpxLine): string {
  let text =
    '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1">\n  <trk>\n'
  if (line.name !== null) text += `    <name>${toXmlText(line.name)}</name>\n`
  for (const part of line.parts) {
    text += '    <trkseg>\n'
    for (const [lon, lat, heightM] of part)
      text += `      <trkpt lat="${degrees(lat)}" lon="${degrees(lon)}">${heightM === null ? '' : `<ele>${Number(heightM.toFixed(1))}</ele>`}</trkpt>\n`
    text += '    </trkseg>\n'
  }
  return `${text}  </trk>\n</gpx>\n`
}

/** Never in exponent form, which GPX does not allow. */
const degrees = (value: number): string => String(Number(value.toFixed(6)))

/** XML cannot represent these characters, so they are removed. */
export const toXmlText = (text: string): string =>
  escapeText(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
