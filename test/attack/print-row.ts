// The table that `npm run attack` prints, row by row as it goes.

import type { Row } from './run-attacks.ts'

const COLUMNS: readonly [title: string, width: number, of: (row: Row) => string][] = [
  ['bytes', 9, ({ bytes }) => (bytes === 0 ? '' : bytes.toLocaleString('en'))],
  ['cpu ms', 7, ({ cpuMs }) => String(cpuMs)],
  ['healthz', 7, ({ healthMs }) => String(healthMs)],
  ['p95', 5, ({ neighbourP95Ms }) => (neighbourP95Ms === undefined ? '' : String(neighbourP95Ms))],
  ['RSS MB', 6, ({ rssMb }) => (rssMb === 0 ? '0' : `+${rssMb}`)],
]
const NAME_WIDTH = 62

export function headText(): string {
  return `${'attack'.padEnd(NAME_WIDTH)} ${COLUMNS.map(([title, width]) => title.padStart(width)).join(' ')}  status\n`
}

export function rowText(row: Row): string {
  const cells = COLUMNS.map(([, width, of]) => of(row).padStart(width)).join(' ')
  const wrong = row.wrong.map((what) => `    FAILED: ${what}\n`).join('')
  return `${row.name.slice(0, NAME_WIDTH).padEnd(NAME_WIDTH)} ${cells}  ${row.statuses}\n${wrong}`
}
