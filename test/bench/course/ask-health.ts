// A process that does nothing but ask `/healthz`, every 3 ms over one connection: what it waits for is the server's
// doing. It tells the longest wait since it was last asked, and forgets it.

import { Agent, get } from 'node:http'

const agent = new Agent({ keepAlive: true })
let longestMs = 0

function ask(): void {
  const start = performance.now()
  get(`${process.argv[2]}/healthz`, { agent }, (response) => {
    response.resume()
    response.once('end', () => {
      longestMs = Math.max(longestMs, performance.now() - start)
      setTimeout(ask, 3)
    })
  }).once('error', () => process.exit())
}

process.on('message', () => {
  process.send!(longestMs)
  longestMs = 0
})
ask()
