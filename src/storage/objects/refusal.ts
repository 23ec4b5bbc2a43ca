// What a store says by refusing a request, as one sentence with what to do about it. The body of the answer is not
// shown, since it may repeat what was signed; of an answer of S3 its code and region are.

import { ServiceError } from '../../errors.ts'

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
export function findCode(text: string): string | null {
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? null
}

/** A failure that may pass by itself is `busy`. */
export function toError({ name, method, url, key, response, text }: Refusal): ServiceError {
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
