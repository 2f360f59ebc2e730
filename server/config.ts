import { resolve } from 'node:path'
import { isLogin, loginRule } from './accounts/login.ts'
import type { WeixinApp } from './accounts/weixin/provider.ts'
import { findLengthIssue, passwordCharacters } from '#contract/password.ts'
import { findMailSender } from './messages/mail-transport.ts'
import { defaultSmsPrefixes, type SmsConfig } from './messages/sms-transport.ts'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Settings of the operator; README.md describes each variable. */
export interface Config {
  /** Port to listen on; with 0 the system chooses a free one. */
  port: number
  /** Address to listen on; `0.0.0.0` or `::` for all of this machine. */
  host: string
  /** Certificate and key to serve https with. */
  tls?: { cert: Buffer; key: Buffer }
  /** Start of the forum's clock, for demonstrations. */
  forumNow?: Date
  /** True when the operator has set `publicUrl`; otherwise it is derived from the port. */
  hasOwnPublicUrl: boolean
  /** Address at which visitors reach the forum, for links in mails and pages; without a slash at its end. */
  publicUrl: string
  /** Path before all endpoints of the API, `/api` by default. It begins with a slash and does not end with one. */
  apiPrefix: string
  /** Absolute path of the folder with uploaded files, and with the SQLite database and the files of messages. */
  dataDir: string
  /** URL of PostgreSQL; absent for SQLite in `dataDir`. */
  databaseUrl?: string
  /** Absolute path of the file with the keys that seal data; created at the first start. */
  secretsFile: string
  /** Where mails go: a server as `smtp://…` or `smtps://…`, or `folder` for files in `dataDir`. */
  mailUrl: string
  /** Where text messages go. */
  sms: SmsConfig
  /** Text messages go only to numbers that begin with one of these, such as `+86`. */
  smsPrefixes: readonly string[]
  /** The forum's app at WeChat; absent without a sign-in by WeChat. */
  weixin?: WeixinApp
  /** True when an empty forum is filled with sample data at the start. */
  hasSampleData: boolean
  /** Login of the organiser that the first start creates. */
  organiserLogin: string
  /** Password of that organiser; generated when absent. */
  organiserPassword?: string
  /** Reverse proxies before the server: their number, or their addresses separated by commas; false for none. */
  trustProxy: string | number | false
  /** Range of the venue's network, such as `10.20.0.0/16`, whose visitors may share one address: its limits are higher. */
  venueCidr?: string
  /** False for benchmarks only. */
  hasRateLimits: boolean
  /** The log contains lines of this level and of more serious ones. */
  logLevel: (typeof logLevels)[number]
  /** Token that `GET /metrics` requires; without one there is no such endpoint. */
  metricsToken?: string
  /** Retention erases personal data only after a backup of the last so many days; absent when no backup is needed. */
  retentionBackupDays?: number
}

/** Adds the variables of a `.env` file in the working folder, if there is one; existing variables win. */
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
  assertConfig(
    hasRateLimits || env['NODE_ENV'] !== 'production',
    'RATE_LIMITS=off is for benchmarks only and is refused with NODE_ENV=production',
  )
  const publicUrl = readUrl(env, 'PUBLIC_URL', ['http:', 'https:'])
  return {
    port,
    host: readText(env, 'HOST') ?? '127.0.0.1',
    ...optionalProperty('tls', readTls(env)),
    ...optionalProperty('forumNow', readInstant(env, 'FORUM_NOW')),
    hasOwnPublicUrl: publicUrl !== undefined,
    publicUrl: (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    apiPrefix: readPathPrefix(env, 'API_PREFIX', '/api'),
    dataDir,
    ...optionalProperty('databaseUrl', readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])),
    secretsFile: readPath(env, 'SECRETS_FILE', resolve(dataDir, 'secrets.json')),
    mailUrl: readMailUrl(env),
    sms: readSms(env),
    smsPrefixes: readPhonePrefixes(env, 'SMS_PREFIXES') ?? defaultSmsPrefixes,
    ...optionalProperty('weixin', readWeixin(env)),
    hasSampleData: readChoice(env, 'SAMPLE_DATA', ['on', 'off'], 'on') === 'on',
    organiserLogin: readOrganiserLogin(env),
    ...optionalProperty('organiserPassword', readOrganiserPassword(env)),
    trustProxy: readTrustProxy(env, 'TRUST_PROXY'),
    ...optionalProperty('venueCidr', readCidr(env, 'VENUE_CIDR')),
    hasRateLimits,
    logLevel: readChoice(env, 'LOG_LEVEL', logLevels, 'info'),
    ...optionalProperty('metricsToken', readText(env, 'METRICS_TOKEN')),
    ...optionalProperty('retentionBackupDays', readDays(env, 'RETENTION_BACKUP_DAYS', 7)),
  }
}

