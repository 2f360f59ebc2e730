/** Minutes of one session, the unit in which rooms are let. */
const sessionMinutes = 120

/** Number of two-hour sessions of a meeting. A started one counts in full. */
export function sideMeetingSessions(minutes: number): number {
  return Math.ceil(minutes / sessionMinutes)
}

/**
 * What a room costs, in whole yuan.
 * @param yuanPerSession whole yuan
 */
export function sideMeetingAmount(minutes: number, yuanPerSession: number): number {
  return sideMeetingSessions(minutes) * yuanPerSession
}
