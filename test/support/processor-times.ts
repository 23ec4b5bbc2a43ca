// `PROCESSOR_TIMES=times.jsonl npm test` writes a line for each test file: seconds of processor time to load it, in the
// worker, and in every process below it (servers, imports, the browser; Linux alone; PostgreSQL is not among them), how
// much of all this the kernel took, and the seconds that passed. Processor time can be compared on a busy machine.

import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { TestRunner } from 'vitest'

const TICKS_PER_S = 100

interface Spent {
  ownS: number
  childrenS: number
  systemS: number
  atMs: number
}

/** Of this process and of all below it, whether they ended or not, as /proc tells. */
function spent(): Spent {
  const processes = listProcesses()
  const all = { ownS: 0, childrenS: 0, systemS: 0, atMs: performance.now() }
  const add = ({ user, system, endedUser, endedSystem }: ProcessTimes, isOwn: boolean) => {
    all[isOwn ? 'ownS' : 'childrenS'] += (user + system) / TICKS_PER_S
    all.childrenS += (endedUser + endedSystem) / TICKS_PER_S
    all.systemS += (system + endedSystem) / TICKS_PER_S
  }
  const below = [process.pid]
  for (const pid of below) {
    for (const one of processes) {
      if (one.pid === pid) add(one, pid === process.pid)
      if (one.parent === pid) below.push(one.pid)
    }
  }
  return all
}

interface ProcessTimes {
  pid: number
  parent: number
  user: number
  system: number
  /** of children that ended */
  endedUser: number
  endedSystem: number
}

function listProcesses(): ProcessTimes[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      let text: string
      try {
        text = readFileSync(`/proc/${name}/stat`, 'utf8')
      } catch {
        return []
      }
      const fields = text
        .slice(text.lastIndexOf(')') + 4)
        .split(' ')
        .map(Number)
      const [user, system, endedUser, endedSystem] = fields.slice(10, 14)
      return { pid: Number(name), parent: fields[0], user, system, endedUser, endedSystem }
    })
}

export default class ProcessorTimes extends TestRunner {
  #begun = spent()
  #loaded = this.#begun

  override async importFile(...question: Parameters<TestRunner['importFile']>): Promise<unknown> {
    this.#begun = spent()
    const imported = await super.importFile(...question)
    this.#loaded = spent()
    return imported
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): void {
    const ended = spent()
    const round = (seconds: number) => Math.round(seconds * 100) / 100
    const line = {
      file: relative(process.cwd(), files[0].filepath),
      loadS: round(this.#loaded.ownS - this.#begun.ownS),
      ownS: round(ended.ownS - this.#loaded.ownS),
      childrenS: round(ended.childrenS - this.#begun.childrenS),
      systemS: round(ended.systemS - this.#begun.systemS),
      tookS: round((ended.atMs - this.#begun.atMs) / 1000),
    }
    appendFileSync(process.env.PROCESSOR_TIMES!, `${JSON.stringify(line)}\n`)
    super.onAfterRunFiles(files)
  }
}
