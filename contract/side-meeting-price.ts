/** Minutes of one session, the unit in which rooms are let (specification §9). */
const sessionMinutes = 120

/** Sessions of two hours that a meeting begins: each started one counts (checklist 177). */
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
