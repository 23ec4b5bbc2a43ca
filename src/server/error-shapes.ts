// One typed error, three bodies (decision: errors), with field names in REST form: names in backticks are rewritten
// from camelCase to snake_case. A 500 reveals no internals and carries the request id.

import type { ServiceError } from '../errors.ts'
import { toSnake } from '../wire/key-case.ts'

export type ErrorShape = 'error' | 'product' | 'route'

/** Valhalla's own error numbers where it has one for the case; 199 is its "unknown". */
const VALHALLA_CODES: Partial<Record<ServiceError['code'], number>> = {
  invalid_json: 100,
  invalid_input: 130,
  not_found: 106,
  method_not_allowed: 101,
  too_large: 153,
  leg_too_long: 154,
  no_snap: 171,
  outside_region: 171,
  no_path: 442,
  setting_refused: 130,
  network_unavailable: 503,
  busy: 503,
}

/** The JSON text of a failure in its operation's shape. */
export function errorText(shape: ErrorShape, error: ServiceError, requestId: string): string {
  const message = errorMessage(error, requestId)
  if (shape === 'error') return JSON.stringify({ error: error.code, message })
  if (shape === 'product') return JSON.stringify({ error: { code: error.code, message } })
  return JSON.stringify({
    error: message,
    status_code: error.status,
    error_code: VALHALLA_CODES[error.code] ?? 199,
    service: { code: error.code, message },
  })
}

/** `maxSac` in backticks becomes `max_sac`; other text is unchanged. */
export function errorMessage(error: ServiceError, requestId: string): string {
  if (error.code === 'internal') return `Something went wrong inside the service. Request id: ${requestId}.`
  return error.message.replace(
    /`([A-Za-z][\w.[\]]*)`/g,
    (_, name: string) => `\`${name.split('.').map(toSnake).join('.')}\``,
  )
}
