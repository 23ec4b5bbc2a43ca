// A process seen from outside, by Linux's /proc: processor time, memory, and how long its main thread was ready to run
// but had no processor, which is the machine's fault and not the program's.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Of USER_HZ, which is 100 on every Linux that Node runs on. */
const TICK_MS = 10
const MB = 1_048_576

const field = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? NaN)

/** The process where this system tells what it costs, else undefined. */
export function watchedPid(pid: number | undefined): number | undefined {
  return existsSync(`/proc/${pid}/stat`) ? pid : undefined
}

/** Processor time of all threads since the start, ended ones included. */
export function cpuMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export function rssMb(pid: number): number {
  return (field(readFileSync(`/proc/${pid}/status`, 'latin1'), 'VmRSS') * 1024) / MB
}

/** The most memory since `forgetPeak`. */
export function peakRssMb(pid: number): number {
  return (field(readFileSync(`/proc/${pid}/status`, 'latin1'), 'VmHWM') * 1024) / MB
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Milliseconds for which a thread was ready and had to wait; 0 where the kernel does not count them. */
export function waitedMs(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'latin1').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

export const mainThreadOf = (pid: number): string => `${pid}/task/${pid}`

export interface MachineTimes {
  totalMs: number
  idleMs: number
}

export function machineTimes(): MachineTimes {
  const numbers = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0].trim().split(/\s+/).slice(1, 9).map(Number)
  return { totalMs: numbers.reduce((sum, n) => sum + n, 0) * TICK_MS, idleMs: (numbers[3] + numbers[4]) * TICK_MS }
}

/** Share of the machine that others had between two moments; `oursMs`: processor time of server and attacker. */
export function foreignShare(before: MachineTimes, after: MachineTimes, oursMs: number): number {
  const totalMs = after.totalMs - before.totalMs
  if (totalMs <= 0) return 0
  return Math.max(0, (totalMs - (after.idleMs - before.idleMs) - oursMs) / totalMs)
}
