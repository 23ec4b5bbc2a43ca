import { expect, test } from 'vitest'
import type { JobOptions } from '../../src/job-options.ts'
import { ServiceError } from '../../src/errors.ts'
import type { ReleaseInfo } from '../../src/releases/release-info.ts'
import type { Services } from '../../src/services.ts'
import { warmThreads } from '../../src/start/warm-threads.ts'
import type { MapDrawing } from '../../src/map/picture/map-drawing.ts'
import { EncodedAnswer } from '../../src/wire/encoded-answer.ts'
import { createPictureThreads } from '../../src/workers/picture-threads.ts'
import { makeSampleMap, SAMPLE_BOX } from '../map/picture/sample-map.ts'

const artifact = (name: string) => ({ name, version: '1', file: name, sourceTs: null, bytes: null, sha256: null })
const release = (bbox: ReleaseInfo['bbox'] = SAMPLE_BOX) =>
  ({
    bbox,
    attributions: [],
    artifacts: [artifact('basemap'), artifact('terrain'), artifact('contours')],
  }) as unknown as ReleaseInfo
const releases = (live: ReleaseInfo | null) => ({
  findLive: () => live,
  listKept: () => [],
  findArtifactFile: (name: string) => `/${name}`,
  findArtifactPlace: (name: string) => `/${name}`,
})
/** Runs pictures alone. */
const runWith = (draw: (drawing: MapDrawing, job: JobOptions) => Promise<Uint8Array>) =>
  ((kind: string, input: MapDrawing, job: JobOptions) =>
    kind === 'picture' ? draw(input, job) : expect.unreachable()) as unknown as Services['run']
const megapixels = ({ width, height, scale }: MapDrawing) => (width * height * scale ** 2) / 1e6

const picture = () => new Uint8Array(1)

test('a picture that is not small is drawn in each thread at once, all inside the world', async () => {
  const drawn: MapDrawing[] = []
  let running = 0
  const most: number[] = []
  const draw = async (drawing: MapDrawing) => {
    drawn.push(drawing)
    most.push(++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    return picture()
  }
  await warmThreads({ releases: releases(release([179.99, 84.98, -179.99, 85])), run: runWith(draw) }, 3)
  expect(most).toEqual([1, 2, 3])
  for (const drawing of drawn) expect(megapixels(drawing)).toBeGreaterThan(2.1)
  for (const { box } of drawn) expect(box.every((side, i) => Math.abs(side) <= (i % 2 === 0 ? 180 : 85))).toBe(true)
})

test('a start is not disturbed by pictures that cannot be drawn, and none are where nothing is live', async () => {
  let requested = 0
  const draw = () => {
    requested++
    return Promise.reject(new ServiceError('artifacts_missing', 'gone'))
  }
  await warmThreads({ releases: releases(release()), run: runWith(draw) }, 1)
  expect(requested).toBe(1)
  await warmThreads({ releases: releases({ ...release(), artifacts: [] }), run: runWith(draw) }, 1)
  await warmThreads({ releases: releases(null), run: runWith(draw) }, 1)
  expect(requested).toBe(1)
})

test('all threads of a real pool but the one for small pictures are up afterwards, and none has failed', async () => {
  const map = await makeSampleMap()
  const faults: string[] = []
  const pool = createPictureThreads({
    threads: 2,
    maxQueued: 2,
    tileCacheBytes: 1e7,
    onFault: (event) => faults.push(event),
  })
  const files: Record<string, string> = { basemap: map.basemap, terrain: map.terrain, contours: map.basemap }
  const drawn: number[] = []
  const draw = async (drawing: MapDrawing, job: JobOptions) => {
    const answer = await pool.run('picture', drawing, job)
    drawn.push(answer.length)
    return answer
  }
  await warmThreads(
    {
      releases: { ...releases(release()), findArtifactPlace: (name) => files[name] },
      run: runWith(draw),
    },
    2,
  )
  expect(drawn.every((length) => length > 1000)).toBe(true)
  expect([drawn.length, pool.state.threads, faults]).toEqual([2, 2, []])
  await pool.close()
})

test('the example is requested under default settings until these are prepared, before any picture, even if it fails', async () => {
  const requested: string[] = []
  let released = 0
  const draw = async () => {
    requested.push('picture')
    return picture()
  }
  const run = (async (kind: string, { waypoints: sent }: { waypoints?: unknown }) => {
    if (kind === 'picture') return draw()
    requested.push(JSON.stringify(sent))
    if (requested.length === 1) throw new ServiceError('busy', 'not yet')
    return new EncodedAnswer('{}', () => released++)
  }) as unknown as Services['run']
  const waypoints: [number, number][] = [
    [1.52, 42.53],
    [1.57, 42.56],
  ]
  const live = { ...release(), example: { waypoints } }
  await warmThreads({ releases: releases(live), run }, 1)
  const example = JSON.stringify(waypoints)
  expect(requested).toEqual([example, example, 'picture'])
  expect(released).toBe(1)
})
