import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { ImportFault, toFailureText } from '../../src/import/import-failure.ts'

const system = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: it failed`), { code, ...(path === undefined ? {} : { path }) })

describe('toFailureText', () => {
  test('passes a foreseen failure on, and adds that nothing was published', () => {
    expect(toFailureText(new ServiceError('invalid_input', 'a.pbf is cut short.'), 'nodes', '/d')).toEqual({
      sentence: 'a.pbf is cut short. Nothing was published.',
      stack: null,
    })
  })

  test.each([
    [
      'ENOSPC',
      'The disk of /d is full during "terrain tiles": free some space and import again. Nothing was published.',
    ],
    [
      'EROFS',
      '/d lies on a disk that is mounted read-only during "terrain tiles": name another folder with --data. Nothing was published.',
    ],
    [
      'EACCES',
      '/d cannot be used by this user during "terrain tiles": change its permissions, or name another folder with --data. Nothing was published.',
    ],
  ])('tells %s of the file system in words', (code, sentence) => {
    expect(toFailureText(system(code, '/d/x'), 'terrain tiles', '/d')).toEqual({ sentence, stack: null })
  })

  test('gives the stack of a fault of the program, and only of that', () => {
    const bug = new TypeError('x is not a function')
    expect(toFailureText(bug, 'hierarchy', '/d')).toEqual({
      sentence:
        'The import failed during "hierarchy": x is not a function. Nothing was published; please report this with the lines below.',
      stack: bug.stack,
    })
    expect(toFailureText(new ServiceError('internal', 'hidden', { cause: bug }), null, '/d').stack).toBe(bug.stack)
    expect(toFailureText('a text', null, '/d').sentence).toContain('a text')
  })

  test('keeps words that were made where more was known', () => {
    const text = { sentence: 'as it is', stack: null }
    expect(toFailureText(new ImportFault(text, null), 'x', '/other')).toBe(text)
  })
})
