// Pages of a list: `first` rows after a cursor. A cursor holds the position and the key of its row; it stays good while
// the row is in the list, also where rows before it came or went. Opaque to clients. Pure.

import { ServiceError } from '../src/errors.ts'

export interface PageRequest {
  first: number
  after: string | null
}

export interface Page<Row> {
  edges: { node: Row; cursor: string }[]
  hasNextPage: boolean
  hasPreviousPage: boolean
}

interface Cursor {
  position: number
  key: string
}

/**
 * Rows to fetch from the beginning so that the page and the answer to "is there more" can be cut from them; at most
 * `max`.
 */
export function rowsNeeded({ first, after }: PageRequest, max: number): number {
  return Math.min(max, first + 1 + (after === null ? 0 : readCursor(after).position + 1))
}

/**
 * Cuts the page from the rows fetched. Throws ServiceError `invalid_input` where the row of the cursor is not among
 * them.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  { first, after }: PageRequest,
  keyOf: (row: Row) => string,
): Page<Row> {
  const start = after === null ? 0 : 1 + findRow(rows, readCursor(after), keyOf)
  const nodes = rows.slice(start, start + first)
  return {
    edges: nodes.map((node, index) => ({ node, cursor: writeCursor({ position: start + index, key: keyOf(node) }) })),
    hasNextPage: rows.length > start + first,
    hasPreviousPage: start > 0,
  }
}

function findRow<Row>(rows: readonly Row[], { position, key }: Cursor, keyOf: (row: Row) => string): number {
  if (position < rows.length && keyOf(rows[position]) === key) return position
  const found = rows.findIndex((row) => keyOf(row) === key)
  if (found < 0)
    throw new ServiceError(
      'invalid_input',
      '`after` names a row that is not in this list: it belongs to another question, or the data was renewed. Ask again from the start.',
      { inputPath: 'after' },
    )
  return found
}

function writeCursor({ position, key }: Cursor): string {
  return Buffer.from(`${position}:${key}`).toString('base64url')
}

function readCursor(cursor: string): Cursor {
  const [, position, key] =
    /^(\d{1,6}):(.{1,100})$/.exec(Buffer.from(cursor.slice(0, 200), 'base64url').toString()) ?? []
  if (key === undefined)
    throw new ServiceError('invalid_input', '`after`: expected the cursor of an edge, as an earlier answer gave it.', {
      inputPath: 'after',
    })
  return { position: Number(position), key }
}
