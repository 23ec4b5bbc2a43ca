// `DATA_DIRS=andorra,demo npm run bench -- large-pictures [runs]`: what the dearest pictures cost in processor time,
// warm tiles, the least of some runs: of 16.8 megapixels, and of 2, which have a thread of their own. DATA_DIRS are
// data folders, one whose name holds `andorra`, any other the demo region. A digest of the pixels tells whether two
// commits draw the same; KEEP=FOLDER keeps the pictures.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawMap } from '../../src/map/picture/draw-map.ts'
import type { MapDrawing } from '../../src/map/picture/map-drawing.ts'
import { latOfWorldY, worldY } from '../../src/geo/web-mercator.ts'
import { TileStore } from '../../src/map/picture/tile-store.ts'

const runs = Number(process.argv[3] ?? 3)
type Place = [name: string, lon: number, lat: number, zoom: number]
const PLACES: Record<string, Place[]> = {
  andorra: [
    ['valleys', 1.55, 42.54, 11],
    ['mountains', 1.52, 42.58, 12.4],
    ['a village', 1.53, 42.58, 13.5],
    ['town', 1.525, 42.507, 15.2],
    ['streets', 1.525, 42.507, 16.4],
  ],
  demo: [
    ['island', -40.445, 33.415, 12.2],
    ['a valley', -40.44, 33.42, 13.5],
    ['a town', -40.4289, 33.4711, 15],
  ],
}
for (const dir of (process.env.DATA_DIRS ?? '').split(',')) {
  const release = join(
    dir,
    'releases',
    (JSON.parse(readFileSync(join(dir, 'live.json'), 'utf8')) as { release: string }).release,
  )
  const { attributions } = JSON.parse(readFileSync(join(release, 'manifest.json'), 'utf8')) as {
    attributions: { text: string }[]
  }
  const store = new TileStore(128e6)
  const drawing = ([, lon, lat, zoom]: Place, size: number, scale: 1 | 2): MapDrawing => {
    const half = size / 512 / 2 ** zoom / 2
    const y = worldY(lat)
    return {
      box: [lon - half * 360, latOfWorldY(y + half), lon + half * 360, latOfWorldY(y - half)],
      paddingPx: 0,
      maxZoom: 20,
      width: size,
      height: size,
      scale,
      shapes: [],
      contours: true,
      language: null,
      sources: {
        basemap: join(release, 'basemap.pmtiles'),
        terrain: join(release, 'terrain.pmtiles'),
        contours: join(release, 'contours.pmtiles'),
        attributions: attributions.map(({ text }) => text),
      },
    }
  }
  const name = dir.includes('andorra') ? 'andorra' : 'demo'
  for (const [size, scale] of [
    [2048, 2],
    [1448, 1],
    [724, 2],
  ] as const) {
    for (const place of PLACES[name]) {
      const asked = drawing(place, size, scale)
      let least = Infinity
      let png: Uint8Array = new Uint8Array(0)
      for (let i = 0; i < runs; i++) {
        const before = process.cpuUsage()
        png = await drawMap(asked, store, () => {})
        const { user, system } = process.cpuUsage(before)
        least = Math.min(least, (user + system) / 1000)
      }
      const raw = await sharp(png).raw().toBuffer()
      const digest = createHash('sha1').update(raw).digest('hex').slice(0, 10)
      if (process.env.KEEP !== undefined)
        writeFileSync(join(process.env.KEEP, `${name}-${place[0].replaceAll(' ', '-')}-${size}.png`), png)
      console.log(
        `| ${name}, ${place[0]} (${place[3]}) | ${size} x ${scale} | ${least.toFixed(0)} ms | ${(png.length / 1e6).toFixed(1)} MB | ${digest} |`,
      )
    }
  }
  await store.close()
}
