// Pages of a list: some rows after a cursor, or before one. A cursor holds the position and the key of its row; it
// stays good while the row is in the list, also where rows before it came or went. Opaque to clients.

import { say } from '../src/language/sentence.ts'
import { ServiceError } from '../src/errors.ts'

export interface PageRequest {
  /** most rows of the page */
  size: number
  after: string | null
  before: string | null
  /** the page ends at `before`, or at the end of the list */
  backward: boolean
}

export interface Page<Row> {
  edges: { node: Row; cursor: string }[]
  hasNextPage: boolean
  hasPreviousPage: boolean
  /** rows of the list, where the page shows its end */
  end: number | null
}

/** A list that is read piece by piece; equal questions get equal rows. */
export interface LongList<Row> {
  read(window: Window): Promise<readonly Row[]>
  /** for pages from the end; without it there are none */
  count?: () => Promise<number>
  keyOf(row: Row): string
  /** of one row at most; only for lists that are read forward */
  isLeftOut?(row: Row): boolean
}

export interface Window {
  offset: number
  limit: number
}

/** So many rows may have come or gone before a cursor since it was given. */
const MAX_MOVED = 1000

/**
 * Cuts the page from all rows of the list. Throws ServiceError `invalid_input` for a cursor that is not of this list.
 */
export function pageOf<Row>(rows: readonly Row[], request: PageRequest, keyOf: (row: Row) => string): Page<Row> {
  const { size, after, before, backward } = request
  const from = after === null ? 0 : 1 + findRow(rows, readCursor(after, 'after'), keyOf, 'after')
  const to = before === null ? rows.length : findRow(rows, readCursor(before, 'before'), keyOf, 'before')
  const start = backward ? Math.max(0, to - size) : from
  const nodes = rows.slice(start, backward ? to : from + size)
  return { ...cut(nodes, start, keyOf), hasNextPage: start + nodes.length < rows.length, end: rows.length }
}

/** Reads the page and one row on each side of it. Throws ServiceError `invalid_input` as `pageOf` does. */
export async function readPage<Row>(list: LongList<Row>, request: PageRequest): Promise<Page<Row>> {
  const { size, after, before, backward } = request
  if (backward) return readBackward(list, size, before)
  const { keyOf, isLeftOut } = list
  const more = size + (isLeftOut === undefined ? 1 : 2)
  const cursor = after === null ? null : readCursor(after, 'after')
  const offset = cursor === null ? 0 : cursor.position
  let rows = await list.read({ offset, limit: more + (cursor === null ? 0 : 1) })
  let start = offset
  if (cursor !== null) {
    if (rows.length > 0 && keyOf(rows[0]) === cursor.key) {
      rows = rows.slice(1)
      start++
    } else {
      const around = await readAround(list, offset, more)
      const found = findRow(around.rows, cursor, keyOf, 'after')
      rows = around.rows.slice(found + 1)
      start = around.offset + found + 1
    }
  }
  const { edges, hasPreviousPage } = cut(rows, start, keyOf)
  const kept = isLeftOut === undefined ? edges : edges.filter(({ node }) => !isLeftOut(node))
  const hasNextPage = kept.length > size
  // what is left out may have been passed over before
  const end = hasNextPage || (isLeftOut !== undefined && start > 0) ? null : start + kept.length
  return { edges: kept.slice(0, size), hasPreviousPage, hasNextPage, end }
}

async function readBackward<Row>(list: LongList<Row>, size: number, before: string | null): Promise<Page<Row>> {
  const { keyOf } = list
  if (before === null) {
    const count = await list.count!()
    const start = Math.max(0, count - size)
    const nodes = await list.read({ offset: start, limit: size })
    return { ...cut(nodes, start, keyOf), hasNextPage: false, end: count }
  }
  const cursor = readCursor(before, 'before')
  let end = cursor.position
  let start = Math.max(0, end - size)
  let rows = await list.read({ offset: start, limit: end - start + 1 })
  const last = rows.at(end - start)
  if (last === undefined || keyOf(last) !== cursor.key) {
    const around = await readAround(list, Math.max(0, start - size), 2 * size)
    end = around.offset + findRow(around.rows, cursor, keyOf, 'before')
    start = Math.max(around.offset, end - size)
    rows = around.rows.slice(start - around.offset)
  }
  return { ...cut(rows.slice(0, end - start), start, keyOf), hasNextPage: true, end: null }
}

/** Where a row may have moved to from `position`, and `more` rows after it. */
async function readAround<Row>(list: LongList<Row>, position: number, more: number) {
  const offset = Math.max(0, position - MAX_MOVED)
  return { offset, rows: await list.read({ offset, limit: 2 * MAX_MOVED + 1 + more }) }
}

function cut<Row>(nodes: readonly Row[], start: number, keyOf: (row: Row) => string) {
  return {
    edges: nodes.map((node, index) => ({ node, cursor: writeCursor({ position: start + index, key: keyOf(node) }) })),
    hasPreviousPage: start > 0,
  }
}

interface Cursor {
  position: number
  key: string
}

function findRow<Row>(
  rows: readonly Row[],
  { position, key }: Cursor,
  keyOf: (row: Row) => string,
  inputPath: string,
): number {
  if (position < rows.length && keyOf(rows[position]) === key) return position
  const found = rows.findIndex((row) => keyOf(row) === key)
  if (found < 0) throw new ServiceError(say('error.invalid_input.cursor_row', { field: inputPath }), { inputPath })
  return found
}

function writeCursor({ position, key }: Cursor): string {
  return Buffer.from(`${position}:${key}`).toString('base64url')
}

function readCursor(cursor: string, inputPath: string): Cursor {
  const [, position, key] =
    /^(\d{1,6}):(.{1,100})$/.exec(Buffer.from(cursor.slice(0, 200), 'base64url').toString()) ?? []
  if (key === undefined) throw new ServiceError(say('error.invalid_input.cursor', { field: inputPath }), { inputPath })
  return { position: Number(position), key }
}
