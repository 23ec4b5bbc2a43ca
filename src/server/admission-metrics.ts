// What is counted of requests before they run: refused, cut off, in flight, and what they hold.

import type { MetricRegistry } from '../observe/metric-registry.ts'
import type { CpuBudget } from '../overload/cpu-budget.ts'
import type { Admission } from './admission.ts'
import type { ConnectionLimits } from './connection-limits.ts'

/** `connections`: those of the listeners. `cpu` null: processor time is not limited. */
export function addAdmissionMetrics(
  registry: MetricRegistry,
  admission: Admission,
  connections: ConnectionLimits | undefined,
  cpu: CpuBudget | null,
): void {
  registry.readByReason(
    'waypost_refused_total',
    'Requests refused with 503 busy before they ran, by the limit reached.',
    admission.refused,
  )
  if (connections !== undefined)
    registry.readByReason(
      'waypost_connections_refused_total',
      'Connections closed before one of their requests was complete, by the limit reached.',
      connections.refused,
    )
  registry.readByReason(
    'waypost_cut_off_total',
    'Connections ended because a body came too slowly or an answer was not read.',
    admission.cutOff,
  )
  registry.read('waypost_requests_in_flight', 'Requests not answered yet.', () => admission.state.inFlight)
  registry.read('waypost_body_bytes_held', 'Bytes of request bodies in memory.', () => admission.state.bodyBytes)
  registry.read(
    'waypost_unread_answer_bytes',
    'Bytes of answers that clients have not read, at the last check.',
    () => admission.state.unreadBytes,
  )
  registry.read('waypost_overloaded', '1 while work is refused because it would have to wait too long.', () => [
    { labels: { at: 'main_thread' }, value: Number(admission.state.mainThreadStrict) },
  ])
  registry.read(
    'waypost_cpu_refused_total',
    'Requests refused with 429 rate_limited because their caller had used up its processor time.',
    () => cpu?.refused ?? 0,
    'counter',
  )
}
