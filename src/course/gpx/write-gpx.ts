// GPX 1.1 text of a line that this service made. Heights only where they are known; no times, for none were recorded.

import { escapeText } from '../../wire/markup-text.ts'

export interface GpxLine {
  name: string | null
  /** each part one trkseg: [lon, lat, height or null] in degrees and metres */
  parts: readonly (readonly (readonly [lon: number, lat: number, heightM: number | null])[])[]
}

/** A whole document; names are escaped and freed of characters that XML does not allow. */
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

/** Never in exponent form, which GPX does not know. */
const degrees = (value: number): string => String(Number(value.toFixed(6)))

/** XML has no spelling for these characters, so they are left out. */
const toXmlText = (text: string): string =>
  escapeText(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
