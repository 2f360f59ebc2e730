/** Characters of a number that stay readable at its end, and at its beginning behind the country. */
const shownEnd = 4
const shownStart = 3

/**
 * A recipient as logs and lists may show it: `139****1234` for a Chinese mobile, `+44****6789` for others,
 * `l***@forum.example` for an address.
 * @param recipient E.164 or an e-mail address
 */
export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at > 0) return `${recipient.slice(0, 1)}***${recipient.slice(at)}`
  const number = recipient.replace(/^\+86(?=1\d{10}$)/, '')
  return `${number.slice(0, shownStart)}****${number.slice(-shownEnd)}`
}
