import { Workbox } from 'workbox-window'
import { hasUnsavedWork } from '#platform/unsaved-work.ts'
import { getUpdateState, setUpdateState } from './update-state.ts'

/** Interval of update checks while the app is open, in milliseconds. */
const checkIntervalMs = 30 * 60_000

/** Undefined until the worker is registered, and where the browser has none. */
let workbox: Workbox | undefined
/** True after the user has accepted the update in this tab. */
let isActivatedHere = false

/**
 * Registers the service worker, if the browser allows it. Without one (plain http, private windows, blocked storage) the
 * app works online only.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  workbox = new Workbox(getWorkerUrl())
  /** False on a first visit: the first worker of all brings no new version. */
  let hadWorker = Boolean(navigator.serviceWorker.controller)
  workbox.addEventListener('waiting', () => setUpdateState('waiting'))
  // Fired when a worker takes control of this page: the first one of all, or a new version.
  workbox.addEventListener('controlling', () => {
    if (isActivatedHere) location.reload()
    else if (hadWorker) reloadWhenHidden()
    hadWorker = true
  })
  // The caller has waited for the load event already. A browser that refuses the worker leaves the app online only.
  await workbox.register({ immediate: true }).catch(() => undefined)
  startUpdateChecks(workbox)
}

/**
 * Starts the new version: the waiting worker takes over, then the page reloads. Where it has taken over, only reloads.
 */
export function applyUpdate(): void {
  if (getUpdateState() === 'taken' || !workbox) return location.reload()
  isActivatedHere = true
  workbox.messageSkipWaiting()
}

/**
 * Another tab activated the new version. This tab reloads when it is hidden and no input would be lost. Until then it
 * stays unchanged, and the banner offers the reload.
 */
function reloadWhenHidden(): void {
  setUpdateState('taken')
  document.addEventListener('visibilitychange', reloadIfHidden)
  reloadIfHidden()
}

/** Reloads the page if the user does not see it and would lose no input. */
function reloadIfHidden(): void {
  if (document.visibilityState === 'hidden' && !hasUnsavedWork()) location.reload()
}

/** A phone leaves an installed app open for days, so it checks for updates when it becomes visible, and regularly. */
function startUpdateChecks(worker: Workbox): void {
  let lastCheckMs = Date.now()
  const checkForUpdate = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastCheckMs < checkIntervalMs) return
    lastCheckMs = Date.now()
    // Without network the next check tries again.
    worker.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', checkForUpdate)
  setInterval(checkForUpdate, checkIntervalMs)
}

/** Path of the service worker in the build. */
const workerPath = '/sw.js'

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
function getWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return workerPath
  // A TrustedScriptURL, which workbox-window passes on unchanged.
  return trustedTypes.createPolicy('forum-sw', { createScriptURL }).createScriptURL(workerPath) as string
}

/** Ignores the given text, so that the policy allows this one URL only. */
const createScriptURL = (): string => workerPath
