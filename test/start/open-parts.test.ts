import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Logger } from '../../src/log.ts'
import { logLosses } from '../../src/start/open-parts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a loss is logged once when it begins and once when it ends', () => {
  const logged: string[] = []
  const log = {
    warn: (text: string) => logged.push(`warn ${text}`),
    info: (text: string) => logged.push(`info ${text}`),
  } as unknown as Logger
  let lost = ['The database is gone.']
  const stop = logLosses(() => lost, log, 100)
  expect(logged.splice(0)).toEqual(['warn The database is gone.'])
  vi.advanceTimersByTime(350)
  expect(logged).toEqual([])
  lost = ['The database is gone.', 'The store is gone.']
  vi.advanceTimersByTime(350)
  expect(logged.splice(0)).toEqual(['warn The store is gone.'])
  lost = ['The store is gone.']
  vi.advanceTimersByTime(350)
  expect(logged.splice(0)).toEqual(['info No longer: The database is gone.'])
  stop()
  lost = []
  vi.advanceTimersByTime(350)
  expect(logged).toEqual([])
})
