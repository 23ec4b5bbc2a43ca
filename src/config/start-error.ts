// Why the server cannot start, found out before it serves.

/** Why the server cannot start, and what to do about it: shown unchanged. */
export class StartError extends Error {}

/** All mistakes in an environment at once. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}
