// Shows the progress of a long job: on a terminal one line for the stages in progress, redrawn in place; elsewhere
// (files, CI) plain lines, at most one every 2 s. Counts are real: without a known total there is no bar and no
// remaining time. Stages that run at the same time are in different lanes. Also records the time and cost of each
// stage for the summary. Writes only to standard error, so that standard output contains nothing but the summary.

import { getHeapStatistics } from 'node:v8'

const REDRAW_MS = 100
const PLAIN_LINE_MS = 2000
const BAR_CELLS = 24
/** Before this a stage's remaining time would be a guess. */
const ESTIMATE_AFTER_MS = 1000
/** Less says nothing of how fast the rest goes. */
const ESTIMATE_AFTER_SHARE = 0.1

/** Output for progress, such as process.stderr. */
export interface ProgressOutput {
  isTTY?: boolean
  /** 0 or absent if the terminal does not say */
  columns?: number
  write(text: string): unknown
}

export interface StageTime {
  /** heading in the summary, e.g. `network with heights` */
  group: string
  stage: string
  /** on the clock of all stages of the job */
  startedMs: number
  durationMs: number
  /** of the thread that ran it; null where this Node cannot tell it by thread */
  processorMs: number | null
  /** V8's heap in that thread, at most */
  heapBytes: number
  /** resident memory of the whole process, at most */
  memoryBytes: number
}

export interface Progress {
  /** Begins a stage and ends the one before. */
  begin(group: string, stage: string): void
  /** Reports how much is done; `total` is null while unknown. `unit` is a plural noun: `nodes`, `tiles`. */
  report(done: number, total: number | null, unit: string): void
  /** Ends the last stage. */
  end(): void
  /** A line of its own. */
  note(text: string): void
  /** Stages beside these, with a meter of the thread that runs them. */
  lane(meter: StageMeter): Progress
  /** of all lanes, in the order in which they ended */
  readonly times: readonly StageTime[]
  /** the stage in progress, null before and after */
  readonly current: string | null
}

interface OpenStage {
  group: string
  stage: string
  startedMs: number
  text: string
  memoryBytes: number
}

export function createProgress(output: ProgressOutput, nowMs: () => number = () => performance.now()): Progress {
  const terminal = output.isTTY === true
  const times: StageTime[] = []
  const openStages = new Set<OpenStage>()
  let drawnMs = -Infinity

  const draw = (text: string, isLast: boolean): void => {
    const now = nowMs()
    if (terminal) {
      if (!isLast && now - drawnMs < REDRAW_MS) return
      output.write(`\r\x1b[2K${text.slice(0, Math.max(20, (output.columns || 80) - 1))}${isLast ? '\n' : ''}`)
    } else {
      if (now - drawnMs < PLAIN_LINE_MS) return
      output.write(`${text}\n`)
    }
    drawnMs = now
  }
  const drawOpen = (): void => draw([...openStages].map(({ text }) => text).join('; '), false)

  const lane = (meter: StageMeter): Progress => {
    let open: OpenStage | null = null
    const look = (): void => {
      meter.look()
      const memoryBytes = process.memoryUsage.rss()
      for (const stage of openStages) stage.memoryBytes = Math.max(stage.memoryBytes, memoryBytes)
    }
    const end = (): void => {
      if (open === null) return
      look()
      const { group, stage, startedMs, text, memoryBytes } = open
      openStages.delete(open)
      open = null
      const durationMs = nowMs() - startedMs
      times.push({ group, stage, startedMs, durationMs, memoryBytes, ...meter.end() })
      draw(`${text === `${stage} ...` ? stage : text.split(', about ', 1)[0]}, ${toDuration(durationMs)}`, true)
    }
    return {
      times,
      get current() {
        return open?.stage ?? null
      },
      begin(group, stage) {
        end()
        open = { group, stage, startedMs: nowMs(), text: `${stage} ...`, memoryBytes: 0 }
        openStages.add(open)
        meter.begin()
        drawOpen()
      },
      report(done, total, unit) {
        if (open === null) return
        look()
        open.text = describe(open.stage, done, total, unit, nowMs() - open.startedMs)
        drawOpen()
      },
      end,
      note: (text) => output.write(`${terminal ? '\r\x1b[2K' : ''}${text}\n`),
      lane,
    }
  }
  return lane(createStageMeter())
}

function describe(stage: string, done: number, total: number | null, unit: string, elapsedMs: number): string {
  if (total === null || total <= 0) return `${stage}: ${toCount(done)} ${unit}`
  const share = Math.min(1, done / total)
  const cells = Math.round(share * BAR_CELLS)
  const bar = `[${'#'.repeat(cells)}${'.'.repeat(BAR_CELLS - cells)}]`
  const left =
    share >= ESTIMATE_AFTER_SHARE && share < 1 && elapsedMs >= ESTIMATE_AFTER_MS
      ? `, about ${toWholeSeconds((elapsedMs * (1 - share)) / share)} left`
      : ''
  return `${stage} ${bar} ${Math.floor(share * 100)} %, ${toCount(done)} of ${toCount(total)} ${unit}${left}`
}

/** An estimate has no hundredths: `6 s`, `3 min 05 s`. */
function toWholeSeconds(durationMs: number): string {
  return durationMs < 60_000 ? `${Math.max(1, Math.round(durationMs / 1000))} s` : toDuration(durationMs)
}

/** `12,345`. */
export function toCount(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** `0.42 s`, `12.3 s`, `3 min 05 s`. */
export function toDuration(durationMs: number): string {
  const s = durationMs / 1000
  if (s < 10) return `${s.toFixed(2)} s`
  if (s < 60) return `${s.toFixed(1)} s`
  return `${Math.floor(s / 60)} min ${String(Math.floor(s % 60)).padStart(2, '0')} s`
}

/** `11.4 MB` (1 MB = 1,048,576 bytes). */
export function toSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KB`
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`
  return `${(bytes / 1024 ** 3).toFixed(2)} GB`
}

export interface StageCost {
  /** null where this Node cannot tell it by thread */
  processorMs: number | null
  heapBytes: number
}

/** Measures one stage after another. */
interface StageMeter {
  begin(): void
  /** Called now and then during a stage. */
  look(): void
  end(): StageCost
}

const LOOK_MS = 100

/**
 * What a stage of an import costs in the thread that runs it: processor time and the most that V8's heap held when it
 * was looked at. Work that Node hands to its own threads (packing tiles, collecting garbage) is not in it. For the
 * thread that calls it.
 */
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

/** Shares as percentages for people. Never rounded up to 100 %. */
export function toPercent(share: number): string {
  const percent = Math.floor(share * 1000) / 10
  return share > 0 && percent === 0 ? 'less than 0.1 %' : `${percent} %`
}
