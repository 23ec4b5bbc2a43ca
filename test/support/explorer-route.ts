/** A walk on the demo region, as the explorer's address has it. */
export const ROUTE = 'w=-40.42889,33.47111;-40.44889,33.44167'
