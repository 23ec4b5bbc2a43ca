// A thread that asks for one thing again and again and tells how long each answer took. A thread of its own, so that
// what the attack does is not in the way.

import { Agent, get } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { waitedMs } from './watch-process.ts'

const PAUSE_MS = 25
const GIVE_UP_MS = 30_000

export interface ProbeOptions {
  url: string
  /** thread whose waits for a processor are distinguished */
  watched: string
  /** between two requests */
  pauseMs?: number
}

export interface ProbeResult {
  /** of every answer, in milliseconds; without the time that threads waited for a processor in `correctedMs` */
  wallMs: number[]
  correctedMs: number[]
  statuses: Record<string, number>
}

export interface Probe {
  /** Asks from this address on; a first request does not count. */
  begin(localAddress: string): Promise<void>
  /** Everything since; the request under way counts, too. It rests afterwards. */
  rest(): Promise<ProbeResult>
  end(): Promise<void>
}

export function startProbe(options: ProbeOptions): Probe {
  const worker = new Worker(new URL(import.meta.url), { workerData: options })
  const reported = <T>(message: string | null): Promise<T> =>
    new Promise((resolve) => {
      worker.once('message', resolve)
      worker.postMessage(message)
    })
  return {
    begin: (localAddress) => reported(localAddress),
    rest: () => reported(null),
    end: async () => void (await worker.terminate()),
  }
}

if (!isMainThread && workerData?.watched !== undefined) probe(workerData as ProbeOptions)

function probe({ url, watched, pauseMs = PAUSE_MS }: ProbeOptions): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const nothing = (): ProbeResult => ({ wallMs: [], correctedMs: [], statuses: {} })
  let result = nothing()
  const ask = async (localAddress: string): Promise<void> => {
    const startedMs = performance.now()
    const waitedBefore = waitedMs(watched) + waitedMs('thread-self')
    const status = await new Promise<string>((resolve) => {
      const request = get(url, { agent, localAddress, timeout: GIVE_UP_MS }, (response) => {
        response.resume()
        response.once('end', () => resolve(String(response.statusCode)))
        response.once('error', () => resolve('broken'))
      })
      request.once('timeout', () => request.destroy())
      request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
    })
    const wallMs = performance.now() - startedMs
    const waited = waitedMs(watched) + waitedMs('thread-self') - waitedBefore
    result.wallMs.push(wallMs)
    result.correctedMs.push(Math.max(0, wallMs - waited))
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
  }
  let address: string | null = null
  let last: Promise<unknown> = Promise.resolve()
  const loop = async (from: string): Promise<void> => {
    while (address === from) {
      await ask(from)
      if (address === from) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  parentPort!.on('message', async (next: string | null) => {
    address = next
    await last
    if (next !== null) {
      await ask(next)
      result = nothing()
      parentPort!.postMessage('begun')
      last = loop(next)
    } else parentPort!.postMessage(result)
  })
}
