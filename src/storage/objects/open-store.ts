// Opens the store at an address: `https://host/path`, `s3+https://host/bucket/prefix`, or the path of a folder. A user
// and password in the address of a web server are sent to that server and removed everywhere else.

import { isAbsolute, resolve, basename, dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { AwsV4Signer } from 'aws4fetch'
import { ServiceError } from '../../errors.ts'
import { HOUR_MS } from '../../durations.ts'
import { type ObjectStore, upTo, type Content } from './object-store.ts'
import { openWebStore } from './web-store.ts'

export interface StoreOptions {
  /** a request is given up after this long without a byte in either direction */
  stallMs?: number
  /** time limit for a whole range */
  rangeMs?: number
}

/** Throws ServiceError `invalid_input` if it is not an address. */
export function openStore(
  address: string,
  environment: Record<string, string | undefined>,
  options: StoreOptions = {},
): ObjectStore {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1].toLowerCase()
  if (scheme === undefined) return openFolderStore(isAbsolute(address) ? address : resolve(address))
  const url = URL.parse(address.replace(/^s3\+/i, ''))
  if (!/^(s3\+)?https?$/.test(scheme) || url === null)
    throw new ServiceError(
      'invalid_input',
      'The store is a folder, https://HOST/PATH, or s3+https://HOST/BUCKET/PREFIX for one that speaks S3.',
    )
  if (url.search !== '' || url.hash !== '')
    throw new ServiceError('invalid_input', 'The address of the store ends before ? and #: leave the rest out.')
  const { username, password } = url
  url.username = ''
  url.password = ''
  const base = url.href.replace(/\/?$/, '/')
  if (!scheme.startsWith('s3+')) {
    const headers: Record<string, string> = username === '' ? {} : { authorization: basicOf(username, password) }
    return openWebStore(base, async () => headers, options)
  }
  if (username !== '')
    throw new ServiceError(
      'invalid_input',
      'The keys of the store do not belong into its address: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  const keys = readKeys(environment)
  // some stores read a + in a path as a space, and others sign it as a plus: written so, it is a plus to all
  return openWebStore(base.replaceAll('+', '%2B'), (method, one) => signForS3(method, one, keys), options)
}

/** Of the parts of an address, as they are written there. */
function basicOf(username: string, password: string): string {
  try {
    const given = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return `Basic ${Buffer.from(given).toString('base64')}`
  } catch {
    throw new ServiceError('invalid_input', 'The password of the store has a % that is not written as %25.')
  }
}

function readKeys(environment: Record<string, string | undefined>): S3Keys {
  const read = (name: string) => environment[name]?.trim() ?? ''
  const [accessKeyId, secretAccessKey] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].map((name) => {
    if (read(name) !== '') return read(name)
    throw new ServiceError('invalid_input', `${name} is not set: a store that speaks S3 needs it.`)
  })
  return { accessKeyId, secretAccessKey, sessionToken: read('AWS_SESSION_TOKEN'), region: read('AWS_REGION') }
}

const CHUNK_BYTES = 1 << 20
/** A file left by a killed writer is removed when the same object is written this much later. */
const LEFT_MS = HOUR_MS

/**
 * A folder as a store: a mounted share, or a folder that a web server publishes. An object is written under a temporary
 * name, flushed and renamed, so that it is whole or absent.
 */
function openFolderStore(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, ...key.split('/'))
  return {
    name: root,
    async findBytes(key) {
      try {
        return (await stat(pathOf(key))).size
      } catch (thrown) {
        if (isNotThere(thrown)) return null
        throw fault(root, 'read', thrown)
      }
    },
    async read(key, maxBytes) {
      const path = pathOf(key)
      let bytes: number
      try {
        bytes = (await stat(path)).size
      } catch (thrown) {
        if (isNotThere(thrown)) return null
        throw fault(root, 'read', thrown)
      }
      const tooLong = () => new ServiceError('invalid_input', `The store ${root} has more in ${key} than it should.`)
      if (bytes > maxBytes) throw tooLong()
      return upTo(reading(path, root), maxBytes, tooLong)
    },
    async readRange(key, fromByte, bytes) {
      try {
        const file = await open(pathOf(key), 'r')
        try {
          const range = Buffer.alloc(bytes)
          const { bytesRead } = await file.read(range, 0, bytes, fromByte)
          if (bytesRead === bytes) return range
        } finally {
          await file.close()
        }
      } catch (thrown) {
        if (isNotThere(thrown)) return null
        throw fault(root, 'read', thrown)
      }
      throw new ServiceError('invalid_input', `The store ${root} has less in ${key} than it should.`)
    },
    async write(key, content) {
      await writeWhole(pathOf(key), content).catch((thrown: unknown) => {
        throw fault(root, 'written', thrown)
      })
    },
  }
}

async function* reading(path: string, root: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES })
  } catch (thrown) {
    throw fault(root, 'read', thrown)
  }
}

async function writeWhole(path: string, { open: openContent }: Content): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  await removeLeft(folder, `${basename(path)}.part-`)
  const draft = `${path}.part-${randomUUID()}`
  try {
    const file = await open(draft, 'wx')
    try {
      for await (const part of openContent()) await file.writeFile(part)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => {})
    throw thrown
  }
}

async function removeLeft(folder: string, beginning: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(beginning)) continue
    const left = join(folder, name)
    const writtenMs = (await stat(left).catch(() => null))?.mtimeMs ?? Infinity
    if (Date.now() - writtenMs > LEFT_MS) await rm(left, { force: true })
  }
}

function fault(root: string, done: 'read' | 'written', thrown: unknown): unknown {
  const { code } = thrown as NodeJS.ErrnoException
  if (thrown instanceof ServiceError || code === undefined) return thrown
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'it is full' : code
  return new ServiceError('invalid_input', `The store ${root} cannot be ${done} (${why}).`, { cause: thrown })
}

function isNotThere(thrown: unknown): boolean {
  const { code } = thrown as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

interface S3Keys {
  accessKeyId: string
  secretAccessKey: string
  /** empty: none */
  sessionToken: string
  /** empty: taken from the host name, else us-east-1 */
  region: string
}

/**
 * Headers that sign a request to an S3 store (AWS Signature Version 4). The body is not signed: it is streamed, and
 * what is read is checked by its hash.
 */
async function signForS3(method: string, url: string, keys: S3Keys): Promise<Record<string, string>> {
  const { accessKeyId, secretAccessKey, sessionToken, region } = keys
  const { headers } = await new AwsV4Signer({
    ...{ method, url, accessKeyId, secretAccessKey, service: 's3' },
    ...(sessionToken === '' ? {} : { sessionToken }),
    ...(region === '' ? {} : { region }),
  }).sign()
  return Object.fromEntries(headers)
}
