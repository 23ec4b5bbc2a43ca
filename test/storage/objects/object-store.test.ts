// Three kinds of stores behind one interface, and what each does when something is wrong.

import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../../src/storage/objects/open-store.ts'
import {
  readBytes,
  readText,
  withTries,
  writeText,
  type ObjectStore,
} from '../../../src/storage/objects/object-store.ts'
import { temporaryFolder } from '../../map/style/sample-release.ts'
import { S3_KEYS, startObjectServer, type ObjectServer } from '../../support/object-server.ts'

const folder = temporaryFolder()
let web: ObjectServer
let s3: ObjectServer
beforeAll(async () => {
  ;[web, s3] = await Promise.all([startObjectServer(), startObjectServer({ signed: true })])
})
beforeEach(() => {
  web.interfere = () => false
  s3.interfere = () => false
})
afterAll(() => Promise.all([web.stop(), s3.stop()]))

const OPTIONS = { stallMs: 2000 }
const openWeb = () => openStore(`${web.url}/maps/`, {}, OPTIONS)
const openS3 = (keys: Record<string, string> = S3_KEYS) => openStore(`s3+${s3.url}/bucket/maps`, keys, OPTIONS)

async function fault(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error as { code: string; message: string },
  )
  expect(thrown).not.toBeNull()
  return thrown!
}

describe.each<[string, () => ObjectStore]>([
  ['a folder', () => openStore(join(folder, 'share'), {})],
  ['a web server', openWeb],
  ['S3', openS3],
])('%s', (_, open) => {
  test('gives back what was written, and null for what was not', async () => {
    const store = open()
    expect(await store.findBytes('a/b.json')).toBeNull()
    expect(await readText(store, 'a/b.json', 10)).toBeNull()
    await writeText(store, 'a/b.json', 'höher')
    expect(await store.findBytes('a/b.json')).toBe(6)
    expect(await readText(store, 'a/b.json', 6)).toBe('höher')
  })

  test('takes content in parts, and an empty one', async () => {
    const store = open()
    const open3 = async function* () {
      for (const letter of 'abc') yield Buffer.alloc(100_000, letter)
    }
    await store.write('big', { bytes: 300_000, open: open3 })
    expect(await readText(store, 'big', 300_000)).toMatch(/^a{100000}b{100000}c{100000}$/)
    await writeText(store, 'empty', '')
    expect(await store.findBytes('empty')).toBe(0)
    expect(await readText(store, 'empty', 0)).toBe('')
  })

  test('gives a range inside an object, whole, and null where there is no object', async () => {
    const store = open()
    await writeText(store, 'ten', '0123456789')
    expect(String(await store.readRange('ten', 3, 4))).toBe('3456')
    expect(String(await store.readRange('ten', 9, 1))).toBe('9')
    expect(await store.readRange('none', 0, 1)).toBeNull()
    expect((await fault(store.readRange('ten', 8, 4))).code).toBe('invalid_input')
    expect((await fault(store.readRange('ten', 10, 1))).message).toMatch(/has less in ten than it should/)
  })

  test('ends as soon as there is more than was requested', async () => {
    const store = open()
    await writeText(store, 'long', 'x'.repeat(1000))
    expect((await fault(readText(store, 'long', 999))).message).toMatch(/more .*than it should/)
  })

  test('has nothing of what was written by half', async () => {
    const store = open()
    const breaking = async function* () {
      yield Buffer.alloc(10)
      throw Object.assign(new Error('disk gone'), { code: 'EIO' })
    }
    await fault(store.write('half', { bytes: 20, open: breaking }))
    expect(await store.findBytes('half')).toBeNull()
  })
})

describe('a folder', () => {
  test('is cleaned of what a killed writer left, an hour later', async () => {
    const root = join(folder, 'left')
    mkdirSync(root)
    for (const name of ['a.part-old', 'a.part-new', 'b.part-old']) writeFileSync(join(root, name), 'x')
    for (const name of ['a.part-old', 'b.part-old']) utimesSync(join(root, name), 1, 1)
    await writeText(openStore(root, {}), 'a', 'whole')
    expect(readdirSync(root).sort()).toEqual(['a', 'a.part-new', 'b.part-old'])
  })

  test('that is a file is refused by name', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect((await fault(writeText(openStore(file, {}), 'a', 'x'))).message).toMatch(
      /cannot be written \((ENOTDIR|EEXIST)\)/,
    )
  })
})

