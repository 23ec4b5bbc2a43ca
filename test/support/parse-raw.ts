import { RawJson, type WithRaw } from '../../src/wire/raw-json.ts'

/** The input with every held member parsed. Throws ServiceError `invalid_json`. */
export function parseRaw<T extends object>(input: WithRaw<T>): T {
  const parsed: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(input)) parsed[key] = member instanceof RawJson ? member.parse() : member
  return parsed as T
}
