import { useSyncExternalStore } from 'react'
import { safeLocalStorage, type SafeStorage } from './safe-storage.ts'

const storageKey = 'saveData'

/** The Network Information API, which Safari and Firefox lack. */
export interface NetworkHint {
  saveData?: boolean
  effectiveType?: string
}

/** Networks on which a video loads more slowly than it plays: 3g is below 700 kbit/s. */
const slowTypes = ['slow-2g', '2g', '3g']

/** Whether this device saves data: the user's choice, or else the hint of browser and network. */
export interface DataSaver {
  isOn: () => boolean
  choose: (isOn: boolean) => void
  subscribe: (listener: () => void) => () => void
}

export function createDataSaver(
  store: SafeStorage = safeLocalStorage,
  getHint: () => NetworkHint | undefined = getNetworkHint,
): DataSaver {
  const listeners = new Set<() => void>()
  return {
    isOn() {
      const choice = store.read(storageKey)
      if (choice !== undefined) return choice === 'on'
      return savesData(getHint())
    },
    choose(isOn) {
      store.write(storageKey, isOn ? 'on' : 'off')
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const getNetworkHint = (): NetworkHint | undefined => (navigator as { connection?: NetworkHint }).connection

/** Returns whether the browser asks for less data or its network is slow. An unknown network counts as fast. */
const savesData = ({ saveData = false, effectiveType = '' }: NetworkHint = {}): boolean =>
  saveData || slowTypes.includes(effectiveType)

const dataSaver = createDataSaver()

/** Returns the choice and its setter. */
export function useDataSaver(): [isOn: boolean, choose: (isOn: boolean) => void] {
  return [useSyncExternalStore(dataSaver.subscribe, dataSaver.isOn, () => false), dataSaver.choose]
}

/**
 * Returns whether the app may fetch more than the user requested. Ignores the user's choice, which is about videos: data
 * saving of the browser is off, and the connection is not known to be slow.
 */
export function canPrefetch(hint: NetworkHint | undefined = getNetworkHint()): boolean {
  return !savesData(hint)
}
