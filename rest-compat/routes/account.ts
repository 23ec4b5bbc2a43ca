// REST paths for the usage of a key.

import { usage } from '../../resolvers/account.ts'
import { row } from '../operation-route.ts'

export const ACCOUNT_ROWS = [
  row({
    host: 'api',
    method: 'GET',
    path: '/v1/usage',
    errors: 'error',
    operation: usage,
    cacheControl: () => 'no-store',
  }),
] as const
