// Ports of loopback that nothing listens on now, all different. They lie below the
// ephemeral ports (from 32,768 on Linux, 49,152 elsewhere), so that a server of another test on port 0 takes none of
// them before they are used.

import { once } from 'node:events'
import { createServer } from 'node:net'

const FIRST = 10_240
const COUNT = 22_000

export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

async function isFree(port: number): Promise<boolean> {
  const listener = createServer().listen(port, '127.0.0.1')
  // rejects where something listens
  const isListening = await once(listener, 'listening').then(
    () => true,
    () => false,
  )
  if (isListening) await new Promise((resolve) => listener.close(resolve))
  return isListening
}
