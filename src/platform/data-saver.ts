import { createStore, useSelector } from '@tanstack/react-store'
import { getNetworkHint, isLimitedNetwork, type NetworkHint } from './prefetch.ts'
import { safeLocalStorage, type SafeStorage } from './safe-storage.ts'

/** Key of the user's choice in localStorage: `on` or `off`; absent before a choice. */
const storageKey = 'saveData'

/** Creates the data saver of this device: the user's choice, or else the hint of browser and network. */
export function createDataSaver(
  storage: SafeStorage = safeLocalStorage,
  getHint: () => NetworkHint | undefined = getNetworkHint,
) {
  // Notifies components only. `isOn` reads the storage, in which another tab may have chosen.
  const choice = createStore(storage.read(storageKey))
  const isOn = (): boolean => {
    const stored = storage.read(storageKey)
    return stored === undefined ? isLimitedNetwork(getHint()) : stored === 'on'
  }
  const choose = (shouldBeOn: boolean): void => {
    const newChoice = shouldBeOn ? 'on' : 'off'
    storage.write(storageKey, newChoice)
    choice.setState(() => newChoice)
  }
  /** `isOn` as a source of `useSelector`, which needs the members `get` and `subscribe`. */
  const isOnSource = {
    get: isOn,
    subscribe: (listener: (isOn: boolean) => void) => choice.subscribe(() => listener(isOn())),
  }
  return { isOn, choose, isOnSource }
}

const dataSaver = createDataSaver()

/** Returns whether videos wait for a tap to save data, and the function that stores the user's choice. */
export function useDataSaver(): [isOn: boolean, choose: (isOn: boolean) => void] {
  return [useSelector(dataSaver.isOnSource), dataSaver.choose]
}
