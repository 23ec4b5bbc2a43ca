// What the map tiles of Andorra cost: time of the basemap and of the contours alone, one after the other, each in the
// middle of ROUNDS, sizes of the archives, features by layer and the largest tile of each zoom.
//   node test/bench/basemap.bench.ts

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { buildBasemap } from '../../src/map/tiles/build-basemap.ts'
import { buildContours } from '../../src/map/tiles/build-contours.ts'
import { openRangeSource } from '../../src/import/open-range-source.ts'
import { openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { openPbfFiles } from '../../src/osm/read-pbf.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { listTiles, tileRanges } from '../../src/storage/archive/tile-ranges.ts'

const ROUNDS = 3
const REAL = process.env.REAL_DATA_DIR ?? join(import.meta.dirname, '../../../shared/data')
const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
const seconds = (timesMs: number[]) =>
  `${(timesMs.sort((a, b) => a - b)[Math.floor(timesMs.length / 2)] / 1000).toFixed(2)} s`
try {
  const source = await openPbfFile(join(REAL, 'andorra/andorra-2025-01-19.osm.pbf'))
  const dem = await openDem(['N42E001.hgt', 'N41E001.hgt'].map((name) => join(REAL, 'andorra', name)))
  const times = { basemap: [] as number[], contours: [] as number[] }
  const paths = { basemap: join(folder, 'basemap.pmtiles'), contours: join(folder, 'contours.pmtiles') }
  for (let round = 0; round < ROUNDS; round++) {
    const files = await openPbfFiles([source])
    const box = files[0].header.bbox!
    let started = performance.now()
    const basemap = await buildBasemap(files, box, paths.basemap, {
      attribution: 'bench',
      sourceTs: null,
      standings: new Map(),
    })
    times.basemap.push(performance.now() - started)
    started = performance.now()
    const contours = await buildContours(dem, box, paths.contours, { attribution: null })
    times.contours.push(performance.now() - started)
    if (round < ROUNDS - 1) continue
    console.log(
      `features: ${[...basemap.kept].map(([layer, count]) => `${layer} ${count}`).join(', ')}; contour lines ${contours!.lines}`,
    )
    for (const [name, path] of Object.entries(paths)) {
      const { source: archiveSource, close } = await openRangeSource(path)
      const archive = new PMTiles(archiveSource)
      const { minZoom, maxZoom, numAddressedTiles } = await archive.getHeader()
      const largest: string[] = []
      for (const [z, range] of tileRanges(box, minZoom, maxZoom).entries()) {
        if (range === undefined) continue
        let most = 0
        for (const [x, y] of listTiles(range))
          most = Math.max(most, (await archive.getZxy(z, x, y))?.data.byteLength ?? 0)
        largest.push(`z${z} ${Math.round(most / 1024)}`)
      }
      console.log(
        `${name}: ${seconds(times[name as keyof typeof times])}, ${(statSync(path).size / 1024 ** 2).toFixed(1)} MB, ${numAddressedTiles} tiles; largest tile unpacked, KB: ${largest.join(', ')}`,
      )
      await close()
    }
  }
  console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
  await dem.close()
  await source.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
