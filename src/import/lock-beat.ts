// The sign of life of an import that holds the lock of a data folder, from a thread of its own, since an import
// computes for minutes at a time.

import { Worker } from 'node:worker_threads'
import type { LockBeatSettings } from './lock-beat-thread.ts'

/** Begins at once; returns a function that ends it. */
export function startLockBeat(settings: LockBeatSettings): () => void {
  const thread = new Worker(new URL('./lock-beat-thread.ts', import.meta.url), {
    workerData: settings,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  thread.unref()
  // without it the lock is only as good as its last sign of life
  thread.on('error', () => {})
  return () => void thread.terminate()
}
