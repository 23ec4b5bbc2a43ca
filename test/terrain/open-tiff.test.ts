import { expect, test } from 'vitest'
import { gdalItem } from '../../src/terrain/open-tiff.ts'

const METADATA = `<GDALMetadata>
  <Item name="AREA">x</Item>
  <Item name="OFFSET" sample="0" role="offset">-10</Item>
  <Item name="SCALE" sample="0" ROLE="SCALE">0.1</Item>
</GDALMetadata>`

test('an item is found by its role, in any case', () => {
  expect(gdalItem(METADATA, 'offset')).toBe('-10')
  expect(gdalItem(METADATA, 'scale')).toBe('0.1')
})

test('an item that is not there is null', () => {
  expect(gdalItem(METADATA, 'unit')).toBeNull()
  expect(gdalItem('', 'scale')).toBeNull()
})
