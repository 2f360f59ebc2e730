import { publicOrigin } from '#lib/public-origin.ts'
import { toCarryCode } from './carry-code.ts'

/** Where starred sessions are taken over. They stand in the fragment, which stays on the two devices. */
export function carryAddress(ids: Iterable<string>): string {
  return `${publicOrigin()}/agenda/take#${toCarryCode(ids)}`
}
