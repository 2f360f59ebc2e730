import { trackWork } from '#platform/unsaved-work.ts'
import { PinError, type PinErrorReason } from './pin-error.ts'
import type { Pin, Pins } from './pins.ts'

/** State of the pinned files as the screen shows it. */
export interface PinState {
  /** undefined until the cache was read. */
  pins: readonly Pin[] | undefined
  /** Fetched fraction of the files being pinned, 0 to 1, by file number. */
  progress: Readonly<Record<string, number>>
  /** Reason of the last failure by file number. */
  errors: Readonly<Record<string, PinErrorReason>>
}

/** Store of the pinned files that components subscribe to. */
export interface PinStore {
  get: () => PinState
  subscribe: (listener: () => void) => () => void
  load: () => Promise<void>
  add: (pin: Pin) => Promise<void>
  remove: (no: string) => Promise<void>
  /** Resumes every transfer that broke off. */
  resume: () => void
}

/** Creates the store. @param notifyTabs called when this tab has changed the pinned files */
export function createPinStore(pins: Pins, notifyTabs: () => void): PinStore {
  let state: PinState = { pins: undefined, progress: {}, errors: {} }
  const interruptedPins = new Map<string, Pin>()
  const listeners = new Set<() => void>()
  const change = (next: Partial<PinState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const load = async () => change({ pins: await pins.list().catch(() => []) })
  const setProgress = (no: string, fraction: number) =>
    change({ progress: { ...state.progress, [no]: fraction } })
  const announceChange = async () => {
    notifyTabs()
    await load()
  }

  async function add(pin: Pin): Promise<void> {
    const { no } = pin.file
    if (no in state.progress) return
    interruptedPins.delete(no)
    change({ errors: without(state.errors, no) })
    setProgress(no, 0)
    try {
      await trackWork(pins.add(pin, (fraction) => setProgress(no, fraction)))
    } catch (error) {
      const reason = error instanceof PinError ? error.reason : 'full'
      if (reason === 'network') interruptedPins.set(no, pin)
      change({ errors: { ...state.errors, [no]: reason } })
    } finally {
      change({ progress: without(state.progress, no) })
    }
    await announceChange()
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load,
    add,
    async remove(no) {
      await pins.remove(no)
      await announceChange()
    },
    resume: () => {
      for (const pin of interruptedPins.values()) void add(pin)
    },
  }
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}
