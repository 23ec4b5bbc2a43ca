// A server in a process of its own for course.bench.ts: fake routing and terrain, real transports and the real course
// thread. Prints its address; on SIGUSR2 prints as JSON, since the last time: the longest stall of its event loop, the
// most processor time that its main thread used between two samples (every 5 ms, so a longer turn counts as a whole),
// and its peak memory.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createFileThreads } from '../../../src/workers/file-threads.ts'
import { startFakeApp } from '../../support/fake-services.ts'

const app = await startFakeApp({ metering: false, parts: { requestTimeoutMs: 60_000 } })
app.jobs.clean =
  app.jobs.simplify =
  app.jobs.export =
    createFileThreads({
      threads: 1,
      maxQueued: 8,
      onFault: (event, details) => console.error(event, details),
    })
const delay = monitorEventLoopDelay({ resolution: 2 })
delay.enable()
let peakBytes = 0
let turnMs = 0
let before = process.threadCpuUsage()
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  turnMs = Math.max(turnMs, (user + system) / 1000)
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
}, 5)
process.on('SIGUSR2', () => {
  console.log(JSON.stringify({ stallMs: delay.max / 1e6, turnMs, peakBytes, rssBytes: process.memoryUsage.rss() }))
  delay.reset()
  turnMs = 0
  peakBytes = process.memoryUsage.rss()
})
console.log(app.api)
