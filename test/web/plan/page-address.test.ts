import { expect, test } from 'vitest'
import { openAddress } from '../../../src/web/plan/page-address.ts'

function fakePage(hash: string, search = '') {
  const location = { hash, search, pathname: '/explore' }
  const history = {
    written: [] as string[],
    replaceState(_state: null, _unused: string, url: string) {
      history.written.push(url)
      location.hash = url.includes('#') ? url.slice(url.indexOf('#')) : ''
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

test('a plan behind ? is read like one behind #, and goes behind # with the first change', () => {
  const page = fakePage('', '?w=1,2;3,4&name=Here%20%E2%80%93%20there')
  const address = openAddress(page)
  expect(address.read()).toBe('#w=1,2;3,4&name=Here%20%E2%80%93%20there')
  address.write('w=1,2;3,4&map=8')
  expect(page.history.written).toEqual(['/explore#w=1,2;3,4&map=8'])
  expect(address.read()).toBe('#w=1,2;3,4&map=8')
})

test('what is behind ? and no plan is left alone', () => {
  const page = fakePage('', '?utm=1')
  const address = openAddress(page)
  expect(address.read()).toBe('')
  address.write('w=1,2')
  expect(page.history.written).toEqual(['#w=1,2'])
})

test('the language that an address names stays in it, whatever else is written', () => {
  const shared = fakePage('', '?w=1,2;3,4&language=it')
  openAddress(shared).write('w=1,2;3,4&map=8')
  const plain = fakePage('#a=1', '?language=ca')
  openAddress(plain).write('')
  expect([shared.history.written, plain.history.written]).toEqual([
    ['/explore?language=it#w=1,2;3,4&map=8'],
    ['/explore?language=ca'],
  ])
})
