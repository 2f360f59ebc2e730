import { resolve } from 'node:path'
import { isLogin, loginRule } from './accounts/login-name.ts'
import { findLengthIssue, passwordCharacters } from '#contract/password.ts'
import { findMailSender } from './messages/mail-sender.ts'
import { defaultSmsPrefixes } from './messages/sms-prefixes.ts'
import {
  ConfigError,
  readAddress,
  readChoice,
  readCidr,
  readDays,
  readPrefixes,
  readFile,
  readInstant,
  readPath,
  readPort,
  readPrefix,
  readText,
  readTrustProxy,
  refuseUnless,
  type Environment,
} from './config-values.ts'

export { ConfigError } from './config-values.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Where texts to phones go: a folder of files, or a provider's address. */
export type SmsConfig = { driver: 'folder' } | { driver: 'http'; url: string; token: string }

/** Everything an operator may set; operations.md describes each variable. */
export interface Config {
  port: number
  host: string
  /** Certificate and key to serve https with. */
  tls?: { cert: Buffer; key: Buffer }
  /** The forum's clock starts here, for demonstrations. */
  forumNow?: Date
  /** Set by the operator; `publicUrl` is made of the port otherwise. */
  hasOwnPublicUrl: boolean
  /** Without a slash at its end. */
  publicUrl: string
  /** Begins with a slash and does not end with one. */
  apiPrefix: string
  /** Absolute path. */
  dataDir: string
  databaseUrl?: string
  secretsFile: string
  /** `smtp://…`, or `folder`. */
  mailUrl: string
  sms: SmsConfig
  /** Text messages go to numbers that begin so. */
  smsPrefixes: readonly string[]
  /** `authorizeBase` is where browsers go, `base` where the server asks: at WeChat two hosts. */
  weixin?: { appId: string; appSecret: string; base: string; authorizeBase: string }
  hasSampleData: boolean
  organiserLogin: string
  /** Made up at the first start when absent. */
  organiserPassword?: string
  /** Addresses or number of reverse proxies before the server; false for none. */
  trustProxy: string | number | false
  venueCidr?: string
  hasRateLimits: boolean
  logLevel: (typeof logLevels)[number]
  metricsToken?: string
  /** How old the newest backup may be for retention to erase people's rows; absent when it needs none. */
  retentionBackupDays?: number
}

/** Adds the variables of a `.env` file in the working folder, when there is one; what is set already stays. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/**
 * Reads and checks the operator's variables.
 * @throws ConfigError with one line that names the variable and what it may be
 */
export function readConfig(env: Environment): Config {
  const port = readPort(env, 'PORT', 3000)
  const dataDir = resolve(readText(env, 'DATA_DIR') ?? './data')
  const hasRateLimits = readChoice(env, 'RATE_LIMITS', ['on', 'off'], 'on') === 'on'
  refuseUnless(
    hasRateLimits || env['NODE_ENV'] !== 'production',
    'RATE_LIMITS=off is for benchmarks only and is refused with NODE_ENV=production',
  )
  const publicUrl = readAddress(env, 'PUBLIC_URL', ['http:', 'https:'])
  return {
    port,
    host: readText(env, 'HOST') ?? '127.0.0.1',
    ...present('tls', readTls(env)),
    ...present('forumNow', readInstant(env, 'FORUM_NOW')),
    hasOwnPublicUrl: publicUrl !== undefined,
    publicUrl: (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    apiPrefix: readPrefix(env, 'API_PREFIX', '/api'),
    dataDir,
    ...present('databaseUrl', readAddress(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])),
    secretsFile: readPath(env, 'SECRETS_FILE', resolve(dataDir, 'secrets.json')),
    mailUrl: readMailUrl(env),
    sms: readSms(env),
    smsPrefixes: readPrefixes(env, 'SMS_PREFIXES') ?? defaultSmsPrefixes,
    ...present('weixin', readWeixin(env)),
    hasSampleData: readChoice(env, 'SAMPLE_DATA', ['on', 'off'], 'on') === 'on',
    organiserLogin: readOrganiserLogin(env),
    ...present('organiserPassword', readOrganiserPassword(env)),
    trustProxy: readTrustProxy(env, 'TRUST_PROXY'),
    ...present('venueCidr', readCidr(env, 'VENUE_CIDR')),
    hasRateLimits,
    logLevel: readChoice(env, 'LOG_LEVEL', logLevels, 'info'),
    ...present('metricsToken', readText(env, 'METRICS_TOKEN')),
    ...present('retentionBackupDays', readDays(env, 'RETENTION_BACKUP_DAYS', 7)),
  }
}

/** A property only when it has a value: absent ones are absent, not undefined. */
function present<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } | undefined {
  return value === undefined ? undefined : ({ [key]: value } as { [K in Key]?: Value })
}

function readTls(env: Environment): Config['tls'] {
  const cert = readFile(env, 'TLS_CERT')
  const key = readFile(env, 'TLS_KEY')
  refuseUnless(
    (cert === undefined) === (key === undefined),
    'TLS_CERT and TLS_KEY go together: set both or none',
  )
  return cert && key ? { cert, key } : undefined
}

function readOrganiserLogin(env: Environment): string {
  const login = readText(env, 'ORGANISER_LOGIN') ?? 'organiser'
  refuseUnless(isLogin(login), `ORGANISER_LOGIN=${login} is not a login: ${loginRule}`)
  return login
}

function readOrganiserPassword(env: Environment): string | undefined {
  const password = env['ORGANISER_PASSWORD'] || undefined
  const { min, max } = passwordCharacters
  refuseUnless(
    password === undefined || findLengthIssue(password) === undefined,
    `ORGANISER_PASSWORD must have ${min} to ${max} characters`,
  )
  return password
}

function readMailUrl(env: Environment): string {
  if (readText(env, 'MAIL_URL') === 'folder') return 'folder'
  const mailUrl = readAddress(env, 'MAIL_URL', ['smtp:', 'smtps:']) ?? 'folder'
  try {
    findMailSender(mailUrl)
  } catch {
    throw new ConfigError(
      'MAIL_URL names no sender in from=: write it like Forum <forum@example.org>, percent-encoded',
    )
  }
  return mailUrl
}

function readSms(env: Environment): SmsConfig {
  if (readChoice(env, 'SMS_DRIVER', ['folder', 'http'], 'folder') === 'folder') return { driver: 'folder' }
  const url = readAddress(env, 'SMS_URL', ['http:', 'https:'])
  const token = readText(env, 'SMS_TOKEN')
  refuseUnless(url !== undefined && token !== undefined, 'SMS_DRIVER=http needs SMS_URL and SMS_TOKEN')
  return { driver: 'http', url, token }
}

function readWeixin(env: Environment): Config['weixin'] {
  const appId = readText(env, 'WEIXIN_APP_ID')
  const appSecret = readText(env, 'WEIXIN_APP_SECRET')
  refuseUnless(
    (appId === undefined) === (appSecret === undefined),
    'WEIXIN_APP_ID and WEIXIN_APP_SECRET go together: set both or none',
  )
  if (appId === undefined || appSecret === undefined) return undefined
  const own = readAddress(env, 'WEIXIN_BASE', ['http:', 'https:'])?.replace(/\/+$/, '')
  const base = own ?? 'https://api.weixin.qq.com'
  return { appId, appSecret, base, authorizeBase: own ?? 'https://open.weixin.qq.com' }
}