describe('a web server', () => {
  test('gets the user and the password of its address, which no message has', async () => {
    const store = openStore(web.url.replace('//', '//anna:geh%20heim@'), {}, OPTIONS)
    await writeText(store, 'x', 'x')
    expect(web.lastHeaders.authorization).toBe(`Basic ${Buffer.from('anna:geh heim').toString('base64')}`)
    web.interfere = (_, response) => Boolean(response.writeHead(401).end())
    const thrown = await fault(store.findBytes('x'))
    expect(`${store.name} ${inspect(thrown, { depth: 9 })}`).not.toMatch(/anna|heim/)
    expect(thrown.message).toMatch(/refuses HEAD \(401\): check the keys/)
  })

  test('that sends on to another host is not followed', async () => {
    web.interfere = (_, response) => Boolean(response.writeHead(302, { location: `${s3.url}/elsewhere` }).end())
    const requested = s3.requested.length
    const { code, message } = await fault(readText(openWeb(), 'x', 10))
    expect([code, message]).toEqual(['invalid_input', expect.stringMatching(/sends on to 127\.0\.0\.1:\d+ \(302\)/)])
    expect(s3.requested.length).toBe(requested)
  })

  test.each([
    ['never answers', () => true],
    [
      'stops in the middle',
      (_: unknown, response: { writeHead(status: number): { write(text: string): void } }) => {
        response.writeHead(200).write('abc')
        return true
      },
    ],
  ])('that %s is given up', async (_, interfere) => {
    web.interfere = interfere
    const { code, message } = await fault(readText(openWeb(), 'x', 10))
    expect([code, message]).toEqual(['busy', expect.stringMatching(/does not answer \(nothing moved for 2 s\)/)])
  })

  test('that is slow but moves is waited for', async () => {
    web.interfere = (_, response) => {
      response.writeHead(200)
      const text = 'slow as well'
      ;[...text].forEach((letter, i) => setTimeout(() => response.write(letter), i * 60))
      setTimeout(() => response.end(), text.length * 60)
      return true
    }
    expect(await readText(openStore(web.url, {}, { stallMs: 500 }), 'x', 12)).toBe('slow as well')
  })

  test.each<[string, Record<string, string>, number, string, RegExp]>([
    ['answers all of it', {}, 200, 'abcdefgh', /does not answer HTTP ranges/],
    ['answers another range', { 'content-range': 'bytes 0-3/8' }, 206, 'abcd', /sends another range of x/],
    ['does not say which', {}, 206, 'cdef', /sends another range of x/],
    ['sends more', { 'content-range': 'bytes 2-5/8' }, 206, 'cdefgh', /sends more of x/],
    ['sends less', { 'content-range': 'bytes 2-5/8' }, 206, 'cde', /sends less of x/],
  ])('that %s when asked for a range is refused', async (_, headers, status, body, said) => {
    web.interfere = (_, response) => Boolean(response.writeHead(status, headers).end(body))
    expect(await fault(openWeb().readRange('x', 2, 4))).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(said),
    })
  })

  test('that sends a range drop by drop is given up in time', async () => {
    web.interfere = (_, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-999/1000' })
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
      return true
    }
    const store = openStore(web.url, {}, { stallMs: 30_000, rangeMs: 300 })
    expect(await fault(store.readRange('x', 0, 1000))).toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/does not answer \(not within 0\.3 s\)/),
    })
  })

  test('that is gone or has a fault is worth another try, one that refuses is not', async () => {
    const gone = await startObjectServer()
    await gone.stop()
    expect(await fault(openStore(gone.url, {}).findBytes('x'))).toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/ECONNREFUSED/),
    })
    let left = 2
    web.interfere = (_, response) => left-- > 0 && Boolean(response.writeHead(503).end())
    await withTries(() => writeText(openWeb(), 'again', 'x'), 1)
    let requested = 0
    web.interfere = (_, response) => Boolean(++requested && response.writeHead(405).end())
    const { message } = await fault(withTries(() => writeText(openWeb(), 'x', 'x'), 1))
    expect([message, requested]).toEqual([expect.stringMatching(/takes no files \(405\)/), 1])
  })
})

