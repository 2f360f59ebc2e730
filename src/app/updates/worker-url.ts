/** Where the build puts the service worker. */
const workerFile = '/sw.js'

/** What the browser offers of Trusted Types, where it does; TypeScript does not know it yet. */
interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ) => { createScriptURL: (text: string) => unknown }
}

/**
 * The worker's address, through the app's one Trusted Types policy: nothing else may make an address of a script out
 * of text. Browsers without Trusted Types take the text.
 */
export function getWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return workerFile
  // A TrustedScriptURL, which workbox-window hands on as it is.
  return trustedTypes.createPolicy('forum-sw', { createScriptURL }).createScriptURL(workerFile) as string
}

const createScriptURL = (): string => workerFile
