import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKey, findKey, hashKey, looksLikeKey, MemoryKeyStore } from '../../src/metering/api-key.ts'
import {
  type Credentials,
  identifyCaller,
  visitorOf,
  clientAddress,
  readTrustedProxies,
} from '../../src/metering/caller.ts'
import { PLANS } from '../../src/metering/plans.ts'

const nobody: Credentials = {
  authorization: undefined,
  apiKeyHeader: undefined,
  queryKeys: [],
  origin: undefined,
  address: '203.0.113.9',
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error) => error.code,
  )

describe('keys', () => {
  test('look as decision `keys-and-credits` says and differ each time', () => {
    const secret = createKey({ project: 'a', plan: 'free' })
    const browser = createKey({ project: 'a', plan: 'free', browser: true })
    expect(secret.key).toMatch(/^svc_[0-9A-Za-z]{32}$/)
    expect(browser.key).toMatch(/^svc_pub_[0-9A-Za-z]{32}$/)
    expect(createKey({ project: 'a', plan: 'free' }).key).not.toBe(secret.key)
    expect(looksLikeKey(`${secret.key}x`)).toBe(false)
  })

  test('only the SHA-256 and the first 12 characters are kept', () => {
    const { key, record } = createKey({ project: 'a', plan: 'free' })
    expect(record.prefix).toBe(key.slice(0, 12))
    expect(record.sha256.equals(hashKey(key))).toBe(true)
    expect(JSON.stringify(record)).not.toContain(key.slice(12))
  })

  test('an unknown, revoked or cut key is not found', async () => {
    const store = new MemoryKeyStore()
    const { key, record } = createKey({ project: 'a', plan: 'free' })
    store.add(record)
    expect(await findKey(store, key)).toBe(record)
    expect(await findKey(store, createKey({ project: 'a', plan: 'free' }).key)).toBeNull()
    expect(await findKey(store, key.slice(0, -1))).toBeNull()
    record.revoked = true
    expect(await findKey(store, key)).toBeNull()
  })

  test('a key that is replaced works up to the moment from which it is revoked, and not in it', async () => {
    const store = new MemoryKeyStore()
    const { key, record } = createKey({ project: 'a', plan: 'free' })
    store.add(record)
    const found = async (revokedMs: number | null) => {
      record.revokedMs = revokedMs
      return (await findKey(store, key, 1000)) !== null
    }
    for (const [revokedMs, works] of [
      [null, true],
      [1001, true],
      [1000, false],
      [999, false],
    ] as const)
      expect([revokedMs, await found(revokedMs)]).toEqual([revokedMs, works])
  })
})

describe('who calls', () => {
  const store = new MemoryKeyStore()
  const secret = createKey({ project: 'p1', plan: 'pro' })
  const browser = createKey({ project: 'p2', plan: 'free', browser: true, origins: ['https://example.org'] })
  store.add(secret.record)
  store.add(browser.record)

  test('without a key it is the address', async () => {
    expect(await identifyCaller(nobody, store)).toMatchObject({
      account: 'address:203.0.113.9',
      key: null,
      ratePerS: 5,
    })
  })

  test('a key comes by Authorization, X-Api-Key or query', async () => {
    for (const given of [
      { authorization: `Bearer ${secret.key}` },
      { apiKeyHeader: secret.key },
      { queryKeys: [secret.key] },
    ]) {
      expect(await identifyCaller({ ...nobody, ...given }, store)).toMatchObject({
        account: 'project:p1',
        ratePerS: 50,
      })
    }
  })

  test('the same key twice is one key, two different ones are 400', async () => {
    expect(
      await identifyCaller({ ...nobody, authorization: `Bearer ${secret.key}`, queryKeys: [secret.key] }, store),
    ).toMatchObject({ account: 'project:p1' })
    expect(
      await failure(
        identifyCaller({ ...nobody, authorization: `Bearer ${secret.key}`, apiKeyHeader: browser.key }, store),
      ),
    ).toBe('invalid_input')
  })

  test('an unknown key is refused and never falls back to the address', async () => {
    for (const given of [{ apiKeyHeader: 'svc_nothing' }, { authorization: 'Basic abc' }, { queryKeys: [''] }]) {
      expect(await failure(identifyCaller({ ...nobody, ...given }, store))).toBe('invalid_key')
    }
  })

  test('a browser key works from its origins only, at 2 a second for each visitor address', async () => {
    const from = (origin: string | undefined, address = nobody.address) =>
      identifyCaller({ ...nobody, address, apiKeyHeader: browser.key, origin }, store)
    expect(await failure(from(undefined))).toBe('origin_not_allowed')
    expect(await failure(from('https://evil.example'))).toBe('origin_not_allowed')
    const here = await from('https://example.org')
    const there = await from('https://example.org', '203.0.113.10')
    expect(here).toMatchObject({ account: 'project:p2', ratePerS: 2 })
    expect(there.rateAccount).not.toBe(here.rateAccount)
  })

  test('from one address by the page, by keys of projects or by none has credits and a rate of its own each', async () => {
    const { address } = nobody
    const callers = [
      visitorOf({ account: 'explorer', plan: PLANS.free }, address),
      await identifyCaller(nobody, store),
      await identifyCaller({ ...nobody, apiKeyHeader: secret.key }, store),
      await identifyCaller({ ...nobody, apiKeyHeader: browser.key, origin: 'https://example.org' }, store),
    ]
    expect(new Set(callers.map(({ account }) => account)).size).toBe(4)
    expect(new Set(callers.map(({ rateAccount }) => rateAccount)).size).toBe(4)
    expect(callers.map((caller) => caller.address)).toEqual(Array(4).fill(address))
  })
})

