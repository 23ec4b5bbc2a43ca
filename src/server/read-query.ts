// The grammar of query strings: names in snake_case, `lat,lon` pairs between vertical bars, numbers in plain decimal
// notation. The only place where latitude comes first. A repeated name, or text in place of a number, is 400.

import { say } from '../language/sentence.ts'
import { ServiceError } from '../errors.ts'
import { decimalOf } from '../wire/numbers.ts'

/** More members than any list of words needs. */
const MAX_LIST = 100
/** The character that decoding substitutes for bytes that are not text. */
const NO_UTF8 = '\ufffd'

export class Query {
  #parameters: URLSearchParams

  constructor(text: string) {
    this.#parameters = new URLSearchParams(text)
  }

  /**
   * Returns undefined if absent. Throws ServiceError `invalid_input` if given twice, or if its bytes are not UTF-8 (a
   * lone surrogate is not).
   */
  text(name: string): string | undefined {
    const values = this.#parameters.getAll(name)
    if (values.length > 1)
      throw new ServiceError(say('error.invalid_input.repeated_field', { field: name, times: values.length }), {
        inputPath: name,
      })
    if (values[0]?.includes(NO_UTF8))
      throw new ServiceError(say('error.invalid_input.utf8', { field: name }), { inputPath: name })
    return values[0]
  }

  /** A number; anything else stays text, so that the schema refuses it with its own message. */
  number(name: string): number | string | undefined {
    const text = this.text(name)
    return text === undefined ? undefined : toNumber(text)
  }

  /**
   * `lat,lon|lat,lon` as `[lon, lat]` pairs; undefined if absent. Throws ServiceError `invalid_input` at a malformed
   * pair.
   */
  latLonPairs(name: string, max: number): (number | string)[][] | undefined {
    const text = this.text(name)
    if (text === undefined || text.trim() === '') return undefined
    const parts = text.split('|', max + 2)
    // one too many is enough for the schema to refuse it
    return parts.map((part, index) => {
      const pair = part.split(',')
      if (pair.length !== 2)
        throw new ServiceError(
          say('error.invalid_input.lat_lon', { field: `${name}[${index}]`, given: JSON.stringify(part.slice(0, 40)) }),
          { inputPath: `${name}[${index}]` },
        )
      return [toNumber(pair[1]), toNumber(pair[0])]
    })
  }

  /** Words between commas, trimmed; undefined if absent. */
  list(name: string, max = MAX_LIST): string[] | undefined {
    return this.text(name)
      ?.split(',', max + 1)
      .map((word) => word.trim())
  }

  /** Numbers between commas; anything else stays text, for the schema to refuse. */
  numbers(name: string, max = MAX_LIST): (number | string)[] | undefined {
    return this.list(name, max)?.map(toNumber)
  }

  /** `1` is true; absent is undefined. Throws ServiceError `invalid_input` at anything else. */
  switch(name: string): true | undefined {
    const text = this.text(name)
    if (text !== undefined && text !== '1')
      throw new ServiceError(say('error.invalid_input.switch', { field: name }), { inputPath: name })
    return text === undefined ? undefined : true
  }

  all(name: string): string[] {
    return this.#parameters.getAll(name)
  }
}

function toNumber(text: string): number | string {
  const value = decimalOf(text)
  return Number.isNaN(value) ? text.trim() : value
}
