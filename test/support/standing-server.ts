// A process whose main thread stands while requests are in progress: for STAND_MS, in the middle of the second of
// three.

import { RequestsInFlight } from '../../src/observe/requests-in-flight.ts'
import { startWatchdog } from '../../src/workers/watchdog.ts'

const standMs = Number(process.env.STAND_MS)
const requestsInFlight = new RequestsInFlight()
startWatchdog({
  requestsInFlight,
  exitS: Number(process.env.EXIT_S),
  stallMs: 300,
  onFault: (event) => console.error(event),
})
await new Promise((resolve) => setTimeout(resolve, 1000))
requestsInFlight.write('GET /waits caller=1')
requestsInFlight.clear(requestsInFlight.write('GET /answered caller=2'))
requestsInFlight.write('POST /stands/at/1.234567 caller=3')
const untilMs = performance.now() + standMs
while (performance.now() < untilMs) Math.random()
await new Promise((resolve) => setTimeout(resolve, 500))
console.log('went on')
