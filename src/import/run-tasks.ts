// Runs the tasks of an import: small regions one after another in this thread, others in threads of their own, two at a
// time. One lane holds the tasks that need memory by the size of the map, one after another, and the other those that
// only need it by the tile.

import { Worker } from 'node:worker_threads'
import { ImportFault } from './import-failure.ts'
import type { TaskInput, TaskName, TaskResult } from './import-tasks.ts'
import type { Progress, StageCost } from './progress-bar.ts'
import type { FromTask, TaskOrder } from './task-messages.ts'

/** Below this the threads take longer to load their modules than they save. */
const LEAST_THREADED_BYTES = 20_000_000

export interface TaskLane {
  run<T extends TaskName>(name: T, input: TaskInput<T>): Promise<TaskResult<T>>
}

export interface TaskRunner {
  /** false: everything runs in this thread, and lanes must not be used at the same time */
  threaded: boolean
  lane(): TaskLane
  /** Ends all threads; what they were doing fails. */
  stop(): Promise<void>
}

/** Lanes throw ImportFault where a thread failed, and what the task throws in this thread. */
export function createTaskRunner(mapBytes: number, dataDir: string, progress: Progress): TaskRunner {
  const threaded = mapBytes >= LEAST_THREADED_BYTES
  const running = new Set<Worker>()
  return {
    threaded,
    lane() {
      if (!threaded)
        // heavy modules, which no other import loads into this thread
        return {
          run: (name, input) => import('./import-tasks.ts').then((tasks) => tasks.runTaskHere(name, input, progress)),
        }
      let ended: StageCost | null = null
      const shown = progress.lane({ begin() {}, look() {}, end: () => ended ?? { processorMs: null, heapBytes: 0 } })
      return {
        run: (name, input) =>
          runInThread({ name, input, dataDir }, running, (message) => {
            if (message.type === 'report') return shown.report(message.done, message.total, message.unit)
            if (message.type === 'failed') return
            ended = message.ended
            if (message.type === 'begin') shown.begin(message.group, message.stage)
            else shown.end()
          }) as Promise<never>,
      }
    },
    async stop() {
      await Promise.all([...running].map((thread) => thread.terminate()))
    },
  }
}

/** Resolves when the thread has ended, so that its memory is free. */
function runInThread(
  order: TaskOrder,
  running: Set<Worker>,
  onMessage: (message: FromTask) => void,
): Promise<TaskResult<TaskName>> {
  const thread = new Worker(new URL('./task-thread.ts', import.meta.url), { workerData: order, execArgv: [] })
  running.add(thread)
  return new Promise((resolve, reject) => {
    let result: { value: TaskResult<TaskName> } | null = null
    let fault: unknown = null
    thread.on('message', (message: FromTask) => {
      onMessage(message)
      if (message.type === 'done') result = { value: message.result }
      if (message.type === 'failed') fault = new ImportFault(message.failure, undefined)
    })
    thread.on('error', (thrown) => (fault ??= thrown))
    thread.on('exit', (status) => {
      running.delete(thread)
      if (result !== null) resolve(result.value)
      else reject(fault ?? new Error(`the thread for "${order.name}" ended before its work, with status ${status}`))
    })
  })
}
