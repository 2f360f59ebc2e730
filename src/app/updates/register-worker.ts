import { Workbox } from 'workbox-window'
import { hasUnsavedWork } from '#lib/unsaved-work.ts'
import { getUpdateState, setUpdateState } from './update-state.ts'
import { getWorkerUrl } from './worker-url.ts'

/** Interval of update checks while the app is open, in milliseconds. */
const lookEveryMs = 30 * 60_000

let workbox: Workbox | undefined
let takenHere = false

/**
 * Registers the service worker, where there can be one. On plain http there is none, and a browser may refuse it
 * (private windows, blocked storage): the app works online then.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  workbox = new Workbox(getWorkerUrl())
  let hadWorker = Boolean(navigator.serviceWorker.controller)
  workbox.addEventListener('waiting', () => setUpdateState('waiting'))
  workbox.addEventListener('controlling', () => {
    if (takenHere) location.reload()
    else if (hadWorker) followTaken()
    hadWorker = true
  })
  await workbox.register({ immediate: true }).catch(() => undefined)
  lookForUpdates(workbox)
}

/** Starts the new version: the waiting worker takes over and the page reloads. */
export function applyUpdate(): void {
  if (getUpdateState() === 'taken' || !workbox) return location.reload()
  takenHere = true
  workbox.messageSkipWaiting()
}

/**
 * Another tab activated the new version. This tab reloads when it is hidden and no input would be lost. Until then it
 * stays unchanged, and the banner offers the reload.
 */
function followTaken(): void {
  setUpdateState('taken')
  document.addEventListener('visibilitychange', reloadUnseen)
  reloadUnseen()
}

function reloadUnseen(): void {
  if (document.visibilityState === 'hidden' && !hasUnsavedWork()) location.reload()
}

/** A phone leaves an installed app open for days, so it checks for updates when it becomes visible, and regularly. */
function lookForUpdates(worker: Workbox): void {
  let lastLookMs = Date.now()
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastLookMs < lookEveryMs) return
    lastLookMs = Date.now()
    worker.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', look)
  setInterval(look, lookEveryMs)
}
