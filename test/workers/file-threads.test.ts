import { afterAll, expect, test } from 'vitest'
import { findRawMembers } from '../../src/wire/raw-json.ts'
import { createFileThreads } from '../../src/workers/file-threads.ts'

const engine = { name: 'waypost', version: '0', networkRelease: null, terrainRelease: null }
const faults: string[] = []
const pool = createFileThreads({ threads: 1, maxQueued: 2, onFault: (event) => faults.push(event) })
afterAll(() => pool.close())
const control = (ms = 20_000) => ({ signal: AbortSignal.timeout(ms) })
const walk = (count: number) => ({
  type: 'LineString',
  coordinates: Array.from({ length: count }, (_, i) => [
    7 + i * 1e-5,
    46 + Math.sin(i / 50) * 1e-3 + Math.sin(i / 7) * 1e-4,
  ]),
})

test('a job is answered in encoded JSON from another thread', async () => {
  const answer = await pool.run('clean', { gpx: '<gpx><wpt lat="99" lon="0"/></gpx>', engine }, control())
  expect(JSON.parse(answer.wireText)).toMatchObject({
    schema: 'gpx-clean/1',
    report: { bad_coordinates: 1 },
    gpx: '<gpx></gpx>',
  })
})

test('a file that was held goes as its bytes, which change hands, and comes back as the same file', async () => {
  const text = `<gpx><name>Zürich 😀</name><trk><trkseg>${'<trkpt lat="46" lon="7"/>\n<trkpt lat="46" lon="8"/>\n'.repeat(1000)}</trkseg></trk></gpx>`
  const bytes = Buffer.concat([Buffer.from(`{"gpx":${JSON.stringify(text)}}`), Buffer.alloc(0)])
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  const { raw: rawJson } = findRawMembers(own, ['gpx'])!
  const answer = await pool.run('clean', { gpx: rawJson['gpx'], engine }, control())
  expect(own.byteLength).toBe(0)
  expect(answer.value.gpx).toBe(text)
  // bytes that share their memory with others are copied instead
  const shared = Buffer.from(new Uint8Array(bytes.length + 10).buffer, 5, bytes.length)
  bytes.copy(shared)
  expect(
    (await pool.run('clean', { gpx: findRawMembers(shared, ['gpx'])!.raw['gpx'], engine }, control())).value.gpx,
  ).toBe(text)
  expect(shared.byteLength).toBe(bytes.length)
})

test('a refusal crosses the thread with code, words and field', async () => {
  await expect(pool.run('simplify', { gpx: '<gpx', engine }, control())).rejects.toMatchObject({
    name: 'ServiceError',
    code: 'invalid_gpx',
    inputPath: 'gpx',
    message: expect.stringContaining('line 1'),
  })
  expect(faults).toEqual([])
})

test('while a heavy job runs the main thread stays free', async () => {
  const job = pool.run('simplify', { geometry: walk(50_000), maxPoints: 300, engine }, control())
  let ticks = 0
  const tick = setInterval(() => ticks++, 1)
  const { result } = JSON.parse((await job).wireText)
  clearInterval(tick)
  expect(result.points).toBeLessThanOrEqual(300)
  expect(result.max_deviation_m).toBeLessThanOrEqual(result.proven_bound_m * 1.05)
  // on this thread not one would come through
  expect(ticks).toBeGreaterThan(20)
})

test('a job whose caller leaves or whose time is up ends, and the next is answered', async () => {
  const leaving = new AbortController()
  const left = pool.run('simplify', { geometry: walk(50_000), maxPoints: 100, engine }, { signal: leaving.signal })
  setTimeout(() => leaving.abort(), 20)
  await expect(left).rejects.toMatchObject({ code: 'busy' })
  await expect(
    pool.run('simplify', { geometry: walk(50_000), maxPoints: 100, engine }, control(5)),
  ).rejects.toMatchObject({ code: 'busy', message: expect.stringContaining('time limit') })
  expect(JSON.parse((await pool.run('clean', { gpx: '<gpx/>', engine }, control())).wireText).report.changed).toBe(
    false,
  )
  expect(faults).toEqual([])
})

test('more jobs than may wait are refused at once, those that wait are answered in turn', async () => {
  const jobs = Array.from({ length: 6 }, () => pool.run('clean', { gpx: '<gpx/>', engine }, control()))
  const settled = await Promise.allSettled(jobs)
  expect(settled.map((one) => one.status)).toEqual([...Array<string>(4).fill('fulfilled'), 'rejected', 'rejected'])
})

test('a small file is answered while a large one runs, waits, or ends its thread', async () => {
  const own = createFileThreads({
    threads: 1,
    maxQueued: 2,
    onFault: (event) => faults.push(event),
    workerUrl: new URL('../support/crashing-worker.ts', import.meta.url),
  })
  const large = own.run('clean', { gpx: `die here${' '.repeat(300_000)}`, engine }, control())
  const refused = expect(large).rejects.toMatchObject({ code: 'internal' })
  const next = own.run('clean', { gpx: ' '.repeat(300_000), engine }, control())
  const small = await own.run('clean', { gpx: '<gpx/>', engine }, control())
  expect(small.wireText).toBe('{"ok":true}')
  await refused
  expect((await next).wireText).toBe('{"ok":true}')
  expect(faults.splice(0)).toEqual(['a file thread ended'])
  await own.close()
})

test('a pool that closes answers jobs that run and jobs that wait', async () => {
  const own = createFileThreads({ threads: 1, maxQueued: 2, onFault: (event) => faults.push(event) })
  const jobs = Array.from({ length: 3 }, () =>
    own.run('simplify', { geometry: walk(50_000), maxPoints: 100, engine }, control()),
  )
  const settled = Promise.allSettled(jobs)
  await own.close()
  expect((await settled).map((one) => (one.status === 'rejected' ? one.reason.message : 'answered'))).toEqual(
    Array<string>(3).fill('The server is stopping.'),
  )
  expect(faults).toEqual([])
})
