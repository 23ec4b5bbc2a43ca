// A web server as a store: GET, HEAD and PUT below one address, with headers made for each request (a password, a
// signature). Bodies are streamed. A request is given up after `stallMs` without a byte, a range also after `rangeMs`.
// Redirects are not followed: a signature for one host must not be sent to another.

import { ReadableStream } from 'node:stream/web'
import { ServiceError } from '../../errors.ts'
import { collect, upTo, type Content, type ObjectStore } from './object-store.ts'

const STALL_MS = 60_000
const RANGE_MS = 60_000
const MAX_REFUSAL_BYTES = 4096

type SignRequest = (method: string, url: string) => Promise<Record<string, string>>

/** `base` ends with a slash and contains no password. */
export function openWebStore(
  base: string,
  sign: SignRequest,
  { stallMs = STALL_MS, rangeMs = RANGE_MS }: { stallMs?: number; rangeMs?: number } = {},
): ObjectStore {
  const name = base.slice(0, -1)
  const send = (method: string, key: string, content: Content | null = null, range: Range | null = null) =>
    request({ name, method, url: `${base}${key}`, sign, stallMs, range }, content)
  return {
    name,
    async findBytes(key) {
      const answer = await send('HEAD', key)
      answer.end()
      if (isAbsent(answer.response)) return null
      if (!answer.response.ok) throw await refusal(answer, key, () => send('GET', key))
      const length = answer.response.headers.get('content-length')
      // a server that does not report the length gets the object again
      return length !== null && /^\d+$/.test(length) ? Number(length) : null
    },
    async read(key, maxBytes) {
      const answer = await send('GET', key)
      const { response } = answer
      if (await isMissing(answer, key)) return null
      if (response.status !== 200) throw await refusal(answer, key)
      const tooLong = () => new ServiceError('invalid_input', `The store ${name} sends more of ${key} than it should.`)
      if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
        answer.end()
        throw tooLong()
      }
      return upTo(bodyOf(answer), maxBytes, tooLong)
    },
    async readRange(key, fromByte, bytes) {
      const answer = await send('GET', key, null, { fromByte, bytes, withinMs: rangeMs })
      const { response } = answer
      if (await isMissing(answer, key)) return null
      if (response.status !== 206 && response.status !== 200 && response.status !== 416)
        throw await refusal(answer, key)
      const wrong = (what: string): ServiceError => {
        answer.end()
        return new ServiceError('invalid_input', `The store ${name} ${what}.`)
      }
      if (response.status === 200) throw wrong('does not answer HTTP ranges')
      if (response.status === 416) throw wrong(`has less in ${key} than it should`)
      const sent = /^bytes (\d+)-(\d+)\//.exec(response.headers.get('content-range') ?? '')
      if (Number(sent?.[1]) !== fromByte || Number(sent?.[2]) !== fromByte + bytes - 1)
        throw wrong(`sends another range of ${key} than was requested`)
      const body = await collect(upTo(bodyOf(answer), bytes, () => wrong(`sends more of ${key} than was requested`)))
      if (body.length < bytes) throw wrong(`sends less of ${key} than was requested`)
      return body
    },
    async write(key, content) {
      const answer = await send('PUT', key, content)
      if (!answer.response.ok) throw await refusal(answer, key)
      answer.end()
    },
  }
}

interface Range {
  fromByte: number
  bytes: number
  withinMs: number
}

interface Requested {
  /** null: the whole object */
  range: Range | null
  name: string
  method: string
  url: string
  sign: SignRequest
  stallMs: number
}

interface Answer {
  requested: Requested
  response: Response
  /** call whenever a byte has moved: starts the stall timer again */
  touch(): void
  /** frees the connection, however much was read */
  end(): void
  failure(thrown: unknown): unknown
}

async function request(requested: Requested, content: Content | null): Promise<Answer> {
  const { name, method, url, sign, stallMs, range } = requested
  const controller = new AbortController()
  let givenUp: string | null = null
  const giveUp = (why: string): void => {
    givenUp = why
    controller.abort()
  }
  const timer = setTimeout(() => giveUp(`nothing moved for ${stallMs / 1000} s`), stallMs)
  const limit =
    range === null ? undefined : setTimeout(() => giveUp(`not within ${range.withinMs / 1000} s`), range.withinMs)
  const touch = () => void timer.refresh()
  const end = (): void => {
    clearTimeout(timer)
    clearTimeout(limit)
    controller.abort()
  }
  const failure = (thrown: unknown): unknown => {
    end()
    if (thrown instanceof ServiceError) return thrown
    const { cause, message } = thrown as Error & { cause?: { code?: string } }
    const why = givenUp ?? cause?.code ?? message
    return new ServiceError('busy', `The store ${name} does not answer (${why}): try again later.`, { cause: thrown })
  }
  try {
    const response = await fetch(url, {
      method,
      headers: {
        'accept-encoding': 'identity',
        ...(content === null ? {} : { 'content-length': String(content.bytes) }),
        ...(range === null ? {} : { range: `bytes=${range.fromByte}-${range.fromByte + range.bytes - 1}` }),
        ...(await sign(method, url)),
      },
      ...(content === null ? {} : { body: toBody(watched(content.open(), touch)), duplex: 'half' }),
      redirect: 'manual',
      signal: controller.signal,
    })
    touch()
    return { requested, response, touch, end, failure }
  } catch (thrown) {
    // an error from reading a file arrives wrapped
    const { cause } = thrown as Error
    throw failure(cause instanceof ServiceError ? cause : thrown)
  }
}

