import { useSyncExternalStore } from 'react'
import { safeLocalStorage, type SafeStorage } from './safe-storage.ts'

const storageKey = 'saveData'

/** What browsers tell of the network; Safari and Firefox tell nothing. */
export interface NetworkHint {
  saveData?: boolean
  effectiveType?: string
}

/** On such networks a film of a minute takes longer than a minute (Network Information API: 3g is below 700 kbit/s). */
const slowTypes = ['slow-2g', '2g', '3g']

/** Whether this device saves data: as its person chose, else as its browser or its network asks for. */
export interface DataSaver {
  isOn: () => boolean
  choose: (isOn: boolean) => void
  subscribe: (listener: () => void) => () => void
}

export function createDataSaver(
  store: SafeStorage = safeLocalStorage,
  hint: () => NetworkHint | undefined = () => (navigator as { connection?: NetworkHint }).connection,
): DataSaver {
  const listeners = new Set<() => void>()
  return {
    isOn() {
      const chosen = store.read(storageKey)
      if (chosen !== undefined) return chosen === 'on'
      const { saveData = false, effectiveType = '' } = hint() ?? {}
      return saveData || slowTypes.includes(effectiveType)
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

const saveData = createDataSaver()

/** Follows the choice in a component, and changes it. */
export function useDataSaver(): [isOn: boolean, choose: (isOn: boolean) => void] {
  return [useSyncExternalStore(saveData.subscribe, saveData.isOn, () => false), saveData.choose]
}
