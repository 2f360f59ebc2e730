import { createStore, useSelector } from '@tanstack/react-store'
import { getNetworkHint, isLimitedNetwork, type NetworkHint } from './prefetch.ts'
import { safeLocalStorage, type SafeStorage } from './safe-storage.ts'

const storageKey = 'saveData'

/** Creates the data saver of this device: the user's choice, or else the hint of browser and network. */
export function createDataSaver(
  storage: SafeStorage = safeLocalStorage,
  getHint: () => NetworkHint | undefined = getNetworkHint,
) {
  const choice = createStore(storage.read(storageKey))
  const isOn = (): boolean => {
    const stored = storage.read(storageKey)
    return stored === undefined ? isLimitedNetwork(getHint()) : stored === 'on'
  }
  const choose = (next: boolean): void => {
    const stored = next ? 'on' : 'off'
    storage.write(storageKey, stored)
    choice.setState(() => stored)
  }
  /** `isOn` as a store, for components. */
  const source = {
    get: isOn,
    subscribe: (listener: (isOn: boolean) => void) => choice.subscribe(() => listener(isOn())),
  }
  return { isOn, choose, source }
}

const dataSaver = createDataSaver()

/** Returns whether videos wait for a tap to save data, and the function that stores the user's choice. */
export function useDataSaver(): [isOn: boolean, choose: (isOn: boolean) => void] {
  return [useSelector(dataSaver.source), dataSaver.choose]
}
