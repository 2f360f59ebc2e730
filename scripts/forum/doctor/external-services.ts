import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { auditLog } from '#contract/modules/audit-log.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { findClockDoubt } from '#server/db/deletion-clock.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { CommandFailed } from '../command.ts'
import { checkFolder } from './storage.ts'
import type { Finding } from './report.ts'

/** Response timeout of a provider in milliseconds. */
const responseTimeoutMs = 5000
/** Maximum difference of two machines' clocks in milliseconds, because sign-ins and codes expire by the clock. */
const maxClockDifferenceMs = 5 * 60_000
const dayMs = 24 * 3_600_000
/** How long before its end a certificate should be renewed, in milliseconds. */
const certificateWarningMs = 14 * dayMs

/** Checks that the mail server accepts the sign-in, or that the folder for mails is writable. */
export async function checkMail({ mailUrl, dataDir }: Config): Promise<Finding> {
  if (mailUrl === 'folder') return checkOutgoingFolder(join(dataDir, 'outgoing', 'mail'))
  const url = new URL(mailUrl)
  // The sender's address, which is not an option of the mail server.
  url.searchParams.delete('from')
  const transport = createTransport({
    url: url.href,
    connectionTimeout: responseTimeoutMs,
    greetingTimeout: responseTimeoutMs,
    socketTimeout: responseTimeoutMs,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
  return { detail: url.host }
}

/** Checks that the SMS provider responds at all to a request without a text, or that the folder is writable. */
export async function checkSms({ sms, dataDir }: Config): Promise<Finding> {
  return sms.driver === 'folder'
    ? checkOutgoingFolder(join(dataDir, 'outgoing', 'sms'))
    : checkResponds(sms.url)
}

/** Checks that WeChat responds. */
export async function checkWeixin({ weixin }: Config): Promise<Finding> {
  return weixin ? checkResponds(weixin.apiBaseUrl) : { detail: 'not used' }
}

async function checkOutgoingFolder(folder: string): Promise<Finding> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await checkFolder(folder)
  return { detail: `files in ${folder}` }
}

/** Checks that a server responds at all, with whatever status. */
async function checkResponds(url: string): Promise<Finding> {
  const { host } = new URL(url)
  try {
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(responseTimeoutMs) })
  } catch (cause) {
    throw Object.assign(new CommandFailed(`${host} does not answer`), { cause })
  }
  return { detail: host }
}

/** Checks that the certificate is valid today and matches the key. */
export async function checkCertificate({ tls }: Config, now: Date): Promise<Finding> {
  if (!tls) return { detail: 'none' }
  const certificate = new X509Certificate(tls.cert)
  const { validFrom, validTo } = certificate
  if (!certificate.checkPrivateKey(createPrivateKey(tls.key)))
    throw new CommandFailed('TLS_KEY is not the key of TLS_CERT')
  if (Date.parse(validFrom) > now.getTime()) throw new CommandFailed(`TLS_CERT is good from ${validFrom} on`)
  if (Date.parse(validTo) < now.getTime()) throw new CommandFailed(`TLS_CERT was good until ${validTo}`)
  const isEnding = Date.parse(validTo) - now.getTime() < certificateWarningMs
  return { detail: `good until ${validTo}`, warnings: isEnding ? ['TLS_CERT ends soon: renew it'] : [] }
}

/** Checks that the clock is not before the last written row, and close to the database's clock. */
export async function checkClock(db: Database, now: Date): Promise<Finding> {
  const newestEntry = await moduleTables(db.kysely)
    .selectFrom(auditLog.name)
    .select((eb) => eb.fn.max<string | null>('at').as('at'))
    .executeTakeFirst()
  const lastWriteMs = Date.parse(newestEntry?.at ?? '')
  if (lastWriteMs - now.getTime() > maxClockDifferenceMs)
    throw new CommandFailed(
      `it is ${now.toISOString()} here, before ${newestEntry?.at ?? ''}, the last audited deed`,
    )
  const doubt = await findClockDoubt(db, now)
  // `ahead` is valid: a server that was off for days is far ahead of the last write.
  if (doubt && doubt.kind !== 'ahead') throw new CommandFailed(doubt.message)
  return { detail: now.toISOString(), warnings: doubt ? [`nothing is deleted: ${doubt.message}`] : [] }
}
