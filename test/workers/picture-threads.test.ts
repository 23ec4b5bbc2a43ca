import { afterEach, describe, expect, test } from 'vitest'
import type { MapDrawing } from '../../src/map/picture/map-drawing.ts'
import {
  type PictureThreads,
  type PictureThreadsOptions,
  createPictureThreads,
} from '../../src/workers/picture-threads.ts'
import { makeSampleMap, sampleDrawing } from '../map/picture/sample-map.ts'

let pool: PictureThreads
let faults: string[] = []
const open = (more: Partial<PictureThreadsOptions> = {}) => {
  faults = []
  pool = createPictureThreads({
    threads: 1,
    maxQueued: 2,
    tileCacheBytes: 1e7,
    onFault: (event) => faults.push(event),
    workerUrl: new URL('./fake-picture-thread.ts', import.meta.url),
    ...more,
  })
  return pool
}
/** A large picture: there is one thread for it. */
const job = (language: string, width = 2048) =>
  ({ language, width, height: 2048, scale: 1, shapes: [] as MapDrawing['shapes'] }) as MapDrawing
const soon = (ms = 5000) => ({ signal: AbortSignal.timeout(ms) })
afterEach(() => pool.close())

describe('the map pool', () => {
  test('draws one after the other and answers each', async () => {
    open()
    expect(
      (
        await Promise.all([
          pool.run('picture', job('a'), soon()),
          pool.run('picture', job('spin20'), soon()),
          pool.run('picture', job('b'), soon()),
        ])
      ).map((png) => [...png]),
    ).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ])
    expect(faults).toEqual([])
  })

  test('a failure of the thread arrives as it was thrown', async () => {
    open()
    await expect(pool.run('picture', job('fail'), soon())).rejects.toMatchObject({
      code: 'artifacts_missing',
      message: 'no basemap',
    })
  })

  test('refuses what it cannot queue', async () => {
    open()
    const running = [
      pool.run('picture', job('spin300'), soon()),
      pool.run('picture', job('a'), soon()),
      pool.run('picture', job('b'), soon()),
    ]
    await expect(pool.run('picture', job('c'), soon())).rejects.toMatchObject({ code: 'busy', retryAfterS: 2 })
    await Promise.all(running)
  })

  test('a caller who leaves is answered at once, and the thread is free for the next', async () => {
    open()
    const leaver = new AbortController()
    const begunMs = performance.now()
    const left = pool.run('picture', job('spin60000'), { signal: leaver.signal })
    const waiting = pool.run('picture', job('a'), { signal: leaver.signal })
    setTimeout(() => leaver.abort(), 50)
    await expect(left).rejects.toMatchObject({ code: 'busy' })
    await expect(waiting).rejects.toMatchObject({ code: 'busy' })
    await pool.run('picture', job('b'), soon(20_000))
    expect(performance.now() - begunMs).toBeLessThan(30_000)
    await expect(pool.run('picture', job('c'), { signal: leaver.signal })).rejects.toMatchObject({
      code: 'busy',
    })
  })

  test('past its time limit a picture is given up', async () => {
    open()
    await expect(pool.run('picture', job('spin60000'), soon(80))).rejects.toMatchObject({ code: 'busy' })
    await pool.run('picture', job('a'), soon(20_000))
  })

  test('a thread that does not stop is ended, and the next picture has a new one', async () => {
    open({ stopWithinMs: 100 })
    await expect(pool.run('picture', job('hang'), soon(80))).rejects.toMatchObject({ code: 'busy' })
    expect([...(await pool.run('picture', job('a'), soon(20_000)))]).toEqual([1, 2, 3])
    expect(faults).toEqual(['a picture thread did not stop and was ended'])
  })

  test('a crash fails its own picture only', async () => {
    open()
    const crashing = pool.run('picture', job('crash'), soon(20_000))
    const next = pool.run('picture', job('a'), soon(20_000))
    await expect(crashing).rejects.toMatchObject({ code: 'internal' })
    expect([...(await next)]).toEqual([1, 2, 3])
    expect(faults).toContain('a picture thread ended')
  })

  test('closing answers the jobs that wait', async () => {
    open()
    const waiting = [pool.run('picture', job('spin60000'), soon()), pool.run('picture', job('a'), soon())].map((one) =>
      one.catch((error: { code: string }) => error.code),
    )
    await pool.close()
    expect(await Promise.all(waiting)).toEqual(['busy', 'busy'])
  })

  test('a small picture does not wait behind large ones', async () => {
    open()
    const large = Promise.allSettled([
      pool.run('picture', job('spin60000'), soon()),
      pool.run('picture', job('a'), soon()),
    ])
    expect([...(await pool.run('picture', job('b', 512), soon()))]).toEqual([1, 2, 3])
    expect(pool.state).toMatchObject({ running: 1, queued: 1 })
    await pool.close()
    expect((await large).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('the real thread draws a PNG, and says what it cannot read', async () => {
    const map = await makeSampleMap()
    open({ workerUrl: undefined })
    const png = await pool.run('picture', sampleDrawing(map), soon(20_000))
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
    const drawing = sampleDrawing(map)
    await expect(
      pool.run(
        'picture',
        { ...drawing, sources: { ...drawing.sources, basemap: `${map.folder}/gone.pmtiles` } },
        soon(20_000),
      ),
    ).rejects.toMatchObject({ code: 'artifacts_missing', message: expect.stringContaining('gone.pmtiles') })
    await expect(
      pool.run('picture', { ...drawing, sources: { ...drawing.sources, basemap: map.terrain } }, soon(20_000)),
    ).rejects.toMatchObject({ code: 'artifacts_missing' })
  })
})
