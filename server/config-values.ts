import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** The variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A variable that cannot be used. Its message is the one line that the operator reads. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** @throws ConfigError with this line when the condition does not hold */
export function refuseUnless(condition: boolean, line: string): asserts condition {
  if (!condition) throw new ConfigError(line)
}

/** A variable without blanks around it; an empty one counts as absent, as `NAME=` in a file means it. */
export function readText(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

/** A port number. */
export function readPort(env: Environment, name: string, fallback: number): number {
  const text = readText(env, name)
  if (text === undefined) return fallback
  const port = Number(text)
  refuseUnless(
    /^\d+$/.test(text) && port <= 65_535,
    `${name}=${text} is not a port: use a number from 0 to 65535`,
  )
  return port
}

/** A number of days. @returns undefined for `off` */
export function readDays(env: Environment, name: string, fallback: number): number | undefined {
  const text = readText(env, name)
  if (text === undefined) return fallback
  if (text === 'off') return undefined
  refuseUnless(
    /^[1-9]\d{0,3}$/.test(text),
    `${name}=${text} is no number of days: use one from 1 to 9999, or off`,
  )
  return Number(text)
}

/** One word of a few. */
export function readChoice<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = readText(env, name)
  if (text === undefined) return fallback
  const choice = choices.find((candidate) => candidate === text)
  refuseUnless(choice !== undefined, `${name}=${text} is not known: use ${choices.join(', ')}`)
  return choice
}

/** An instant with its zone. */
export function readInstant(env: Environment, name: string): Date | undefined {
  const text = readText(env, name)
  if (text === undefined) return undefined
  const hasZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const instant = new Date(text)
  refuseUnless(
    hasZone && !Number.isNaN(instant.getTime()),
    `${name}=${text} is not a time with its zone: write it like 2023-09-06T10:10:00+08:00`,
  )
  return instant
}

/** An address of one of these schemes. Its text is not repeated in the refusal: it may hold a password. */
export function readAddress(env: Environment, name: string, schemes: readonly string[]): string | undefined {
  const text = readText(env, name)
  if (text === undefined) return undefined
  const scheme = URL.canParse(text) ? new URL(text).protocol : undefined
  refuseUnless(
    scheme !== undefined && schemes.includes(scheme),
    `${name} is not an address: it begins with ${schemes.map((known) => `${known}//`).join(' or ')}`,
  )
  return text
}

/** The API's place under our address. */
export function readPrefix(env: Environment, name: string, fallback: string): string {
  const text = readText(env, name)
  if (text === undefined) return fallback
  refuseUnless(/^(\/[A-Za-z0-9._~-]+)+$/.test(text), `${name}=${text} is not a path: write it like /api`)
  return text
}

/** A path, made absolute. */
export function readPath(env: Environment, name: string, fallback: string): string {
  const text = readText(env, name)
  return text === undefined ? fallback : resolve(text)
}

/** Contents of the file that a variable names. */
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

/** Reverse proxies before the server: how many, or their addresses. */
export function readTrustProxy(env: Environment, name: string): string | number | false {
  const text = readText(env, name)
  if (text === undefined) return false
  if (/^\d{1,2}$/.test(text)) return Number(text) || false
  const addresses = text.split(',').map((address) => address.trim())
  refuseUnless(
    addresses.every((address) => isIP(address) !== 0 || isCidr(address)),
    `${name}=${text} is neither a number of proxies nor a list of their addresses, like 127.0.0.1, 10.0.0.0/8`,
  )
  return addresses.join(',')
}

/** Beginnings of phone numbers, `+86, +852`. */
export function readPrefixes(env: Environment, name: string): string[] | undefined {
  const text = readText(env, name)
  if (text === undefined) return undefined
  const prefixes = text.split(/[\s,]+/).filter((prefix) => prefix !== '')
  const isRight = prefixes.length > 0 && prefixes.every((prefix) => /^\+[1-9]\d{0,9}$/.test(prefix))
  refuseUnless(isRight, `${name}=${text} names no prefixes of numbers: write them like +86, +852`)
  return prefixes
}

/** A range of addresses. */
export function readCidr(env: Environment, name: string): string | undefined {
  const text = readText(env, name)
  if (text === undefined) return undefined
  refuseUnless(isCidr(text), `${name}=${text} is not a range of addresses: write it like 10.20.0.0/16`)
  return text
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/')
  const family = isIP(address)
  const longest = family === 6 ? 128 : 32
  return family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest
}
