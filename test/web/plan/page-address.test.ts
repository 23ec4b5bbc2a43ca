import { expect, test } from 'vitest'
import { openAddress } from '../../../src/web/plan/page-address.ts'

function fakePage(hash: string) {
  const location = { hash, pathname: '/explore' }
  const history = {
    written: [] as string[],
    replaceState(_state: null, _unused: string, url: string) {
      history.written.push(url)
      location.hash = url.startsWith('#') ? url : ''
    },
  }
  return { location, history }
}

test('a state is written once, and an empty one leaves no hash', () => {
  const page = fakePage('')
  const address = openAddress(page)
  address.write('a=1')
  address.write('a=1')
  address.write('')
  expect(page.history.written).toEqual(['#a=1', '/explore'])
})

test('what was pasted is not written over until it was read', () => {
  const page = fakePage('#a=1')
  const address = openAddress(page)
  page.location.hash = '#b=2'
  address.write('a=1&map=8')
  expect(page.location.hash).toBe('#b=2')
  expect(address.read()).toBe('#b=2')
  address.write('b=2&map=8')
  expect(page.location.hash).toBe('#b=2&map=8')
})
