// How many files this process may have open, sockets included, and how many of them connections may use.

import { readFileSync } from 'node:fs'

/** For releases, databases, threads, logs and the listener for probes. */
const RESERVED = 256

/** The limit of this process; Infinity if the system does not report one. */
export function openFileLimit(limitsFile = '/proc/self/limits'): number {
  try {
    const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync(limitsFile, 'utf8'))?.[1]
    return limit === undefined || limit === 'unlimited' ? Infinity : Number(limit)
  } catch {
    // the file exists only on Linux
    const report = process.platform === 'win32' ? null : (process.report.getReport() as ReportedLimits)
    const soft = Number(report?.userLimits?.open_files?.soft)
    return soft > 0 ? soft : Infinity
  }
}

interface ReportedLimits {
  userLimits?: { open_files?: { soft: number | string } }
}

/** How many are left for connections. */
export function connectionsWithin(openFiles: number): number {
  return openFiles - Math.min(RESERVED, Math.floor(openFiles / 2))
}
