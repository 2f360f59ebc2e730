import { useCallback, useEffect, useRef, useState } from 'react'
import { cancelEntry, useEntries } from '#outbox/index.ts'
import { suppressUndoOffer } from '../undo/offers.ts'

/** How long a deed waits on the device before it goes out: as long it is taken back by a touch, in milliseconds. */
export const undoWindowMs = 6_000

/** What was done last. */
interface LastDeed {
  /** Of the row. */
  id: string
  entryId: string
  words: string
}

/** The last deed while it can be taken back: it waits on the device so long. No other place offers that meanwhile. */
export function useUndoAction(): {
  last: LastDeed | undefined
  note: (deed: LastDeed) => void
  /** @returns what was taken back; undefined when it went out before */
  takeBack: () => Promise<LastDeed | undefined>
} {
  const entries = useEntries()
  const [last, setLast] = useState<LastDeed>()
  /** The same before it is drawn: a key may be quicker. */
  const noted = useRef<LastDeed>(undefined)
  const endOffer = useRef<() => void>(undefined)
  useEffect(() => () => endOffer.current?.(), [])
  const note = useCallback((deed: LastDeed) => {
    endOffer.current = suppressUndoOffer(deed.entryId)
    noted.current = deed
    setLast(deed)
  }, [])
  const canUndo = last !== undefined && entries.some(({ id, isTried }) => id === last.entryId && !isTried)
  return {
    last: canUndo ? last : undefined,
    note,
    takeBack: async () => {
      const deed = noted.current
      noted.current = undefined
      setLast(undefined)
      return deed && (await cancelEntry(deed.entryId)) ? deed : undefined
    },
  }
}