describe('the address of a caller', () => {
  const proxies = readTrustedProxies(['10.0.0.0/8', '192.0.2.1'])

  test('is the socket, whatever a header of an unlisted peer claims', () => {
    expect(clientAddress('203.0.113.9', '1.2.3.4', proxies)).toBe('203.0.113.9')
    expect(clientAddress('10.0.0.1', '1.2.3.4', readTrustedProxies([]))).toBe('10.0.0.1')
  })

  test('behind listed proxies it is the right-most untrusted hop', () => {
    expect(clientAddress('10.0.0.1', '6.6.6.6, 203.0.113.9, 192.0.2.1', proxies)).toBe('203.0.113.9')
    expect(clientAddress('::ffff:10.0.0.1', '203.0.113.9:5123', proxies)).toBe('203.0.113.9')
    expect(clientAddress('10.0.0.1', 'spoofed, 10.0.0.2', proxies)).toBe('10.0.0.2')
    expect(clientAddress('10.0.0.1', 'nonsense', proxies)).toBe('10.0.0.1')
    // what is left of something that is no address may be written by the client
    expect(clientAddress('10.0.0.1', '203.0.113.9, nonsense, 10.0.0.2', proxies)).toBe('10.0.0.2')
    expect(clientAddress('10.0.0.1', '203.0.113.9, , 10.0.0.2', proxies)).toBe('10.0.0.2')
  })

  test('of a long list of hops the last 1,024 characters are read, and what is left of a cut address is none', () => {
    const listOf = (characters: number) => {
      const trusted = ', 10.0.0.2'.repeat(101)
      return `${'198.51.100.77'.padEnd(characters - trusted.length)}${trusted}`
    }
    expect(listOf(1025)).toHaveLength(1025)
    expect(clientAddress('10.0.0.1', listOf(1024), proxies)).toBe('198.51.100.77')
    for (const cut of [1, 2]) expect(clientAddress('10.0.0.1', listOf(1024 + cut), proxies)).toBe('10.0.0.2')
  })
  test('IPv6 is counted per /64, however it is written', () => {
    expect(clientAddress('2001:db8:1:2:3:4:5:6', undefined, proxies)).toBe('2001:db8:1:2::/64')
    expect(clientAddress('2001:0DB8:1:2::9', undefined, proxies)).toBe('2001:db8:1:2::/64')
    expect(clientAddress('2001:db8::1', undefined, proxies)).toBe('2001:db8:0:0::/64')
    expect(clientAddress('fe80::1%eth0', undefined, proxies)).toBe('fe80:0:0:0::/64')
    expect(clientAddress('::ffff:203.0.113.9', undefined, proxies)).toBe('203.0.113.9')
  })
  test('IPv6 is the same network wherever its zeros are left out', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    const cut = fc.record({ from: fc.nat(7), count: fc.integer({ min: 1, max: 8 }) })
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), cut, (given, { from, count }) => {
        const to = Math.min(8, from + count)
        const groups = given.map((value, i) => (i >= from && i < to ? '0' : value))
        const written = `${groups.slice(0, from).join(':')}::${groups.slice(to).join(':')}`
        expect(clientAddress(written, undefined, proxies)).toBe(`${groups.slice(0, 4).join(':')}::/64`)
      }),
      { examples: [[['2a00', '0', '0', '1', '2', '3', '4', '5'], { from: 1, count: 2 }]] },
    )
  })
})
