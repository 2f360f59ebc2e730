/** Minutes of one session of a side meeting, the unit in which rooms are let; not a session of the programme. */
const sessionMinutes = 120

/** Counts the two-hour sessions of a meeting. A started one counts in full. */
export function countMeetingSessions(minutes: number): number {
  return Math.ceil(minutes / sessionMinutes)
}

/**
 * Calculates the price of a room, in whole yuan.
 * @param yuanPerSession whole yuan
 */
export function calculateMeetingPrice(minutes: number, yuanPerSession: number): number {
  return countMeetingSessions(minutes) * yuanPerSession
}
