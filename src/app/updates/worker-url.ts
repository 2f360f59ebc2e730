/** URL of the service worker in the build. */
const workerFile = '/sw.js'

/** The browser's Trusted Types API, if present. TypeScript does not declare it yet. */
interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ) => { createScriptURL: (text: string) => unknown }
}

/**
 * Creates the worker's URL through the app's only Trusted Types policy. Nothing else may create a script URL from text.
 * Browsers without Trusted Types get the text.
 */
export function getWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return workerFile
  // A TrustedScriptURL, which workbox-window passes on unchanged.
  return trustedTypes.createPolicy('forum-sw', { createScriptURL }).createScriptURL(workerFile) as string
}

const createScriptURL = (): string => workerFile
