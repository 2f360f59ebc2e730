import { networkInterfaces } from 'node:os'

/** What the banner shows; `main.ts` reads it from the configuration and the listening server. */
export interface StartupBannerOptions {
  /** Host on which the server listens. */
  host: string
  port: number
  /** True when the server itself serves https. */
  isTls: boolean
  /** The public address, when the operator set one. */
  publicUrl?: string | undefined
  /** Addresses of this machine that phones on the same network reach. */
  lanAddresses: readonly string[]
  /** Present only at the start that created the account; `password` is undefined when the operator chose it. */
  firstOrganiser?: { login: string; password: string | undefined } | undefined
}

/** Formats what the operator reads at the start: URLs, a QR code for phones, the first sign-in. */
export async function formatStartupBanner(options: StartupBannerOptions): Promise<string> {
  const { publicUrl, firstOrganiser } = options
  const localUrl = formatUrl(options, isWildcardHost(options.host) ? 'localhost' : options.host)
  const phoneUrls = isWildcardHost(options.host)
    ? options.lanAddresses.map((host) => formatUrl(options, host))
    : []
  const qrCodeUrl = phoneUrls.length > 0 ? (publicUrl ?? phoneUrls[0]) : undefined
  return [
    `The forum is at ${[localUrl, ...phoneUrls].join(' and ')}`,
    ...(publicUrl ? [`Its public address is ${publicUrl}`] : []),
    ...(qrCodeUrl ? [`${await renderQrCode(qrCodeUrl)}\nScan for ${qrCodeUrl}`] : []),
    ...(firstOrganiser ? [formatFirstSignIn(firstOrganiser)] : []),
  ].join('\n')
}

/** Loads the QR code library only when phones can reach the server. */
async function renderQrCode(url: string): Promise<string> {
  const { toString } = await import('qrcode')
  return toString(url, { type: 'terminal', small: true })
}

/** Lists the IPv4 addresses of this machine in its networks. */
export function findLanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}

function formatFirstSignIn({ login, password }: { login: string; password: string | undefined }): string {
  return password === undefined
    ? `Organiser's sign-in: ${login}, with the password of ORGANISER_PASSWORD`
    : `Organiser's sign-in: ${login}, password ${password} (shown this once)`
}

/** Checks for a host that means every address of the machine: other devices then reach the server too. */
function isWildcardHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** A host with colons is an IPv6 address, which URLs write in brackets. */
function formatUrl({ isTls, port }: StartupBannerOptions, host: string): string {
  return `${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
