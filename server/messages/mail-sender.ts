import { domainToASCII } from 'node:url'

/** Who mails come from: a name, which may be empty, and an address. */
export interface MailSender {
  name: string
  address: string
}

/** Wide brackets and characters that were no text belong to no address. */
const address = /^[^\s\p{Cc}@<>",;:＜＞\uFFFD]+@[^\s\p{Cc}@<>",;:＜＞\uFFFD]+$/u

/**
 * Reads `Name <address>`, `"Name" <address>` or an address alone (RFC 5322).
 * @returns undefined when it is none
 */
function parseMailSender(text: string): MailSender | undefined {
  const [, name = '', named] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const sender = { name: unquoted(name.trim()), address: (named ?? text).trim() }
  return address.test(sender.address) && !/\p{Cc}/u.test(sender.name) ? sender : undefined
}

function unquoted(name: string): string {
  const [, quoted] = /^"(.*)"$/.exec(name) ?? []
  return quoted === undefined ? name : quoted.replaceAll(/\\(.)/g, '$1')
}

/** The domain of a sender in ASCII, as heads of mails have it. */
export function senderDomain({ address: mailbox }: MailSender): string {
  const domain = mailbox.slice(mailbox.lastIndexOf('@') + 1)
  return domainToASCII(domain) || domain
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
