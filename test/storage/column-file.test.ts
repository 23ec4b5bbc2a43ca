import { expect, test } from 'vitest'
import { layOutColumns, readColumnFile, writeColumnFile, type ColumnShape } from '../../src/storage/column-file.ts'

const GIB = 2 ** 30

/** A column that says how long it is, without its bytes. */
function longColumn(array: { name: string; BYTES_PER_ELEMENT: number }, length: number): ColumnShape {
  return { constructor: array, length, byteLength: length * array.BYTES_PER_ELEMENT }
}

test('columns of 2 GiB and more lie one after another, each at a multiple of 8', () => {
  const columns: [string, ColumnShape][] = [
    ['snapData', longColumn(Uint8Array, 2 * GIB - 3)],
    ['shapeLonE7', longColumn(Int32Array, 3 * GIB + 1)],
    ['edgeWayId', longColumn(Float64Array, GIB)],
    ['last', longColumn(Uint8Array, 5)],
  ]
  const { places, dataBytes } = layOutColumns(columns)
  expect(places.map(({ offset }) => offset)).toEqual([0, 2 * GIB, 14 * GIB + 8, 22 * GIB + 8])
  expect(dataBytes).toBe(22 * GIB + 16)
})

test('what is written is read again, whatever the lengths', () => {
  const columns = {
    bytes: Uint8Array.of(1, 2, 3),
    none: new Uint32Array(0),
    wide: Float64Array.of(1.5, -2),
    odd: Uint16Array.of(7, 8, 9),
  }
  expect(readColumnFile(writeColumnFile({ a: 1 }, columns))).toMatchObject({ meta: { a: 1 }, columns })
})

test('a column said to be longer than the file is refused before any view is made', () => {
  const bytes = new Uint8Array(writeColumnFile(null, { snapData: Uint8Array.of(1, 2, 3) }))
  const text = new TextDecoder('latin1').decode(bytes)
  const longer = text.replace('"length":3}', '"length":9}')
  expect(() => readColumnFile(Uint8Array.from(longer, (c) => c.charCodeAt(0)).buffer)).toThrow(
    /^column file is cut short in snapData$/,
  )
})
