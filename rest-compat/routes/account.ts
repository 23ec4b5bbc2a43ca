// REST paths for the usage of a key.

import { usage } from '../../resolvers/account.ts'
import { nothing, row } from '../operation-route.ts'

export const ACCOUNT_ROWS = [
  row({
    host: 'api',
    method: 'GET',
    path: '/v1/usage',
    errors: 'error',
    operation: usage,
    read: nothing,
    cacheControl: () => 'no-store',
  }),
] as const
