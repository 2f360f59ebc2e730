import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import type { NodemailerError, SendMailOptions } from 'nodemailer'
import {
  DeliveryError,
  getErrorCode,
  type Delivery,
  type Transport,
  createMessageFolder,
} from './transport.ts'

/** Configuration of the mail transport. */
export interface MailConfig {
  /** `folder`, or `smtp://…`, which can name the sender as `?from=`. */
  mailUrl: string
  /** Public URL of the forum, whose host is that of the default sender. */
  publicUrl: string
  /** Folder with the data of the server, in which `folder` writes mails. */
  dataDir: string
}

/** Connections to the mail server at the same time. */
const maxConnections = 5
/** Shorter than the idle timeouts of servers: a connection that they close during a mail costs an attempt. */
const idleTimeoutMs = 20_000
/** Timeouts for the connection and greeting of the mail server, and for its silence, in milliseconds. */
const connectTimeoutMs = 10_000
const socketTimeoutMs = 30_000

/** Creates the transport for mails that the operator chose. */
export function createMailTransport(config: MailConfig): Transport {
  return config.mailUrl === 'folder' ? createFolderTransport(config) : createSmtpTransport(config)
}

function createFolderTransport(config: MailConfig): Transport {
  const files = createMessageFolder(join(config.dataDir, 'outgoing', 'mail'), '.eml')
  const openTransport = openOnce(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  })
  const sender = getSender(config)
  return {
    send: async (delivery) => {
      const transport = await openTransport()
      const { message } = await transport.sendMail(toMail(delivery, sender))
      await files.write(delivery.id, message as Buffer)
    },
    deleteCopies: (ids) => files.remove(ids),
    close: () => {},
  }
}

function createSmtpTransport(config: MailConfig): Transport {
  const url = new URL(config.mailUrl)
  const sender = getSender(config)
  // nodemailer takes the remaining parameters as options of its own.
  url.searchParams.delete('from')
  let close: (() => void) | undefined
  const openTransport = openOnce(async () => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: url.href,
      pool: true,
      maxConnections,
      idleTimeout: idleTimeoutMs,
      // The queue of the forum retries and counts broken connections.
      maxRequeues: 0,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: socketTimeoutMs,
      // A password is sent without TLS only to the same machine.
      requireTLS: url.password !== '' && !isLoopback(url.hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    close = () => transport.close({ force: true })
    return transport
  })
  return {
    send: async (delivery, signal) => {
      const transport = await openTransport()
      await transport.sendMail({ ...toMail(delivery, sender), signal }).catch((error: NodemailerError) => {
        throw toDeliveryError(error)
      })
    },
    close: () => close?.(),
  }
}

/** Creates a function that opens the transport at its first call, for all mails: without mails the library is not loaded. */
function openOnce<Opened>(openTransport: () => Promise<Opened>): () => Promise<Opened> {
  let openedTransport: Promise<Opened> | undefined
  return () => (openedTransport ??= openTransport())
}

/**
 * Creates the mail for nodemailer. The Message-ID is the same at every attempt, so a mail program recognises duplicates.
 * The recipient is an object, because nodemailer would split a text at commas.
 */
function toMail({ id, to, locale, subject, text, at }: Delivery, sender: MailSender): SendMailOptions {
  return {
    from: sender,
    to: { name: '', address: to },
    messageId: `<${id}@${getSenderDomain(sender)}>`,
    date: at,
    subject,
    text,
    headers: { 'Content-Language': locale, 'Auto-Submitted': 'auto-generated' },
  }
}

/** Gets the configured sender, or `no-reply` at the host of the forum. */
function getSender({ mailUrl, publicUrl }: MailConfig): MailSender {
  return findMailSender(mailUrl) ?? { name: '', address: `no-reply@${new URL(publicUrl).hostname}` }
}

/**
 * Converts an error of the mail server. A 5xx reply to the recipient or the content is permanent. An error of the
 * connection or the sign-in concerns the provider. An aborted attempt counts as a timeout, also when the process stops:
 * then the sender records it as interrupted.
 */
function toDeliveryError(error: NodemailerError): DeliveryError {
  const { responseCode, command, permanent, code } = error
  const isAboutMail = code !== 'EAUTH' && (command === 'RCPT TO' || command === 'DATA')
  // The mail server sent no reply: there is no connection, or it ended.
  if (responseCode === undefined)
    return new DeliveryError('provider', code === 'EABORT' ? 'timeout' : getErrorCode(toOriginalError(error)))
  // 421: the mail server closes the connection, whatever the mail is (RFC 5321, 3.8).
  if (isAboutMail && responseCode !== 421)
    return new DeliveryError(permanent ? 'permanent' : 'temporary', `SMTP ${responseCode}`)
  return new DeliveryError('provider', `SMTP ${responseCode}`)
}

/** Gets the code of the system error, which nodemailer replaces by one of its own. */
function toOriginalError({ code, originalCode }: NodemailerError): { code: string | undefined } {
  return { code: originalCode ?? code }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

/** The sender of mails: a name, which may be empty, and an address. */
interface MailSender {
  name: string
  address: string
}

/** An address, `forum@example.org`. Full-width brackets and replacement characters are mistakes of typing and encoding. */
const addressPattern = /^[^\s\p{Cc}@<>",;:＜＞\uFFFD]+@[^\s\p{Cc}@<>",;:＜＞\uFFFD]+$/u

/**
 * Parses `Name <address>`, `"Name" <address>` or an address alone (RFC 5322).
 * @returns undefined when the text is no sender
 */
function parseMailSender(text: string): MailSender | undefined {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const sender = { name: unquote(name.trim()), address: (bracketed ?? text).trim() }
  return addressPattern.test(sender.address) && !/\p{Cc}/u.test(sender.name) ? sender : undefined
}

/** Removes quotes around a name, and the backslashes before characters in it. */
function unquote(name: string): string {
  const [, quoted] = /^"(.*)"$/.exec(name) ?? []
  return quoted === undefined ? name : quoted.replaceAll(/\\(.)/g, '$1')
}

/** Gets the domain of a sender in ASCII, as mail headers need it. */
function getSenderDomain({ address: mailbox }: MailSender): string {
  const domain = mailbox.slice(mailbox.lastIndexOf('@') + 1)
  return domainToASCII(domain) || domain
}

/**
 * Finds the configured sender of mails: `?from=` of the mail URL, otherwise its user name when that is an address.
 * @throws TypeError when `?from=` is no sender
 */
export function findMailSender(mailUrl: string): MailSender | undefined {
  if (mailUrl === 'folder') return undefined
  const url = new URL(mailUrl)
  const configuredSender = url.searchParams.get('from')
  if (configuredSender === null) return parseMailSender(decodeURIComponent(url.username))
  const sender = parseMailSender(configuredSender)
  if (!sender) throw new TypeError(`from=${configuredSender} is not the address of a sender`)
  return sender
}
