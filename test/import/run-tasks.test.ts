import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProgress } from '../../src/import/progress-bar.ts'
import { createTaskRunner } from '../../src/import/run-tasks.ts'
import { runTaskHere } from '../../src/import/import-tasks.ts'
import { writeSampleHeights, writeSampleMap } from './sample-input.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-tasks-'))
const map = writeSampleMap(folder)
const heights = writeSampleHeights(folder)
/** The size of a map that is imported in threads. */
const LARGE_BYTES = 20_000_000
const quiet = () => createProgress({ write: () => true })

test('a task in a thread writes the same bytes and gives the same result as here', async () => {
  const progress = quiet()
  const runner = createTaskRunner(LARGE_BYTES, folder, progress)
  expect(runner.threaded).toBe(true)
  const input = (name: string) => ({
    mapPaths: [map],
    demPaths: [heights],
    workFolder: folder,
    outPath: join(folder, name),
  })
  const there = await runner.lane().run('network', input('there.bin'))
  const here = await runTaskHere('network', input('here.bin'), quiet())
  expect({ ...there, report: { ...there.report, stageMs: null } }).toEqual({
    ...here,
    report: { ...here.report, stageMs: null },
  })
  expect(readFileSync(join(folder, 'there.bin'))).toEqual(readFileSync(join(folder, 'here.bin')))
  expect(progress.times.map(({ stage }) => stage)).toContain('hierarchy')
})

test('a fault in a thread keeps its sentence, and one that is a bug its stack', async () => {
  const lane = createTaskRunner(LARGE_BYTES, folder, quiet()).lane()
  const input = { demPaths: [heights], workFolder: folder, outPath: join(folder, 'none.bin') }
  await expect(lane.run('network', { ...input, mapPaths: [join(folder, 'gone.osm.pbf')] })).rejects.toMatchObject({
    text: { sentence: expect.stringContaining('there is no such file. Nothing was published'), stack: null },
  })
  await expect(lane.run('network', { ...input, mapPaths: null as never })).rejects.toMatchObject({
    text: { sentence: expect.stringContaining('please report this'), stack: expect.stringContaining('.ts:') },
  })
})

test('threads that are stopped fail what they were doing', async () => {
  const runner = createTaskRunner(LARGE_BYTES, folder, quiet())
  const work = runner
    .lane()
    .run('network', { mapPaths: [map], demPaths: [heights], workFolder: folder, outPath: join(folder, 'x.bin') })
  await Promise.all([expect(work).rejects.toThrow('ended before its work'), runner.stop()])
})
