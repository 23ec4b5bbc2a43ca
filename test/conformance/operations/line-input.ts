// What every operation that takes a line refuses: sections 4.6 to 4.11 and 8, decision `errors`.

import { refused, refuses, takes } from '../checks.ts'
import { gpxOf, lineString, thinned, toAndFro, walkedOver } from '../lines.ts'
import type { Known } from '../known.ts'
import { type Case, post } from '../operation.ts'

export interface LineLimits {
  section: string
  /** members beside the line that make a sound request */
  beside?: (known: Known) => object
  points: number
  km: number
  onePart?: true
}

export function lineCases(path: string, { section, beside = () => ({}), points, km, onePart }: LineLimits): Case[] {
  const ask =
    (line: (known: Known) => object): Case['ask'] =>
    (known) =>
      post(path, { ...line(known), ...beside(known) })
  const manyPoints = (count: number) => ask((known) => ({ geometry: lineString(toAndFro(known.ends[0], count)) }))
  const long = (metres: number) =>
    ask((known) => ({ geometry: lineString(walkedOver(thinned(known.line, 30), metres)) }))
  const name = points.toLocaleString('en')
  const parts = ask((known) => {
    const half = Math.floor(known.line.length / 2)
    return { geometry: { type: 'MultiLineString', coordinates: [known.line.slice(0, half), known.line.slice(half)] } }
  })
  return [
    takes(section, `${name} points`, manyPoints(points)),
    refuses(section, `one point more than ${name}`, manyPoints(points + 1), refused(413, 'too_many_points')),
    // lengths on the sphere and on the ellipsoid differ by up to 0.6 %
    takes(section, `a line just under ${km} km`, long(km * 993), ['too_long']),
    refuses(section, `a line just over ${km} km`, long(km * 1007), refused(422, 'too_long')),
    refuses(
      section,
      'a file and a geometry at once',
      ask((known) => ({ gpx: gpxOf([known.line]), geometry: lineString(known.line) })),
      refused(400, 'both_inputs'),
    ),
    refuses(
      section,
      'neither a file nor a geometry',
      ask(() => ({})),
      refused(400, 'no_input'),
    ),
    refuses(
      section,
      'a file that is no GPX',
      ask(() => ({ gpx: '<kml></kml>' })),
      refused(400, 'invalid_gpx'),
    ),
    refuses(
      section,
      'a geometry that is no line',
      ask((known) => ({ geometry: { type: 'Point', coordinates: known.ends[0] } })),
      { status: 400, names: 'geometry' },
    ),
    onePart === true
      ? refuses(section, 'a line of two parts', parts, refused(422, 'one_part_only'))
      : takes(section, 'a line of two parts', parts),
  ]
}
