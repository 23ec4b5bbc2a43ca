// Loaded into a server before its own code (`node --import`): faults on demand. SIGUSR2 throws where nobody catches,
// SIGWINCH rejects a promise that nobody waits for.

import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('SIGUSR2', () => {
    throw new Error('a fault at [1.5071234, 42.5071234]')
  })
  process.on('SIGWINCH', () => {
    void Promise.reject(new Error('a forgotten promise'))
  })
}