/** Creates an object with one property, to spread; undefined when the value is undefined. */
function optionalProperty<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } | undefined {
  return value === undefined ? undefined : ({ [key]: value } as { [K in Key]?: Value })
}

function readTls(env: Environment): Config['tls'] {
  const cert = readFile(env, 'TLS_CERT')
  const key = readFile(env, 'TLS_KEY')
  assertConfig(
    (cert === undefined) === (key === undefined),
    'TLS_CERT and TLS_KEY go together: set both or none',
  )
  return cert && key ? { cert, key } : undefined
}

function readOrganiserLogin(env: Environment): string {
  const login = readText(env, 'ORGANISER_LOGIN') ?? 'organiser'
  assertConfig(isLogin(login), `ORGANISER_LOGIN=${login} is not a login: ${loginRule}`)
  return login
}

function readOrganiserPassword(env: Environment): string | undefined {
  // Not trimmed as by `readText`: blanks at the ends are part of a password.
  const password = env['ORGANISER_PASSWORD'] || undefined
  const { min, max } = passwordCharacters
  assertConfig(
    password === undefined || findLengthIssue(password) === undefined,
    `ORGANISER_PASSWORD must have ${min} to ${max} characters`,
  )
  return password
}

function readMailUrl(env: Environment): string {
  if (readText(env, 'MAIL_URL') === 'folder') return 'folder'
  const mailUrl = readUrl(env, 'MAIL_URL', ['smtp:', 'smtps:']) ?? 'folder'
  try {
    // Only checks `from=` now; otherwise the first mail would fail.
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
  const url = readUrl(env, 'SMS_URL', ['http:', 'https:'])
  const token = readText(env, 'SMS_TOKEN')
  assertConfig(url !== undefined && token !== undefined, 'SMS_DRIVER=http needs SMS_URL and SMS_TOKEN')
  return { driver: 'http', url, token }
}

function readWeixin(env: Environment): Config['weixin'] {
  const appId = readText(env, 'WEIXIN_APP_ID')
  const appSecret = readText(env, 'WEIXIN_APP_SECRET')
  assertConfig(
    (appId === undefined) === (appSecret === undefined),
    'WEIXIN_APP_ID and WEIXIN_APP_SECRET go together: set both or none',
  )
  if (appId === undefined || appSecret === undefined) return undefined
  // One URL for both hosts of WeChat, as for a gateway or the stand-in of the tests.
  const configuredBaseUrl = readUrl(env, 'WEIXIN_BASE', ['http:', 'https:'])?.replace(/\/+$/, '')
  const apiBaseUrl = configuredBaseUrl ?? 'https://api.weixin.qq.com'
  return {
    appId,
    appSecret,
    apiBaseUrl,
    authorizeBaseUrl: configuredBaseUrl ?? 'https://open.weixin.qq.com',
  }
}

/** The variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** An invalid variable. Its message is the line that the operator reads. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** @throws ConfigError with this line when the condition is false */
export function assertConfig(condition: boolean, line: string): asserts condition {
  if (!condition) throw new ConfigError(line)
}

/** Reads a trimmed variable; an empty one (`NAME=`) counts as absent. */
export function readText(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

/** Reads a port number. With 0, the system chooses a free port. */
export function readPort(env: Environment, name: string, fallback: number): number {
  const text = readText(env, name)
  if (text === undefined) return fallback
  const port = Number(text)
  assertConfig(
    /^\d+$/.test(text) && port <= 65_535,
    `${name}=${text} is not a port: use a number from 0 to 65535`,
  )
  return port
}

/** Reads a number of days. @returns undefined for `off` */
export function readDays(env: Environment, name: string, fallback: number): number | undefined {
  const text = readText(env, name)
  if (text === undefined) return fallback
  if (text === 'off') return undefined
  assertConfig(
    /^[1-9]\d{0,3}$/.test(text),
    `${name}=${text} is no number of days: use one from 1 to 9999, or off`,
  )
  return Number(text)
}

/** Reads one of several fixed words. @returns `fallback` when the variable is not set */
export function readChoice<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = readText(env, name)
  if (text === undefined) return fallback
  const choice = choices.find((candidate) => candidate === text)
  assertConfig(choice !== undefined, `${name}=${text} is not known: use ${choices.join(', ')}`)
  return choice
}

/** Reads an instant with its time zone. */
export function readInstant(env: Environment, name: string): Date | undefined {
  const text = readText(env, name)
  if (text === undefined) return undefined
  const hasZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const instant = new Date(text)
  assertConfig(
    hasZone && !Number.isNaN(instant.getTime()),
    `${name}=${text} is not a time with its zone: write it like 2023-09-06T10:10:00+08:00`,
  )
  return instant
}

/**
 * Reads a URL. The error does not repeat it, because it may contain a password.
 * @param schemes allowed schemes with their colon, such as `https:`
 */
export function readUrl(env: Environment, name: string, schemes: readonly string[]): string | undefined {
  const text = readText(env, name)
  if (text === undefined) return undefined
  const scheme = URL.canParse(text) ? new URL(text).protocol : undefined
  assertConfig(
    scheme !== undefined && schemes.includes(scheme),
    `${name} is not an address: it begins with ${schemes.map((allowed) => `${allowed}//`).join(' or ')}`,
  )
  return text
}

/** Reads the path prefix of the API. */
export function readPathPrefix(env: Environment, name: string, fallback: string): string {
  const text = readText(env, name)
  if (text === undefined) return fallback
  assertConfig(/^(\/[A-Za-z0-9._~-]+)+$/.test(text), `${name}=${text} is not a path: write it like /api`)
  return text
}

/** Reads a path and makes it absolute. */
export function readPath(env: Environment, name: string, fallback: string): string {
  const text = readText(env, name)
  return text === undefined ? fallback : resolve(text)
}

/** Reads the contents of the file that a variable names. */
export function readFile(env: Environment, name: string): Buffer | undefined {
  const path = readText(env, name)
  if (path === undefined) return undefined
  try {
    return readFileSync(path)
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException
    throw new ConfigError(`${name}: the file ${path} cannot be read (${code})`, { cause: error })
  }
}

/** Reads the reverse proxies before the server: their number, or their IP addresses and ranges. @returns false for none */
export function readTrustProxy(env: Environment, name: string): string | number | false {
  const text = readText(env, name)
  if (text === undefined) return false
  // `TRUST_PROXY=0` means no proxy, like an absent variable.
  if (/^\d{1,2}$/.test(text)) return Number(text) || false
  const addresses = text.split(',').map((address) => address.trim())
  assertConfig(
    addresses.every((address) => isIP(address) !== 0 || isCidr(address)),
    `${name}=${text} is neither a number of proxies nor a list of their addresses, like 127.0.0.1, 10.0.0.0/8`,
  )
  return addresses.join(',')
}

/** Reads prefixes of phone numbers, such as `+86, +852`. */
export function readPhonePrefixes(env: Environment, name: string): string[] | undefined {
  const text = readText(env, name)
  if (text === undefined) return undefined
  const prefixes = text.split(/[\s,]+/).filter((prefix) => prefix !== '')
  const isValid = prefixes.length > 0 && prefixes.every((prefix) => /^\+[1-9]\d{0,9}$/.test(prefix))
  assertConfig(isValid, `${name}=${text} names no prefixes of numbers: write them like +86, +852`)
  return prefixes
}

/** Reads a range of IP addresses, such as `10.20.0.0/16`. */
export function readCidr(env: Environment, name: string): string | undefined {
  const text = readText(env, name)
  if (text === undefined) return undefined
  assertConfig(isCidr(text), `${name}=${text} is not a range of addresses: write it like 10.20.0.0/16`)
  return text
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...extraParts] = text.split('/')
  const family = isIP(address)
  const maxBits = family === 6 ? 128 : 32
  return family !== 0 && extraParts.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits
}
