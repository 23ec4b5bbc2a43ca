// `npm run bench -- recompiled data=FOLDER [times=12] [least=5] [only=TEXT]`: what V8's last compiler compiles again
// and again, by kind of the most expensive requests (test/attack/expensive-requests.ts), each in a server of its own. A
// function of the service should be compiled once or twice in each thread, however many requests come; one that is
// compiled in nearly every request costs each of them several milliseconds, and runs uncompiled until then. V8 keeps
// the code of a closure only as long as a closure with that code lives, so hot code belongs to functions of modules and
// methods of classes, not to closures that are made for each request. FOLDER is a data folder with a release.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXPENSIVE_REQUESTS } from '../attack/attacks.ts'
import { randomOf } from '../attack/random.ts'
import { freshAddress, untilQuiet } from '../attack/run-attacks.ts'
import { sendRequest } from '../attack/send-request.ts'
import { findRegion } from '../fuzz/region.ts'
import { startRealServer } from '../support/real-server.ts'

const options = Object.fromEntries(process.argv.slice(3).map((argument) => argument.split('=') as [string, string]))
const { data, times = '12', least = '5', only = '' } = options
if (data === undefined) throw new Error('no release: give data=FOLDER, a data folder with a published release')

/** The mark of the last compiler in V8's log; with an apostrophe, for one closure alone. */
const COMPILED = /^code-creation,JS,.*,\*'?$/
const NAME_FIELD = 6
const root = new URL('../..', import.meta.url).href

const folder = mkdtempSync(join(tmpdir(), 'waypost-recompiled-'))
try {
  for (const { name, make } of EXPENSIVE_REQUESTS.filter((one) => one.name.includes(only))) {
    const log = join(folder, `${Math.random()}.log`)
    const flags = ['--log-code', `--logfile=${log}`, '--no-logfile-per-isolate']
    const environment = { WEATHER_URL: 'off', LOG_LEVEL: 'error', CPU_BUDGET: 'off', METERING: 'off' }
    const server = await startRealServer(environment, data, flags)
    try {
      const region = await findRegion(server.api)
      for (let n = 0; n < Number(times); n++) {
        await sendRequest(server, make(randomOf(1, `${name} ${n}`), region), freshAddress())
        await untilQuiet(server.child.pid!)
      }
    } finally {
      await server.stop()
    }
    const found = [...countCompiled(log)].filter(([, count]) => count >= Number(least)).sort((a, b) => b[1] - a[1])
    console.log(`${name.replace('again and again: ', '')}: ${found.length === 0 ? 'none' : ''}`)
    for (const [place, count] of found) console.log(`  ${count} x ${place}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}

/** By function of the service: its name, file and line. */
function countCompiled(log: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of readFileSync(log, 'latin1').split('\n')) {
    const place = COMPILED.test(line) ? line.split(',')[NAME_FIELD] : ''
    if (!place.includes(`${root}src/`)) continue
    const short = place.replace(root, '').trim()
    counts.set(short, (counts.get(short) ?? 0) + 1)
  }
  return counts
}
