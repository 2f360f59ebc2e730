import { join } from 'node:path'
import type { NodemailerError, SendMailOptions } from 'nodemailer'
import { DeliveryError, errorCode, type Delivery, type Transport } from './transport.ts'
import { messageFolder } from './folder.ts'
import { findMailSender, senderDomain, type MailSender } from './mail-sender.ts'

/** What the mail driver needs to know. */
export interface MailConfig {
  /** `folder`, or `smtp://…`, which may name the sender as `?from=`. */
  mailUrl: string
  publicUrl: string
  dataDir: string
}

/** Connections to the mail server at the same time. */
const maxConnections = 5
/** Shorter than servers keep a silent connection: one that they end in the middle of a mail costs a try. */
const idleMs = 20_000
/** How long the mail server may take to connect and to greet, and be silent, in milliseconds. */
const connectMs = 10_000
const silenceMs = 30_000

/** The driver for mails that the operator chose. */
export function createMailTransport(config: MailConfig): Transport {
  return config.mailUrl === 'folder' ? folderDriver(config) : smtpDriver(config)
}

function folderDriver(config: MailConfig): Transport {
  const files = messageFolder(join(config.dataDir, 'outgoing', 'mail'), '.eml')
  const open = once(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  })
  const from = senderOf(config)
  return {
    send: async (delivery) => {
      const transport = await open()
      const { message } = await transport.sendMail(toMail(delivery, from))
      await files.write(delivery.id, message as Buffer)
    },
    forget: (ids) => files.remove(ids),
    close: () => {},
  }
}

function smtpDriver(config: MailConfig): Transport {
  const url = new URL(config.mailUrl)
  const from = senderOf(config)
  url.searchParams.delete('from')
  let close: (() => void) | undefined
  const open = once(async () => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: url.href,
      pool: true,
      maxConnections,
      idleTimeout: idleMs,
      // A connection that breaks in the middle of a mail is our queue's business: it counts the tries.
      maxRequeues: 0,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      // A password goes over an open line to the same machine at most.
      requireTLS: url.password !== '' && !isLoopback(url.hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    close = () => transport.close({ force: true })
    return transport
  })
  return {
    send: async (delivery, signal) => {
      const transport = await open()
      await transport.sendMail({ ...toMail(delivery, from), signal }).catch((error: NodemailerError) => {
        throw toFailure(error)
      })
    },
    close: () => close?.(),
  }
}

/** Opens at the first mail: the library stays out of the start of every server. */
function once<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined
  return () => (opened ??= open())
}

/** The Message-ID is the same at every try: whoever gets a mail twice can tell. */
function toMail({ id, to, locale, subject, text, at }: Delivery, from: MailSender): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    messageId: `<${id}@${senderDomain(from)}>`,
    date: at,
    subject,
    text,
    headers: { 'Content-Language': locale, 'Auto-Submitted': 'auto-generated' },
  }
}

/** The operator's, or `no-reply` at the forum's own host. */
function senderOf({ mailUrl, publicUrl }: MailConfig): MailSender {
  return findMailSender(mailUrl) ?? { name: '', address: `no-reply@${new URL(publicUrl).hostname}` }
}

/** A mail server's 5xx about the recipient or the mail itself is final; about us or the line it is the server's trouble. */
function toFailure(error: NodemailerError): DeliveryError {
  const { responseCode, command, permanent, code } = error
  const isAboutMail = code !== 'EAUTH' && (command === 'RCPT TO' || command === 'DATA')
  if (responseCode === undefined)
    return new DeliveryError('provider', code === 'EABORT' ? 'timeout' : errorCode(originOf(error)))
  if (isAboutMail && responseCode !== 421)
    return new DeliveryError(permanent ? 'permanent' : 'temporary', `SMTP ${responseCode}`)
  return new DeliveryError('provider', `SMTP ${responseCode}`)
}

function originOf({ code, originalCode }: NodemailerError): { code: string | undefined } {
  return { code: originalCode ?? code }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
