// `npm run bench -- dear data=FOLDER [times=3] [seed=1] [only=TEXT] [same=1]`: what the dearest requests that the
// contract allows cost in processor time of the whole server, all threads: those of test/attack/dear-requests.ts,
// each alone, in other variants, or with `same` the same one again, whose routing setting is then prepared. On a busy
// machine times are divided by the pace of test/attack/yardstick.ts, measured beside them. FOLDER is a data folder
// with a release, whose region they are about. Needs Linux.

import { DEAR_REQUESTS } from '../attack/attacks.ts'
import { LARGE_CPU_MS, SMALL_BYTES, SMALL_CPU_MS } from '../attack/bars.ts'
import { randomOf } from '../attack/random.ts'
import { freshAddress, untilQuiet } from '../attack/run-attacks.ts'
import { sendRequest, sizeOf } from '../attack/send-request.ts'
import { cpuMs } from '../attack/watch-process.ts'
import { findRegion } from '../fuzz/region.ts'
import { startRealServer } from '../support/real-server.ts'
import { paceNow } from '../attack/yardstick.ts'

const options = Object.fromEntries(process.argv.slice(3).map((argument) => argument.split('=') as [string, string]))
const { data, times = '3', seed = '1', only = '', same } = options
if (data === undefined) throw new Error('no release: give data=FOLDER, a data folder with a published release')

const server = await startRealServer({ WEATHER_URL: 'off', LOG_LEVEL: 'error', METERING: 'on', WARM_UP: 'on' }, data)
const pid = server.child.pid!
try {
  const region = await findRegion(server.api)
  await untilQuiet(pid)
  console.log('| request | bytes | first, ms | then: least, median, most, ms | bar, ms | status |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const { name, make } of DEAR_REQUESTS.filter((one) => one.name.includes(only))) {
    const spent: number[] = []
    const statuses = new Set<number | null>()
    let bytes = 0
    for (let n = 0; n <= Number(times); n++) {
      const request = make(randomOf(Number(seed), `${name} ${same === undefined ? n : 0}`), region)
      bytes = Math.max(bytes, sizeOf(request))
      const before = cpuMs(pid)
      statuses.add((await sendRequest(server, request, freshAddress())).status)
      await untilQuiet(pid)
      spent.push(Math.round((cpuMs(pid) - before) / paceNow(0).work))
    }
    const [first, ...then] = spent
    const barMs = bytes > SMALL_BYTES ? LARGE_CPU_MS : SMALL_CPU_MS
    const sorted = then.sort((a, b) => a - b)
    const what = name.replace('again and again: ', '')
    const median = sorted[Math.floor(sorted.length / 2)]
    const range = `${sorted[0]}, ${median}, ${sorted.at(-1)}${sorted.at(-1)! > barMs ? ' (above)' : ''}`
    console.log(
      `| ${what} | ${bytes.toLocaleString('en')} | ${first} | ${range} | ${barMs} | ${[...statuses].join()} |`,
    )
  }
} finally {
  server.child.kill('SIGKILL')
}
