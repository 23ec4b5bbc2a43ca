// The real GPX files that tests run over, where they are present, and a generator of GPX texts that no program would
// write twice the same: indentation, line ends, quoting, comments, CDATA, prefixes and extensions vary.

import fc from 'fast-check'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { latitude } from '../support/arbitraries.ts'

const ROOT = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../shared/data')

export const hasRealData = existsSync(join(ROOT, 'gpx/odd'))

/** `[name, path]` of every GPX file in a folder of the real data; empty where it is absent. */
export function listGpxFiles(...folders: string[]): [name: string, path: string][] {
  return folders.flatMap((folder) => {
    const at = join(ROOT, folder)
    return existsSync(at)
      ? readdirSync(at)
          .filter((name) => name.endsWith('.gpx'))
          .sort()
          .map((name): [string, string] => [`${folder}/${name}`, join(at, name)])
      : []
  })
}

export const readText = (path: string): string => readFileSync(path, 'utf8')

const anyNumber = fc.oneof(
  latitude.map((n) => n.toFixed(6)),
  fc.constantFrom('1', '2.50', '-0.0', '45.1', '', 'abc', '91', '1e1', ' 7 ', '200', '0x1F', '4,5'),
)

const point = fc.record({
  lat: anyNumber,
  lon: anyNumber,
  quote: fc.constantFrom('"', "'"),
  order: fc.boolean(),
  ele: fc.option(fc.constantFrom('1', '1.0', '2', ' 3 ', '<![CDATA[4]]>', 'x', '')),
  time: fc.option(fc.constantFrom('2024-01-01T00:00:00Z', '', 'never')),
  extra: fc.constantFrom(
    '',
    '<!-- <trkpt> -->',
    '<name>a &amp; b</name>',
    '<cmt><![CDATA[<trkpt lat="1" lon="1"/>]]></cmt>',
    '<extensions><x:hr>90</x:hr><time>5</time></extensions>',
    '<extensions/>',
  ),
  after: fc.constantFrom('', '<!--c-->', '<?pi x?>'),
  selfClosing: fc.boolean(),
})

/** GPX texts with broken and repeated points among good ones. */
export const gpxText = fc
  .record({
    bom: fc.boolean(),
    eol: fc.constantFrom('\n', '\r\n', '', '\r'),
    indent: fc.constantFrom('', '  ', '\t'),
    prefix: fc.constantFrom('', 'g:'),
    segments: fc.array(
      fc.record({
        kind: fc.constantFrom('trk', 'rte', 'wpt'),
        points: fc.array(point, { maxLength: 8 }),
        twice: fc.boolean(),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ bom, eol, indent, prefix: p, segments }) => {
    let text = `${bom ? '\ufeff' : ''}<?xml version="1.0"?>${eol}<${p}gpx version="1.1"${p === '' ? '' : ' xmlns:g="http://www.topografix.com/GPX/1/1"'} xmlns:x="y">${eol}`
    text += `${indent}<${p}metadata><${p}time>2024-01-01T00:00:00Z</${p}time></${p}metadata>${eol}`
    for (const { kind, points, twice } of segments) {
      const name = kind === 'wpt' ? 'wpt' : `${kind}pt`
      if (kind === 'trk') text += `<${p}trk><${p}trkseg>${eol}`
      if (kind === 'rte') text += `<${p}rte>${eol}`
      for (const point of points.flatMap((one) => (twice ? [one, one] : [one]))) {
        const { quote: q } = point
        const attributes = [`lat=${q}${point.lat}${q}`, `lon=${q}${point.lon}${q}`]
        if (point.order) attributes.reverse()
        text += `${indent}${indent}<${p}${name} ${attributes.join(' ')}`
        if (point.selfClosing) text += `/>${point.after}${eol}`
        else {
          text += `>${eol}`
          if (point.ele !== null) text += `${indent}<${p}ele>${point.ele}</${p}ele>${eol}`
          if (point.time !== null) text += `${indent}<${p}time>${point.time}</${p}time>${eol}`
          text += `${point.extra.replace(/<(\/?)(name|cmt|extensions|time)/g, `<$1${p}$2`)}${eol}</${p}${name}>${point.after}${eol}`
        }
      }
      if (kind === 'trk') text += `</${p}trkseg></${p}trk>${eol}`
      if (kind === 'rte') text += `</${p}rte>${eol}`
    }
    return `${text}</${p}gpx>${eol}`
  })
