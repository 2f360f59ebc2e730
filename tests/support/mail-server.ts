import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerAddress } from 'smtp-server'
import { freePort } from './free-port.ts'

/** A mail as it arrived. */
export interface ArrivedMail {
  messageId: string
  from: string
  /** Name of the sender. */
  fromName: string
  to: string
  subject: string
  text: string
  language: string
}

/** The server's reaction to a mail to an address. */
export type MailConduct = (to: string) =>
  | 'take'
  /** Answers 451 to the recipient. */
  | 'later'
  /** Answers 550 to the recipient. */
  | 'never'
  /** Accepts the mail and breaks the connection before the confirmation. */
  | 'take and drop'
  | { afterMs: number }

/** A real SMTP server on the test machine. */
export interface MailServer {
  port: number
  /** Received mails in the order of arrival. */
  arrived: ArrivedMail[]
  conduct: MailConduct
  /** Stops listening and closes all connections. */
  goDown(): Promise<void>
  comeUp(): Promise<void>
}

/** Starts one, on a port of its own. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  let smtp: SMTPServer | undefined

  const server: MailServer = {
    port: await freePort(),
    arrived: [],
    conduct: () => 'take',
    goDown: async () => {
      const closed = new Promise<void>((resolve) => (smtp ? smtp.close(resolve) : resolve()))
      sockets.forEach((socket) => socket.destroy())
      await closed
      smtp = undefined
    },
    comeUp: async () => {
      smtp = makeSmtp(server)
      smtp.on('error', () => {})
      smtp.server.on('connection', (socket: Socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
      })
      await new Promise<void>((resolve) => smtp?.listen(server.port, '127.0.0.1', resolve))
    },
  }

  function makeSmtp(own: MailServer): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onRcptTo: ({ address }, _session, callback) => {
        const conduct = own.conduct(address)
        if (conduct === 'later') return callback(replyError(451, `try ${address} later`))
        if (conduct === 'never') return callback(replyError(550, `${address} is unknown`))
        callback()
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => void take(own, Buffer.concat(chunks), session.envelope, callback, sockets))
      },
    })
  }

  await server.comeUp()
  return server
}

type Envelope = { mailFrom: false | SMTPServerAddress; rcptTo: SMTPServerAddress[] }

async function take(
  server: MailServer,
  bytes: Buffer,
  { mailFrom, rcptTo }: Envelope,
  callback: (error?: Error) => void,
  sockets: ReadonlySet<Socket>,
): Promise<void> {
  const mail = await PostalMime.parse(bytes)
  const to = rcptTo[0]?.address ?? ''
  const conduct = server.conduct(to)
  if (typeof conduct === 'object') await sleep(conduct.afterMs)
  server.arrived.push({
    messageId: mail.messageId ?? '',
    from: mailFrom ? mailFrom.address : '',
    fromName: mail.from?.name ?? '',
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    language: mail.headers.find(({ key }) => key === 'content-language')?.value ?? '',
  })
  if (conduct === 'take and drop') sockets.forEach((socket) => socket.destroy())
  else callback()
}

function replyError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
