import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LongList, type Page, pageOf, readPage } from '../../resolvers/page-of.ts'

interface Row {
  id: number
}
const keyOf = ({ id }: Row) => String(id)
const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, i) => ({ id: 100 + i }))
const listOf = (rows: readonly Row[]): LongList<Row> => ({
  read: async ({ offset, limit }) => rows.slice(offset, offset + limit),
  count: async () => rows.length,
  keyOf,
})
const idsOf = (page: Page<Row>) => page.edges.map(({ node }) => node.id)
const request = (size: number, backward: boolean, cursor: string | null = null) => ({
  ...{ size, backward, after: backward ? null : cursor, before: backward ? cursor : null },
})
const some = fc.record({ count: fc.nat(40), size: fc.integer({ min: 1, max: 12 }), isBackward: fc.boolean() })

describe('a page', () => {
  test('read in a window is the page cut from the whole list; pages together are the list', () =>
    fc.assert(
      fc.asyncProperty(some, async ({ count, size, isBackward }) => {
        const rows = rowsOf(count)
        const all: number[][] = []
        let cursor: string | null = null
        for (;;) {
          const requested = request(size, isBackward, cursor)
          const cut = pageOf(rows, requested, keyOf)
          const { end, ...read } = await readPage(listOf(rows), requested)
          expect({ ...read, end: null }).toEqual({ ...cut, end: null })
          if (end !== null) expect(end).toBe(count)
          all.push(idsOf(cut))
          const edge = isBackward ? cut.edges[0] : cut.edges.at(-1)
          if (edge === undefined || !(isBackward ? cut.hasPreviousPage : cut.hasNextPage)) break
          cursor = edge.cursor
        }
        if (isBackward) all.reverse()
        expect(all.flat()).toEqual(rows.map(({ id }) => id))
      }),
    ))

  test('goes on from a row that moved, wherever rows came or went', () =>
    fc.assert(
      fc.asyncProperty(some, fc.nat(30), fc.nat(30), async ({ count, size, isBackward }, gone, come) => {
        const rows = rowsOf(count + 1)
        const kept = rows[Math.min(gone, count)]
        const { edges } = pageOf(rows, request(100, false), keyOf)
        const { cursor } = edges[Math.min(gone, count)]
        const now = [...Array.from({ length: come }, (_, i) => ({ id: i })), ...rows.slice(Math.min(gone, count))]
        const page = await readPage(listOf(now), request(size, isBackward, cursor))
        const place = now.indexOf(kept)
        const expected = isBackward
          ? now.slice(Math.max(0, place - size), place)
          : now.slice(place + 1, place + 1 + size)
        expect(idsOf(page)).toEqual(expected.map(({ id }) => id))
      }),
    ))

  test('leaves out the one row that is left out, and counts only where it saw all', () =>
    fc.assert(
      fc.asyncProperty(some, fc.nat(45), async ({ count, size }, left) => {
        const rows = rowsOf(count)
        const list = { ...listOf(rows), isLeftOut: ({ id }: Row) => id === 100 + left }
        const others = rows.map(({ id }) => id).filter((id) => id !== 100 + left)
        const found: number[] = []
        let cursor: string | null = null
        for (;;) {
          const page: Page<Row> = await readPage(list, request(size, false, cursor))
          found.push(...idsOf(page))
          if (page.end !== null) expect(page.end).toBe(others.length)
          if (!page.hasNextPage) break
          cursor = page.edges.at(-1)!.cursor
        }
        expect(found).toEqual(others)
      }),
    ))

  test('after a cursor of another list is refused', async () => {
    const { edges } = pageOf(rowsOf(3), request(3, false), keyOf)
    const other = listOf([{ id: 1 }, { id: 2 }])
    for (const cursor of [edges[1].cursor, 'x', ''])
      for (const isBackward of [false, true])
        await expect(readPage(other, request(2, isBackward, cursor)), cursor).rejects.toMatchObject({
          code: 'invalid_input',
        })
  })
})
