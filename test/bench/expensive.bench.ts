// `npm run bench -- expensive data=FOLDER [times=3] [passes=1] [seed=1] [only=TEXT] [same=1]`: what the most expensive
// requests that the contract allows cost in processor time of the whole server, all threads: those of
// test/attack/expensive-requests.ts, each alone, in other variants, or with `same` the same one again, whose routing
// setting is then prepared. With several passes all variants are sent again, one after another, and the least of each
// is what it costs: the rest is V8 compiling the service, once in a process, and the machine. On a busy machine times
// are divided by the pace of test/attack/yardstick.ts, measured beside them. FOLDER is a data folder with a release,
// whose region they are about. Needs Linux.

import { EXPENSIVE_REQUESTS } from '../attack/attacks.ts'
import { MANY_OPERATIONS } from '../attack/many-operations.ts'
import { LARGE_CPU_MS, SMALL_BYTES, SMALL_CPU_MS } from '../attack/bars.ts'
import { randomOf } from '../attack/random.ts'
import { freshAddress, untilQuiet } from '../attack/run-attacks.ts'
import { sendRequest, sizeOf } from '../attack/send-request.ts'
import { cpuMs } from '../attack/watch-process.ts'
import { findRegion } from '../fuzz/region.ts'
import { startRealServer } from '../support/real-server.ts'
import { paceNow } from '../attack/yardstick.ts'

const options = Object.fromEntries(process.argv.slice(3).map((argument) => argument.split('=') as [string, string]))
const { data, times = '3', passes = '1', seed = '1', only = '', same } = options
if (data === undefined) throw new Error('no release: give data=FOLDER, a data folder with a published release')

const isOfDocument = (name: string) => MANY_OPERATIONS.some((one) => name.includes(one.name))
const server = await startRealServer({ WEATHER_URL: 'off', LOG_LEVEL: 'error', METERING: 'on', WARM_UP: 'on' }, data)
const pid = server.child.pid!
try {
  const region = await findRegion(server.api)
  await untilQuiet(pid)
  const byVariant = Number(passes) > 1
  const header = ['request', 'bytes', 'first, ms', 'then: least, median, most, ms', 'bar, ms', 'status']
  if (byVariant) header.splice(4, 0, 'each at its least: median, most, ms')
  console.log(`| ${header.join(' | ')} |`)
  console.log(`| ${header.map(() => '---').join(' | ')} |`)
  for (const { name, make } of EXPENSIVE_REQUESTS.filter((one) => one.name.includes(only))) {
    const statuses = new Set<number | null>()
    let bytes = 0
    const cost = async (n: number): Promise<number> => {
      const request = make(randomOf(Number(seed), `${name} ${same === undefined ? n : 0}`), region)
      bytes = Math.max(bytes, sizeOf(request))
      const before = cpuMs(pid)
      statuses.add((await sendRequest(server, request, freshAddress())).status)
      await untilQuiet(pid)
      return Math.round((cpuMs(pid) - before) / paceNow(0).work)
    }
    const first = await cost(0)
    const all: number[] = []
    const leastOf: number[] = Array.from({ length: Number(times) }, () => Infinity)
    for (let pass = 0; pass < Number(passes); pass++)
      for (const n of leastOf.keys()) {
        const spent = await cost(n + 1)
        all.push(spent)
        leastOf[n] = Math.min(leastOf[n], spent)
      }
    const barMs = bytes > SMALL_BYTES || isOfDocument(name) ? LARGE_CPU_MS : SMALL_CPU_MS
    const spread = (list: number[]): number[] => {
      const sorted = list.toSorted((a, b) => a - b)
      return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)!]
    }
    const shown = (list: number[], most: number) => `${list.join(', ')}${most > barMs ? ' (above)' : ''}`
    const [least, median, most] = spread(all)
    const [, variant, costliest] = spread(leastOf)
    const cells = [name.replace('again and again: ', ''), bytes.toLocaleString('en'), first]
    cells.push(shown([least, median, most], most))
    if (byVariant) cells.push(shown([variant, costliest], costliest))
    console.log(`| ${[...cells, barMs, [...statuses].join()].join(' | ')} |`)
  }
} finally {
  server.child.kill('SIGKILL')
}
