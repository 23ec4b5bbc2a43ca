// What became of an attack, and the table of it that `npm run attack` prints row by row.

export interface Row {
  name: string
  /** of one request, head included; 0 for sieges and crowds */
  bytes: number
  /** how often which status came; `-` for none */
  statuses: string
  /** of all that came at the same time */
  cpuMs: number
  healthMs: number
  rssMb: number
  /** of sieges and crowds */
  neighbourP95Ms?: number
  /** bars of time that are broken: chance may be the reason */
  slow: string[]
  /** anything else that may not be */
  wrong: string[]
  /** it was refused since others came at the same time, and says nothing */
  crowdedOut?: boolean
}

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
  const faults = [...row.wrong, ...row.slow].map((what) => `    FAILED: ${what}\n`).join('')
  return `${row.name.slice(0, NAME_WIDTH).padEnd(NAME_WIDTH)} ${cells}  ${row.statuses}\n${faults}`
}
