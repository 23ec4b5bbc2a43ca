/** Processor time that this thread has used, in milliseconds. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
