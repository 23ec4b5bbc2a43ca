// Service.usage: what the calling key has used.

import { type Usage, usage } from '../resolvers/account.ts'
import { builder } from './builder.ts'
import { ServiceType } from './service.ts'

const UsageCreditsType = builder.objectRef<Usage['credits']>('UsageCredits').implement({
  description: 'Credits of a project in the current period.',
  fields: (t) => ({
    limit: t.exposeFloat('limit', { description: 'Credits of the plan for the period.' }),
    used: t.exposeFloat('used', { description: 'Credits charged or reserved so far, this document included.' }),
    remaining: t.exposeFloat('remaining', { description: 'Credits left, never below 0.' }),
    resetsAt: t.expose('resetsAt', { type: 'DateTime', description: 'When the next period begins.' }),
  }),
})

const UsagePeriodType = builder.objectRef<Usage['period']>('UsagePeriod').implement({
  description: 'A calendar month, UTC.',
  fields: (t) => ({
    fromAt: t.expose('from', { type: 'DateTime', description: 'The first moment of the period.' }),
    toAt: t.expose('to', { type: 'DateTime', description: 'The first moment after the period.' }),
  }),
})

const OperationUsageType = builder.objectRef<Usage['operations'][number]>('OperationUsage').implement({
  description: 'Answered calls of one operation.',
  fields: (t) => ({
    operation: t.exposeString('operation', { description: 'The operation, e.g. waypoint-route.' }),
    calls: t.exposeFloat('calls', { description: 'Answered calls; refused and failed ones do not count.' }),
    credits: t.exposeFloat('credits', { description: 'Credits that they cost.' }),
  }),
})

const UsageType = builder.objectRef<Usage>('Usage').implement({
  description: 'What the project of the calling key has used in the current period.',
  fields: (t) => ({
    period: t.field({
      type: UsagePeriodType,
      description: 'The current period.',
      resolve: ({ period }) => period,
    }),
    plan: t.string({ description: 'The plan of the project, e.g. free.', resolve: ({ plan }) => plan }),
    credits: t.field({
      type: UsageCreditsType,
      description: 'Credits of that period.',
      resolve: ({ credits }) => credits,
    }),
    operations: t.field({
      type: [OperationUsageType],
      description: 'By operation, of all keys of the project.',
      resolve: ({ operations }) => operations,
    }),
  }),
})

builder.objectFields(ServiceType, (t) => ({
  usage: t.field({
    type: UsageType,
    mayFail: true,
    description: `${usage.summary} Null beside an error.`,
    operations: [usage],
    runs: usage,
    resolve: (_service, _args, { session }) => session.run(usage, {}),
  }),
}))
