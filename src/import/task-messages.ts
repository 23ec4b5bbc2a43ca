// Messages between an import and the threads of its tasks: plain data.

import type { FailureText } from './import-failure.ts'
import type { TaskInput, TaskName, TaskResult } from './import-tasks.ts'
import type { StageCost } from './progress-bar.ts'

export interface TaskOrder {
  name: TaskName
  input: TaskInput<TaskName>
  /** for the sentence of a failure */
  dataDir: string
}

export type FromTask =
  /** `ended`: the cost of the stage before, null for the first */
  | { type: 'begin'; group: string; stage: string; ended: StageCost | null }
  | { type: 'report'; done: number; total: number | null; unit: string }
  | { type: 'done'; result: TaskResult<TaskName>; ended: StageCost | null }
  | { type: 'failed'; failure: FailureText }
