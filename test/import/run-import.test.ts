import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeWorkFolder } from '../../src/import/run-import.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { runImportHere, writeSampleHeights, writeSampleMap } from './sample-input.ts'

test('what a killed import of the same data folder left is gone, and that of another stays', () => {
  const work = temporaryFolder()
  const own = makeWorkFolder(work, 'data')
  const other = makeWorkFolder(work, 'other')
  for (const folder of [own, other]) writeFileSync(join(folder, 'basemap.pmtiles.nodes'), 'left')
  expect(makeWorkFolder(work, './data')).toBe(own)
  expect(readdirSync(own)).toEqual([])
  expect(readdirSync(other)).toEqual(['basemap.pmtiles.nodes'])
})

test('the temporary files of every pass lie in the folder that --work-dir names, the archives do not', async () => {
  const input = temporaryFolder()
  const dataDir = temporaryFolder()
  const work = temporaryFolder()
  const seen = { work: new Set<string>(), building: new Set<string>() }
  const look = setInterval(() => {
    for (const name of readdirSync(work, { recursive: true })) seen.work.add(basename(String(name)))
    const building = join(dataDir, 'building')
    if (existsSync(building))
      for (const name of readdirSync(building, { recursive: true })) seen.building.add(basename(String(name)))
  }, 1)
  const map = writeSampleMap(input)
  const words = ['--dem', writeSampleHeights(input), '--name', 'x', '--data', dataDir, '--work-dir', work]
  const { status } = await runImportHere([map, ...words])
  clearInterval(look)
  expect(status).toBe(0)
  const archives = ['basemap.pmtiles', 'terrain.pmtiles', 'contours.pmtiles']
  expect([...seen.work]).toEqual(expect.arrayContaining(archives.map((name) => `${name}.tiles`)))
  expect([...seen.building]).toEqual(expect.arrayContaining(archives))
  expect([...seen.building].filter((name) => /\.(tiles|nodes|features|by-)/.test(name))).toEqual([])
})

test('an import leaves nothing in the folder that --work-dir names, whether it succeeds or fails', async () => {
  const input = temporaryFolder()
  const dataDir = temporaryFolder()
  const work = join(temporaryFolder(), 'deep', 'work')
  mkdirSync(work, { recursive: true })
  const run = (map: string) =>
    runImportHere([map, '--dem', writeSampleHeights(input), '--name', 'x', '--data', dataDir, '--work-dir', work])
  expect((await run(writeSampleMap(input))).status).toBe(0)
  expect(readdirSync(work)).toEqual([])
  writeFileSync(join(input, 'bad.osm.pbf'), 'no map')
  expect((await run(join(input, 'bad.osm.pbf'))).status).toBe(1)
  expect(readdirSync(work)).toEqual([])
  expect(existsSync(join(dataDir, 'live.json'))).toBe(true)
})

test.each(['--core', 'a damaged map'])('a refused import of a new region leaves no folder: %s', async (why) => {
  const input = temporaryFolder()
  const dataDir = join(temporaryFolder(), 'data')
  const map = writeSampleMap(input)
  if (why !== '--core') writeFileSync(map, readFileSync(map).fill(0x55, 200, 300))
  const words = ['--dem', writeSampleHeights(input), '--name', 'x', '--region', 'one', '--data', dataDir]
  const { status } = await runImportHere([map, ...words, ...(why === '--core' ? ['--core', '5,5,6,6'] : [])])
  expect(status).toBe(1)
  expect(existsSync(dataDir)).toBe(false)
})
