import { createStore, useSelector } from '@tanstack/react-store'

/**
 * `none`: no new version is known. `waiting`: a new version is on the device and starts when the user accepts it.
 * `taken`: another tab activated it, and this one still shows the old version.
 */
type UpdateState = 'none' | 'waiting' | 'taken'

const updateState = createStore<UpdateState>('none')

/** Returns the state of the app's version on this device. */
export const getUpdateState = (): UpdateState => updateState.state

/** Sets the state. Called by the code that registers the service worker. */
export const setUpdateState = (state: UpdateState): void => updateState.setState(() => state)

/** Returns the state of the app's version, for the banner. */
export const useUpdateState = (): UpdateState => useSelector(updateState)
