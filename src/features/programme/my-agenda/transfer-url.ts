import { getPublicOrigin } from '#platform/urls.ts'
import { encodeTransferCode } from './transfer-code.ts'

/** Returns the URL that receives starred sessions. They are in the fragment, which stays on the two devices. */
export function getTransferUrl(ids: Iterable<string>): string {
  return `${getPublicOrigin()}/agenda/take#${encodeTransferCode(ids)}`
}
