/** Pauses after the first to the seventh try, in minutes: 24 hours in all. */
const patientMinutes = [1, 4, 15, 40, 120, 360, 900]
/** The same for what expires within minutes, as codes do, in seconds: within five minutes in all. */
const urgentSeconds = [2, 4, 8, 16, 32, 64, 128]

/** After so many tries a message is parked: eight. */
export const maxAttempts = patientMinutes.length + 1

/** The longest of them. */
export const maxRetryDelayMs = Math.max(...patientMinutes) * 60_000

/**
 * Milliseconds until the next try.
 * @param tries how often it was tried
 * @returns undefined when it is given up
 */
export function getRetryDelayMs(tries: number, isUrgent: boolean): number | undefined {
  const pause = (isUrgent ? urgentSeconds : patientMinutes)[Math.max(0, tries - 1)]
  return pause === undefined ? undefined : pause * (isUrgent ? 1000 : 60_000)
}
