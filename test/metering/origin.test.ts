import { describe, expect, test } from 'vitest'
import { isListedOrigin, readOrigin } from '../../src/metering/origin.ts'

describe('an origin of a browser key', () => {
  test.each([
    ['https://example.org', 'https://example.org'],
    ['HTTPS://Example.ORG/', 'https://example.org'],
    ['https://example.org:443', 'https://example.org'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://[::1]:80', 'http://[::1]'],
    ['https://*.Example.org', 'https://*.example.org'],
    ['https://*.example.org:443/', 'https://*.example.org'],
    ['https://*.example.org:8443', 'https://*.example.org:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%s is kept as %s', (given, kept) => expect(readOrigin(given)).toBe(kept))

  test.each([
    '',
    '*',
    'example.org',
    'https://',
    'ftp://example.org',
    'https://example.org/path',
    'https://example.org?x',
    'https://user@example.org',
    'null',
    'https://*',
    'https://*.org',
    'https://*.',
    'https://a.*.example.org',
    'https://ex*mple.org',
    'https://*.example.org:99999',
  ])('"%s" is none', (given) => expect(() => readOrigin(given)).toThrow(RangeError))

  test.each<[string, string, boolean]>([
    ['https://example.org', 'https://example.org', true],
    ['https://example.org', 'http://example.org', false],
    ['https://example.org', 'https://example.org:8443', false],
    ['https://example.org', 'https://www.example.org', false],
    ['https://example.org', 'https://example.org.evil.net', false],
    ['https://example.org', 'null', false],
    ['https://*.example.org', 'https://www.example.org', true],
    ['https://*.example.org', 'https://a.b.example.org', true],
    ['https://*.example.org', 'https://example.org', false],
    ['https://*.example.org', 'https://.example.org', false],
    ['https://*.example.org', 'https://evilexample.org', false],
    ['https://*.example.org', 'http://www.example.org', false],
    ['https://*.example.org', 'https://www.example.org:8443', false],
    ['https://*.example.org', 'https://evil.net/.example.org', false],
    ['https://*.example.org', 'https://evil.net#.example.org', false],
    ['https://*.example.org', 'https://user@www.example.org', false],
    ['https://*.example.org:8443', 'https://www.example.org:8443', true],
  ])('%s and a call from %s: %s', (listed, origin, isListed) =>
    expect(isListedOrigin(origin, [readOrigin(listed)])).toBe(isListed),
  )
})
