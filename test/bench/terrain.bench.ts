// What a terrain tile costs an import: processor time to fit its pixels, to pack and to encode them, and its size, by
// steps of height and by how long the encoder looks for what repeats. Tiles of Andorra's deepest zoom, or of other
// height files; the least of ROUNDS.
//   npm run bench -- terrain [FOLDER]

import { join } from 'node:path'
import sharp from 'sharp'
import { encodeWebpTile, toTerrariumPixels } from '../../src/terrain/height-tile.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { listTiles, tileRanges } from '../../src/storage/archive/tile-ranges.ts'
import {
  fitTile,
  ARTIFACT_TILE_PX as SIZE,
  artifactZoom,
  STEPS_PER_M,
} from '../../src/terrain/write-terrain-artifact.ts'

const ROUNDS = 5
const TILES = 12
const REAL = process.env.REAL_DATA_DIR ?? join(import.meta.dirname, '../../../shared/data')

/** Processor time for each of `count` things, in milliseconds. */
async function cost(count: number, work: () => Promise<void>): Promise<number> {
  let leastMs = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    leastMs = Math.min(leastMs, (user + system) / 1000 / count)
  }
  return leastMs
}

const dem = await openDem([process.argv[3] ?? join(REAL, 'andorra')])
const z = artifactZoom(dem)
const places = [...listTiles(tileRanges(dem.bbox, z, z)[z])]
const every = Math.max(1, Math.floor(places.length / TILES))
const chosen = places.filter((_, i) => i % every === Math.floor(every / 2)).slice(0, TILES)
const tiles: Float32Array[] = []
for (const [x, y] of chosen) {
  const heights = await fitTile(dem, z, x, y, SIZE)
  if (heights !== null) tiles.push(heights)
}
const fitMs = await cost(chosen.length, async () => {
  for (const [x, y] of chosen) await fitTile(dem, z, x, y, SIZE)
})
let packed: Uint8Array[] = []
const packMs = await cost(tiles.length, async () => {
  packed = tiles.map((heights) => toTerrariumPixels(heights, STEPS_PER_M))
})
const encodeMs = await cost(tiles.length, async () => {
  for (const pixels of packed) await encodeWebpTile(pixels, SIZE, 1)
})
console.log(
  `z${z}, ${tiles.length} tiles: fit ${fitMs.toFixed(1)} ms a tile, pack ${packMs.toFixed(1)}, encode ${encodeMs.toFixed(0)}`,
)
for (const stepsPerM of [16, 8]) {
  const pixels = tiles.map((heights) => toTerrariumPixels(heights, stepsPerM))
  for (const quality of [80, 30, 20]) {
    let bytes = 0
    const ms = await cost(tiles.length, async () => {
      bytes = 0
      for (const one of pixels) {
        const image = sharp(one, { raw: { width: SIZE, height: SIZE, channels: 3 } })
        bytes += (await image.webp({ lossless: true, exact: true, effort: 1, quality }).toBuffer()).length
      }
    })
    const kb = (bytes / tiles.length / 1000).toFixed(1)
    console.log(`steps of 1/${stepsPerM} m, search ${quality}: ${ms.toFixed(0)} ms, ${kb} KB a tile`)
  }
}
await dem.close()
