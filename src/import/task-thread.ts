// A thread that runs one task of an import and ends. Progress, the result or a failure go to the thread that started
// it.

import { parentPort, workerData } from 'node:worker_threads'
import { toFailureText } from './import-failure.ts'
import { runTaskHere } from './import-tasks.ts'
import { type Progress, createStageMeter, type StageCost } from './progress-bar.ts'
import type { FromTask, TaskOrder } from './task-messages.ts'

const REPORT_MS = 100

const { name, input, dataDir } = workerData as TaskOrder
const post = (message: FromTask): void => parentPort!.postMessage(message)
const meter = createStageMeter()
let current: string | null = null
let reportedMs = -Infinity

function endStage(): StageCost | null {
  const ended = current === null ? null : meter.end()
  current = null
  return ended
}

const progress: Progress = {
  times: [],
  get current() {
    return current
  },
  begin(group, stage) {
    post({ type: 'begin', group, stage, ended: endStage() })
    current = stage
    reportedMs = -Infinity
    meter.begin()
  },
  report(done, total, unit) {
    const now = performance.now()
    if (now - reportedMs < REPORT_MS && done !== total) return
    reportedMs = now
    meter.look()
    post({ type: 'report', done, total, unit })
  },
  end() {},
  note() {},
  lane: () => progress,
}

try {
  const result = await runTaskHere(name, input, progress)
  post({ type: 'done', result, ended: endStage() })
} catch (thrown) {
  post({ type: 'failed', failure: toFailureText(thrown, current, dataDir) })
}
