// Times that the visitor chooses on the own clock, as the service wants them: ISO 8601 with the offset of that moment.

/** `YYYY-MM-DDTHH:mm` of the own clock to ISO with offset; null for what is no time. */
export function toIsoWithOffset(
  local: string,
  offsetMinutesAt: (date: Date) => number = (date) => -date.getTimezoneOffset(),
): string | null {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/.exec(local) ?? []
  if (year === undefined) return null
  const date = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
  if (date.getMonth() !== Number(month) - 1 || date.getDate() !== Number(day)) return null
  const offset = offsetMinutesAt(date)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local}:00${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`
}

/** Tomorrow at eight on the own clock. */
export function tomorrowMorning(now: Date): string {
  return localText(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8))
}

/** A moment as the field for date and time has it. */
export function localText(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** The date after `YYYY-MM-DD`. */
export function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
