/** Minutes of one session, the unit in which rooms are let (specification §9). */
const sessionMinutes = 120

/**
 * What a room costs, in whole yuan: every started session of two hours counts (checklist 177).
 * @param yuanPerSession whole yuan
 */
export function sideMeetingAmount(minutes: number, yuanPerSession: number): number {
  return Math.ceil(minutes / sessionMinutes) * yuanPerSession
}
