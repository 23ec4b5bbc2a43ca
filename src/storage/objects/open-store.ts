// Opens the store at an address: `https://host/path`, `s3+https://host/bucket/prefix`, or the path of a folder. A user
// and password in the address of a web server are sent to that server and removed everywhere else.

import { isAbsolute, resolve } from 'node:path'
import { ServiceError } from '../../errors.ts'
import { openFolderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'
import { signForS3, type S3Keys } from './sign-s3.ts'
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
