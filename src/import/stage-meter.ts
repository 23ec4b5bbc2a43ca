// What a stage of an import costs in the thread that runs it: processor time and the most that V8's heap held when it
// was looked at. Work that Node hands to its own threads (packing tiles, collecting garbage) is not in it.

import { getHeapStatistics } from 'node:v8'

export interface StageCost {
  /** null where this Node cannot tell it by thread */
  processorMs: number | null
  heapBytes: number
}

/** Measures one stage after another. */
export interface StageMeter {
  begin(): void
  /** Called now and then during a stage. */
  look(): void
  end(): StageCost
}

const LOOK_MS = 100

/** For the thread that calls it. */
export function createStageMeter(): StageMeter {
  let fromMs: number | null = null
  let heapBytes = 0
  let lookedMs = -Infinity
  const look = (): void => {
    const now = performance.now()
    if (now - lookedMs < LOOK_MS) return
    lookedMs = now
    heapBytes = Math.max(heapBytes, getHeapStatistics().total_heap_size)
  }
  return {
    begin() {
      fromMs = threadMs()
      heapBytes = 0
      lookedMs = -Infinity
      look()
    },
    look,
    end() {
      lookedMs = -Infinity
      look()
      const toMs = threadMs()
      return { processorMs: fromMs === null || toMs === null ? null : toMs - fromMs, heapBytes }
    },
  }
}

function threadMs(): number | null {
  // Node 22 does not have it
  const usage = (process.threadCpuUsage as typeof process.threadCpuUsage | undefined)?.()
  return usage === undefined ? null : (usage.user + usage.system) / 1000
}
