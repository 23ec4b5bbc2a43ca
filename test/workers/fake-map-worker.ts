// Speaks the protocol of src/workers/map-worker.ts without drawing: `language` of a drawing says what to do.

import { parentPort } from 'node:worker_threads'
import type { ToMapWorker } from '../../src/workers/map-worker.ts'

parentPort!.on('message', ({ drawing: { language }, stopFlag }: ToMapWorker) => {
  if (language === 'crash') process.exit(9)
  if (language === 'hang') for (;;) Math.random()
  if (language === 'fail')
    return parentPort!.postMessage({
      failure: { code: 'artifacts_missing', message: 'no basemap', inputPath: undefined },
    })
  const untilMs = performance.now() + (language?.startsWith('spin') === true ? Number(language.slice(4)) : 0)
  while (performance.now() < untilMs)
    if (Atomics.load(stopFlag, 0) === 1) return parentPort!.postMessage({ stopped: true })
  parentPort!.postMessage({ answer: Uint8Array.from([1, 2, 3]) })
})
