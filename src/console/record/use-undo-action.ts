import { useCallback, useEffect, useRef, useState } from 'react'
import { cancelEntry, useEntries } from '#outbox/index.ts'
import { suppressUndoOffer } from '../undo/offers.ts'

/** How long an action waits on the device before it is sent, in milliseconds; until then it can be undone. */
export const undoWindowMs = 6_000

/** An action whose outbox entry can be cancelled until it is sent. */
interface LastAction {
  /** Id of the row. */
  id: string
  /** Id of the outbox entry. */
  entryId: string
  /** Labels of action and row, as the undo button's text shows them. */
  label: string
}

/** Returns the last action while it can be undone on the device. No other component offers undo for it. */
export function useUndoAction(): {
  lastAction: LastAction | undefined
  /** Makes an action the last one; to be called when its entry has been stored. */
  track: (action: LastAction) => void
  /** @returns the undone action; undefined when it had already been sent */
  undo: () => Promise<LastAction | undefined>
} {
  const entries = useEntries()
  const [lastAction, setLastAction] = useState<LastAction>()
  /** The last action, available before the next render for undo by a key. */
  const latestAction = useRef<LastAction>(undefined)
  const endSuppression = useRef<() => void>(undefined)
  useEffect(() => () => endSuppression.current?.(), [])
  const track = useCallback((action: LastAction) => {
    endSuppression.current = suppressUndoOffer(action.entryId)
    latestAction.current = action
    setLastAction(action)
  }, [])
  // An entry that was tried may have reached the server, so it cannot be cancelled any more.
  const canUndo =
    lastAction !== undefined && entries.some(({ id, isTried }) => id === lastAction.entryId && !isTried)
  return {
    lastAction: canUndo ? lastAction : undefined,
    track,
    undo: async () => {
      const action = latestAction.current
      latestAction.current = undefined
      setLastAction(undefined)
      return action && (await cancelEntry(action.entryId)) ? action : undefined
    },
  }
}
