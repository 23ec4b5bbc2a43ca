// A thread of src/workers/picture-threads.ts without drawing: `language` of a drawing says what to do.

import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError } from '../../src/errors.ts'
import type { MapDrawing } from '../../src/map/picture/map-drawing.ts'
import type { PictureThreadSettings } from '../../src/workers/picture-thread.ts'
import { serveCalls } from '../../src/workers/thread-handle.ts'

const { cancelFlag } = workerData as PictureThreadSettings

serveCalls<{ picture: MapDrawing }>(parentPort!, cancelFlag, {
  picture({ language }) {
    if (language === 'crash') process.exit(9)
    if (language === 'hang') for (;;) Math.random()
    if (language === 'fail') throw new ServiceError('artifacts_missing', 'no basemap')
    const untilMs = performance.now() + (language?.startsWith('spin') === true ? Number(language.slice(4)) : 0)
    while (performance.now() < untilMs) if (Atomics.load(cancelFlag, 0) === 1) throw new ServiceError('busy', 'stopped')
    return { answer: Uint8Array.from([1, 2, 3]) }
  },
})
