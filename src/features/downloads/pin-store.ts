import { trackWork } from '#lib/unsaved-work.ts'
import { PinError, type PinErrorReason } from './pin-error.ts'
import type { Pin, Pins } from './pins.ts'

/** What the screen shows of the files on this phone. */
export interface PinState {
  /** undefined until the cache was read. */
  pins: readonly Pin[] | undefined
  /** Share fetched of files being kept, 0 to 1, by number. */
  working: Readonly<Record<string, number>>
  /** The last problem by number. */
  problems: Readonly<Record<string, PinErrorReason>>
}

/** The files on this phone, followed by the screen. */
export interface PinStore {
  get: () => PinState
  subscribe: (listener: () => void) => () => void
  load: () => Promise<void>
  add: (pin: Pin) => Promise<void>
  remove: (no: string) => Promise<void>
  /** Goes on with every file whose transfer broke off. */
  resume: () => void
}

/** @param tellTabs called when the files on this phone were changed here */
export function createPinStore(pins: Pins, tellTabs: () => void): PinStore {
  let state: PinState = { pins: undefined, working: {}, problems: {} }
  const broken = new Map<string, Pin>()
  const listeners = new Set<() => void>()
  const change = (next: Partial<PinState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const load = async () => change({ pins: await pins.list().catch(() => []) })
  const work = (no: string, share: number) => change({ working: { ...state.working, [no]: share } })
  const changed = async () => {
    tellTabs()
    await load()
  }

  async function add(pin: Pin): Promise<void> {
    const { no } = pin.file
    if (no in state.working) return
    broken.delete(no)
    change({ problems: without(state.problems, no) })
    work(no, 0)
    try {
      await trackWork(pins.add(pin, (share) => work(no, share)))
    } catch (error) {
      const problem = error instanceof PinError ? error.problem : 'full'
      if (problem === 'network') broken.set(no, pin)
      change({ problems: { ...state.problems, [no]: problem } })
    } finally {
      change({ working: without(state.working, no) })
    }
    await changed()
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
      await changed()
    },
    resume: () => {
      for (const pin of broken.values()) void add(pin)
    },
  }
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}
