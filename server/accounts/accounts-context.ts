import type { FastifyRequest } from 'fastify'
import { getRequestOrigin, type RequestOrigin } from '#server/http/limits.ts'
import type { Database } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

/** Dependencies of the endpoints of accounts. */
export interface AccountsContext {
  db: Database
  now: () => Date
  secrets: Secrets
  /** False for benchmarks: then password attempts are not counted either. */
  hasRateLimits: boolean
  /** Wakes the worker that sends messages. */
  wakeMessages: () => void
}

/** Origin of a request about an account: that of every audited request, and the device for the list of sign-ins. */
export interface OriginWithDevice extends RequestOrigin {
  /** Result of {@link readDevice}. */
  device: string
}

/** Gets the origin of a request, with its device. */
export function getOriginWithDevice(request: FastifyRequest): OriginWithDevice {
  return { ...getRequestOrigin(request), device: readDevice(request.headers['user-agent']) }
}

/**
 * Browsers by their mark in User-Agent. The first match counts: most others also name Chrome or Safari, so these two
 * come last.
 */
const browsers: readonly [mark: RegExp, name: string][] = [
  [/MicroMessenger\//, 'WeChat'],
  [/DingTalk\//, 'DingTalk'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/MQQBrowser\/|QQBrowser\//, 'QQ Browser'],
  [/UCBrowser\//, 'UC Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** Devices and systems by their mark. The first match counts: HarmonyOS also names Android, and Android names Linux. */
const systems: readonly [mark: RegExp, name: string][] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** No browser sends a longer header. The rest is ignored, because the part that names the device comes first. */
const maxUserAgentCharacters = 512

/**
 * Describes a device so that its user recognises it: `Chrome · Android`. The names come from closed lists. Versions and
 * models would identify users, and callers choose the text of the header.
 * @returns an empty string when nothing is known
 */
export function readDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, maxUserAgentCharacters)
  return [findName(browsers, text), findName(systems, text)].filter((name) => name !== undefined).join(' · ')
}

function findName(list: readonly [RegExp, string][], text: string): string | undefined {
  return list.find(([mark]) => mark.test(text))?.[1]
}
