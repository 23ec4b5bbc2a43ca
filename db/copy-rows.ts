// Writes rows to a PostgreSQL table by COPY, in its text format. Values are text, numbers, null, or a list of integers;
// the statement names the columns. Reads no faster than the server writes.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type CopiedValue = string | number | bigint | null | readonly number[]

/** Characters sent at once. */
const CHUNK = 256 * 1024
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The table must have been created in the same transaction; its name and columns are constants, never input. */
export async function copyRows(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopiedValue[]>,
): Promise<void> {
  await pipeline(
    Readable.from(toChunks(rows)),
    client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN WITH (FREEZE)`)),
  )
}

function* toChunks(rows: Iterable<readonly CopiedValue[]>): Generator<string> {
  let text = ''
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) text += (i === 0 ? '' : '\t') + toField(row[i])
    text += '\n'
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

function toField(value: CopiedValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string')
    return /[\\\n\r\t]/.test(value) ? value.replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign]) : value
  return typeof value === 'object' ? `{${value.join(',')}}` : String(value)
}
