/** Who mails come from: a name, which may be empty, and an address. */
export interface MailSender {
  name: string
  address: string
}

const address = /^[^\s@<>",;:]+@[^\s@<>",;:]+$/

/**
 * Reads `Name <address>`, `"Name" <address>` or an address alone (RFC 5322).
 * @returns undefined when it is none
 */
export function parseMailSender(text: string): MailSender | undefined {
  const [, name = '', named] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const sender = { name: name.trim().replace(/^"(.*)"$/, '$1'), address: (named ?? text).trim() }
  return address.test(sender.address) ? sender : undefined
}

/**
 * Who mails come from by the operator's word: `?from=` of the mail server's address, else its user when that is an
 * address; undefined when it names nobody.
 * @throws TypeError when `?from=` is no sender
 */
export function findMailSender(mailUrl: string): MailSender | undefined {
  if (mailUrl === 'folder') return undefined
  const url = new URL(mailUrl)
  const from = url.searchParams.get('from')
  if (from === null) return parseMailSender(decodeURIComponent(url.username))
  const sender = parseMailSender(from)
  if (!sender) throw new TypeError(`from=${from} is not the address of a sender`)
  return sender
}
