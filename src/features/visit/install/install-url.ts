import { publicOrigin } from '#platform/public-origin.ts'

/** Path of the landing page behind the QR code. */
export const installPath = '/install'

/** Loopback hosts, which no phone can reach. */
const loopbackHosts = /^(localhost|127\.[\d.]+|\[::1\])$/

/**
 * Returns the URL of the landing page: on the public URL when the operator set one, else on the current origin. It has
 * no parameters.
 */
export function getInstallUrl(): string {
  return publicOrigin() + installPath
}

/** True when the URL works on this machine only. */
export const isLoopbackUrl = (url: string): boolean => loopbackHosts.test(new URL(url).hostname)
