// What the server loads when it starts, whatever is asked of it: every module takes memory and time in each process.

import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
/** Static imports and exports of values, by what they are from. */
const FROM = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm

/** The packages that loading a file brings in, directly or through what it imports. */
function packagesOf(file: string): Set<string> {
  const packages = new Set<string>()
  const seen = new Set([file])
  for (const path of seen)
    for (const [, from] of readFileSync(path, 'utf8').matchAll(FROM)) {
      if (!from.startsWith('.')) packages.add(from.split('/', from.startsWith('@') ? 2 : 1).join('/'))
      else if (/\.[cm]?[jt]s$/.test(from)) seen.add(join(dirname(path), from))
    }
  return packages
}

test('a server that starts loads no readers of GeoTIFF, projections or fonts', () => {
  const packages = packagesOf(join(ROOT, 'src/start/run-service.ts'))
  expect(packages).toContain('graphql')
  expect([...packages].filter((name) => ['geotiff', 'proj4', 'opentype.js'].includes(name))).toEqual([])
  expect(packagesOf(join(ROOT, 'src/weather/snow/snow-raster.ts'))).toContain('geotiff')
})