describe('S3', () => {
  test('refuses a wrong secret, and no message has a key', async () => {
    const store = openS3({ ...S3_KEYS, AWS_SECRET_ACCESS_KEY: 'wrong-secret' })
    const thrown = await fault(writeText(store, 'x', 'x'))
    expect(thrown.message).toMatch(/refuses PUT \(403 SignatureDoesNotMatch\): check the keys/)
    expect(inspect(thrown, { depth: 9 })).not.toMatch(/wrong-secret|AKIDEXAMPLE/)
    await writeText(openS3(), 'x', 'x')
    expect(s3.objects.has('/bucket/maps/x')).toBe(true)
  })

  const refuse = (status: number, error: string) => {
    s3.interfere = (_, response) =>
      Boolean(response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error>${error}</Error>`))
  }

  test.each<[string, number, string, string, string]>([
    ['region', 400, 'AuthorizationHeaderMalformed', '<Region>eu-west-9</Region>', 'set AWS_REGION to eu-west-9.'],
    ['region or key', 400, 'AuthorizationHeaderMalformed', '', 'check AWS_REGION and the keys.'],
    ['clock', 403, 'RequestTimeTooSkewed', '', 'set the clock of this machine.'],
    ['secret', 403, 'SignatureDoesNotMatch', '', 'check the keys and what they may do.'],
  ])('names a wrong %s, also where HEAD is refused, whose answer has no body', async (_, status, code, more, said) => {
    refuse(status, `<Code>${code}</Code>${more}`)
    const store = openS3()
    for (const work of [() => store.findBytes('x'), () => store.read('x', 9), () => store.readRange('x', 0, 1)]) {
      const thrown = await fault(work())
      expect(thrown.code).toBe('invalid_input')
      expect(thrown.message).toMatch(/ refuses (?:GET|HEAD) \(/)
      expect(thrown.message).toContain(`(${status} ${code}): ${said}`)
    }
  })

  test('is not asked again about a HEAD that failed and may pass', async () => {
    refuse(503, '')
    const before = s3.requested.length
    expect((await fault(openS3().findBytes('x'))).code).toBe('busy')
    expect(s3.requested.slice(before)).toEqual(['HEAD /bucket/maps/x'])
  })

  test('without the bucket says so, and does not pass for one that has nothing yet', async () => {
    const store = openS3()
    refuse(404, '<Code>NoSuchBucket</Code><BucketName>bucket</BucketName>')
    for (const work of [() => store.read('x', 9), () => store.readRange('x', 0, 1), () => writeText(store, 'x', 'x')])
      expect((await fault(work())).message).toMatch(/has no such bucket or folder \(404 NoSuchBucket\)\.$/)
    refuse(404, '<Code>NoSuchKey</Code>')
    expect([await store.read('x', 9), await store.readRange('x', 0, 1)]).toEqual([null, null])
  })

  test('may have a + in its address, which is signed as it is sent', async () => {
    const store = openStore(`s3+${s3.url}/bucket/a+b`, S3_KEYS, OPTIONS)
    await writeText(store, 'x', 'plus')
    expect(await readText(store, 'x', 9)).toBe('plus')
    expect(s3.objects.has('/bucket/a%2Bb/x')).toBe(true)
  })

  test('needs its keys from the environment, and takes a session token', async () => {
    expect(() => openS3({ AWS_ACCESS_KEY_ID: 'a' })).toThrow(/^AWS_SECRET_ACCESS_KEY is not set/)
    expect(() => openStore('s3+https://a:b@host/bucket', S3_KEYS)).toThrow(/do not belong into its address/)
    await writeText(openS3({ ...S3_KEYS, AWS_SESSION_TOKEN: 'for-an-hour' }), 'x', 'x')
    expect(s3.lastHeaders['x-amz-security-token']).toBe('for-an-hour')
  })
})

test('an address that is none is refused without being repeated', () => {
  expect(() => openStore('https://anna:50%@host/x', {})).toThrow(/^The password of the store has a %(?!.*50%)/)
  for (const address of ['ftp://user:secret@host/x', 's3://bucket', 'https://', 'https://host/x?token=secret'])
    expect(() => openStore(address, S3_KEYS)).toThrow(/^The (store is a folder|address of the store ends)(?!.*secret)/)
})

test('a store that never stops sending a byte at a time is given up', async () => {
  web.interfere = (_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 5)
    response.once('close', () => clearInterval(timer))
    return true
  }
  const { code, message } = await fault(readBytes(openWeb(), 'note.json', 1e6, 50))
  expect(code).toBe('busy')
  expect(message).toMatch(/sends note\.json too slowly/)
})
