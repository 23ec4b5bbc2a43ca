import { afterEach, expect, test, vi } from 'vitest'
import { openShadeThread } from '../../../src/web/shade/shade-thread.ts'
import type { ShadeAnswer, ShadeMessage } from '../../../src/web/shade/shade-worker.ts'

class FakeWorker {
  static started: FakeWorker[] = []
  readonly requested: ShadeMessage[] = []
  isEnded = false
  onmessage: (event: { data: ShadeAnswer }) => void = () => {}
  onerror: (event: { message: string; preventDefault: () => void }) => void = () => {}
  constructor() {
    FakeWorker.started.push(this)
  }
  postMessage(message: ShadeMessage): void {
    this.requested.push(message)
  }
  terminate(): void {
    this.isEnded = true
  }
}

const TILE = { archive: 'http://site/terrain.pmtiles', place: [12, 2064, 1502], picture: { kind: 'slope' } } as const
const picture = { close: () => {} } as unknown as ImageBitmap

function open() {
  FakeWorker.started = []
  vi.stubGlobal('Worker', FakeWorker)
  const thread = openShadeThread(new URL('http://site/shade-worker.js'))
  return () => {
    const stop = new AbortController()
    return { stop, drawn: thread.draw(TILE, stop.signal) }
  }
}

afterEach(() => vi.unstubAllGlobals())

test('one thread draws all tiles, also after heights that could not be read', async () => {
  const ask = open()
  expect(FakeWorker.started).toEqual([])
  const [first, second] = [ask(), ask()]
  const [worker] = FakeWorker.started
  worker.onmessage({ data: { id: 2, picture, trouble: '' } })
  worker.onmessage({ data: { id: 1, picture: null, trouble: 'no connection' } })
  await expect(first.drawn).rejects.toThrow('no connection')
  expect(await second.drawn).toBe(picture)
  void ask()
  expect(FakeWorker.started).toEqual([worker])
  expect(worker.requested).toEqual([1, 2, 3].map((id) => ({ id, requested: TILE })))
})

test('a thread that ends fails what waits for it, and the next tile starts another, even if nothing waited', async () => {
  const ask = open()
  const { drawn } = ask()
  const fail = () => FakeWorker.started.at(-1)!.onerror({ message: 'no such file', preventDefault: () => {} })
  fail()
  await expect(drawn).rejects.toThrow('no such file')
  void ask().drawn.catch(() => {})
  fail()
  const last = ask()
  expect(FakeWorker.started.map(({ isEnded }) => isEnded)).toEqual([true, true, false])
  FakeWorker.started[2].onmessage({ data: { id: 3, picture, trouble: '' } })
  expect(await last.drawn).toBe(picture)
})

test('a tile that is no longer wanted is given up in the thread, too', async () => {
  const ask = open()
  const { stop, drawn } = ask()
  stop.abort()
  await expect(drawn).rejects.toThrow('no longer wanted')
  expect(FakeWorker.started[0].requested).toEqual([
    { id: 1, requested: TILE },
    { id: 1, requested: null },
  ])
})