function toBody(parts: AsyncIterable<Uint8Array>): BodyInit {
  return ReadableStream.from(parts) as unknown as BodyInit
}

async function* watched(parts: AsyncIterable<Uint8Array>, touch: () => void): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    touch()
    yield part
  }
}

async function* bodyOf({ response, touch, end, failure }: Answer): AsyncGenerator<Uint8Array> {
  try {
    if (response.body !== null) yield* watched(response.body, touch)
  } catch (thrown) {
    throw failure(thrown)
  } finally {
    end()
  }
}

function isAbsent({ status }: Response): boolean {
  return status === 404 || status === 410
}

/** Whether there is no such object. Throws ServiceError if S3 says that there is no such bucket. */
async function isMissing(answer: Answer, key: string): Promise<boolean> {
  const { requested, response } = answer
  if (!isAbsent(response)) return false
  const text = /xml/.test(response.headers.get('content-type') ?? '') ? await readBeginning(answer) : ''
  answer.end()
  if (findCode(text) === 'NoSuchBucket') throw toError({ ...requested, key, response, text })
  return true
}

/** Why a request was refused. An answer to HEAD has no body, so `askAgain` asks with GET. */
async function refusal(answer: Answer, key: string, askAgain?: () => Promise<Answer>): Promise<ServiceError> {
  const { requested, response } = answer
  let text = ''
  if (askAgain === undefined) text = await readBeginning(answer)
  else if (response.status >= 400 && response.status < 500) {
    const again = await askAgain().catch(() => null)
    if (again?.response.status === response.status) text = await readBeginning(again)
    else again?.end()
  }
  return toError({ ...requested, key, response, text })
}

async function readBeginning(answer: Answer): Promise<string> {
  let text = ''
  try {
    for await (const part of bodyOf(answer)) {
      text += Buffer.from(part).toString('latin1')
      if (text.length > MAX_REFUSAL_BYTES) break
    }
  } catch {
    // what came of it is enough
  }
  return text.slice(0, MAX_REFUSAL_BYTES)
}

export interface Refusal {
  /** of the store */
  name: string
  method: string
  url: string
  key: string
  response: Response
  /** beginning of the body */
  text: string
}

/** How an answer of S3 names what is wrong; null if it is not one. */
function findCode(text: string): string | null {
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? null
}

/**
 * What a store says by refusing a request, as one sentence with what to do about it. The body of the answer is not
 * shown, since it may repeat what was signed; of an answer of S3 its code and region are. A failure that may pass by
 * itself is `busy`.
 */
function toError({ name, method, url, key, response, text }: Refusal): ServiceError {
  const { status } = response
  const code = findCode(text)
  const said = `${status}${code === null ? '' : ` ${code}`}`
  const what = `The store ${name}`
  if (status >= 500 || status === 429) return new ServiceError('busy', `${what} answers ${said}: try again later.`)
  const mistake = (sentence: string) => new ServiceError('invalid_input', `${what} ${sentence}`)
  if (status >= 300 && status < 400) {
    const host = URL.parse(response.headers.get('location') ?? '', url)?.host
    return mistake(
      `sends on to ${host ?? 'another address'} (${said}), which is not followed: give the address that answers itself.`,
    )
  }
  if (code === 'AuthorizationHeaderMalformed') {
    const region = /<Region>([A-Za-z0-9-]{1,60})<\/Region>/.exec(text)?.[1]
    return mistake(
      `refuses ${method} (${said}): ${region === undefined ? 'check AWS_REGION and the keys' : `set AWS_REGION to ${region}`}.`,
    )
  }
  if (code === 'RequestTimeTooSkewed') return mistake(`refuses ${method} (${said}): set the clock of this machine.`)
  if (status === 401 || status === 403)
    return mistake(
      `refuses ${method} (${said}): check the keys and what they may do. S3 also says so of what is not there, unless they may list the bucket.`,
    )
  if (method === 'PUT' && (status === 405 || status === 501))
    return mistake(`takes no files (${said}): PUT is not allowed there.`)
  if (code === 'NoSuchBucket' || (method === 'PUT' && (status === 404 || status === 410)))
    return mistake(`has no such bucket or folder (${said}).`)
  return mistake(`answers ${method} of ${key} with ${said}.`)
}
