import type { FastifyRequest } from 'fastify'
import { addressBlock } from '#server/http/limits.ts'
import type { Database } from '#server/db/client.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

/** What the calls of accounts work with. */
export interface AccountsContext {
  db: Database
  now: () => Date
  secrets: Secrets
  /** Off for benchmarks: then tries at a password are not counted either. */
  hasRateLimits: boolean
  /** Tells the messages' worker that there is something to send. */
  wakeMessages: () => void
}

/** Where a request comes from, as far as it is kept. */
export interface Origin {
  requestId: string
  /** Address, or /64 block. */
  addressBlock: string
  device: string
}

/** Reads what is kept of a request. */
export function getRequestOrigin(request: FastifyRequest): Origin {
  return {
    requestId: request.id,
    addressBlock: addressBlock(request.ip),
    device: readDevice(request.headers['user-agent']),
  }
}

/** Browsers by their mark in User-Agent. The order matters: most of them also name Chrome or Safari. */
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

/** Longer headers are hostile; what names the device stands at their beginning. */
const maxUserAgentCharacters = 512

/**
 * What a person recognises a device by, `Chrome · Android`: names from closed lists, so that neither versions and models,
 * which tell people apart, nor a text of the caller's choice is kept.
 * @returns empty when nothing is known
 */
export function readDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, maxUserAgentCharacters)
  return [findName(browsers, text), findName(systems, text)].filter((name) => name !== undefined).join(' · ')
}

function findName(list: readonly [RegExp, string][], text: string): string | undefined {
  return list.find(([mark]) => mark.test(text))?.[1]
}
