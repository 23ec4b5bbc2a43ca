import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPasses } from '../../src/import/finished-passes.ts'
import type { TaskLane } from '../../src/import/run-tasks.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { writeSampleHeights, writeSampleMap } from './sample-input.ts'

const input = temporaryFolder()
const map = writeSampleMap(input)
const heights = writeSampleHeights(input)

/** A folder to import in, and a lane whose pass writes how often it ran. */
function makeBuilding() {
  const building = temporaryFolder()
  const [folder, recordFolder] = [join(building, 'release'), join(building, 'passes')]
  mkdirSync(folder)
  let runs = 0
  const lane = {
    run(_name: string, { outPath }: { outPath: string }) {
      writeFileSync(outPath, `run ${++runs}`, { flag: 'wx' })
      return Promise.resolve({ runs, byName: new Map([['a', [1, null]]]) })
    },
  } as unknown as TaskLane
  const kept: string[] = []
  const open = () => openPasses({ folder, recordFolder, onKept: (name) => kept.push(name) }).over(lane)
  const order = { mapPaths: [map], demPaths: [heights], outPath: join(folder, 'network.bin'), workFolder: folder }
  return { folder, recordFolder, kept, open, order, text: () => readFileSync(order.outPath, 'utf8') }
}

test('a finished pass is kept with its result for the same input, wherever its temporary files lie', async () => {
  const { kept, open, order, text } = makeBuilding()
  const first = await open().run('network', order)
  const again = await open().run('network', { ...order, workFolder: '/elsewhere' })
  expect(again).toEqual(first)
  expect([text(), kept]).toEqual(['run 1', ['network']])
})

test('a pass is repeated for other options, other heights, or a map file that was written again', async () => {
  const { kept, open, order, text } = makeBuilding()
  const box = { box: [1, 42, 2, 43] as const, attribution: 'a' }
  await open().run('terrain', { ...order, ...box } as never)
  await open().run('terrain', { ...order, ...box, attribution: 'b' } as never)
  expect(text()).toBe('run 2')
  const folder = temporaryFolder()
  const own = { ...order, ...box, demPaths: [folder] } as never
  writeSampleHeights(folder)
  await open().run('terrain', own)
  expect(text()).toBe('run 3')
  writeSampleHeights(folder, 'N42E002.hgt')
  await open().run('terrain', own)
  expect(text()).toBe('run 4')
  utimesSync(map, new Date(), new Date(1_700_000_000_000))
  await open().run('terrain', own)
  expect([text(), kept]).toEqual(['run 5', []])
})

test('what no record names is deleted', async () => {
  const { folder, recordFolder, open, order } = makeBuilding()
  await open().run('network', order)
  writeFileSync(join(folder, 'basemap.pmtiles.nodes'), 'half')
  writeFileSync(join(recordFolder, 'terrain.pass.new'), 'half')
  writeFileSync(join(recordFolder, 'catalogue.pass'), 'half')
  open()
  expect([readdirSync(folder), readdirSync(recordFolder)]).toEqual([['network.bin'], ['network.pass']])
})

test('a file that was cut is no finished pass', async () => {
  const { folder, kept, open, order, text } = makeBuilding()
  await open().run('network', order)
  truncateSync(order.outPath, 3)
  const lane = open()
  expect(existsSync(join(folder, 'network.bin'))).toBe(false)
  await lane.run('network', order)
  expect([text(), kept]).toEqual(['run 2', []])
})
