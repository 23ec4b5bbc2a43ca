// `PROCESSOR_TIMES=times.jsonl npm test` writes a line for each test file: seconds of processor time to load it, in the
// worker, and in processes that it started and that ended (Linux; the renderers of a browser and PostgreSQL are not
// among them), and the seconds it took. Processor time is what is left to compare on a machine that is busy.

import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { TestRunner } from 'vitest'

const TICKS_PER_S = 100

interface Spent {
  ownS: number
  childrenS: number
  atMs: number
}

/** Of this process, as /proc tells. */
function spent(): Spent {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number)
  const [user, system, childUser, childSystem] = fields.slice(11, 15)
  return {
    ownS: (user + system) / TICKS_PER_S,
    childrenS: (childUser + childSystem) / TICKS_PER_S,
    atMs: performance.now(),
  }
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
      tookS: round((ended.atMs - this.#begun.atMs) / 1000),
    }
    appendFileSync(process.env.PROCESSOR_TIMES!, `${JSON.stringify(line)}\n`)
    super.onAfterRunFiles(files)
  }
}
