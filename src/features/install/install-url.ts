import { publicOrigin } from '#lib/public-origin.ts'

/** Path of the landing page behind the QR code. */
export const installPath = '/install'

/** Names of one's own machine: no phone finds it under them. */
const ownMachine = /^(localhost|127\.[\d.]+|\[::1\])$/

/**
 * Address of the landing page: at the deployment's public address where its operator named one, else at the one that
 * this page came from. It never carries more than that.
 */
export function getInstallUrl(): string {
  return publicOrigin() + installPath
}

/** True when the address opens on this machine only. */
export const isLoopbackUrl = (address: string): boolean => ownMachine.test(new URL(address).hostname)
