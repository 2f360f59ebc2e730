import { publicOrigin } from '#lib/public-origin.ts'
import { encodeTransferCode } from './transfer-code.ts'

/** Where starred sessions are taken over. They stand in the fragment, which stays on the two devices. */
export function getTransferUrl(ids: Iterable<string>): string {
  return `${publicOrigin()}/agenda/take#${encodeTransferCode(ids)}`
}
