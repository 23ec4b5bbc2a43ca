// What is counted of subscriptions.

import type { MetricRegistry } from '../../../src/observe/metric-registry.ts'
import type { OpenSubscriptions } from './open-subscriptions.ts'

export function addSubscriptionMetrics(registry: MetricRegistry, subscriptions: OpenSubscriptions): void {
  registry.read('waypost_subscriptions_open', 'GraphQL subscriptions that are open.', () => subscriptions.open)
  registry.read(
    'waypost_subscription_events_total',
    'Events sent to GraphQL subscriptions, the first of each among them.',
    () => subscriptions.events,
    'counter',
  )
  registry.readByReason(
    'waypost_subscriptions_ended_total',
    'GraphQL subscriptions that ended, by the reason.',
    subscriptions.ended,
  )
  registry.readByReason(
    'waypost_subscriptions_refused_total',
    'GraphQL subscriptions refused, by the limit reached: of the caller, of all, or of the bytes kept.',
    subscriptions.refused,
  )
}
