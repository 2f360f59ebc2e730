import { networkInterfaces } from 'node:os'

export interface StartupInfo {
  /** As listened on. */
  host: string
  port: number
  isTls: boolean
  /** The public address, when the operator set one. */
  publicUrl?: string | undefined
  /** Addresses of this machine that phones on the same network reach. */
  lanAddresses: readonly string[]
  /** Shown once, at the start that made the account. */
  firstOrganiser?: { login: string; password: string | undefined } | undefined
}

/** Formats what the operator reads at the start: URLs, a QR code for phones, the first sign-in. */
export async function formatStartupBanner(options: StartupInfo): Promise<string> {
  const { publicUrl, firstOrganiser } = options
  const local = formatUrl(options, isWildcardHost(options.host) ? 'localhost' : options.host)
  const forPhones = isWildcardHost(options.host)
    ? options.lanAddresses.map((host) => formatUrl(options, host))
    : []
  const code = forPhones.length > 0 ? (publicUrl ?? forPhones[0]) : undefined
  return [
    `The forum is at ${[local, ...forPhones].join(' and ')}`,
    ...(publicUrl ? [`Its public address is ${publicUrl}`] : []),
    ...(code ? [`${await renderQrCode(code)}\nScan for ${code}`] : []),
    ...(firstOrganiser ? [formatFirstSignIn(firstOrganiser)] : []),
  ].join('\n')
}

/** Loads the QR code library only when phones can reach the server. */
async function renderQrCode(address: string): Promise<string> {
  const { toString } = await import('qrcode')
  return toString(address, { type: 'terminal', small: true })
}

/** Lists the IPv4 addresses of this machine. */
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

function isWildcardHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function formatUrl({ isTls, port }: StartupInfo, host: string): string {
  return `${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
