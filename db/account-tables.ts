// Tables of keys and counters as kysely sees them (columns are snake_case in SQL); made in migrations/accounts.ts.
// Times are milliseconds since 1970, flags 0 or 1, lists JSON text. No table holds a key, only its SHA-256.

export interface AccountTables {
  /** credits, rate and slots: null takes the plan's; a rate of 0 is none */
  project: {
    name: string
    plan: string
    credits: number | null
    ratePerS: number | null
    slots: number | null
    createdMs: number
  }
  apiKey: {
    prefix: string
    /** hexadecimal */
    sha256: string
    project: string
    browser: number
    origins: string
    note: string
    createdMs: number
    /** from this time on it does not work; may be in the future */
    revokedMs: number | null
    /** number of its last change */
    change: number
  }
  keyChange: { id: number; last: number }
  counter: { name: string; used: number; keepUntilMs: number }
  callCount: {
    account: string
    keyPrefix: string
    periodId: string
    operation: string
    calls: number
    credits: number
    keepUntilMs: number
  }
  replica: { id: string; seenMs: number; lastBatch: number; lastOutcome: unknown }
  slot: { account: string; replica: string; taken: number }
  /** what was copied from another store of accounts, in PostgreSQL only */
  movedCounter: { source: string; name: string; used: number; calls: number }
}
