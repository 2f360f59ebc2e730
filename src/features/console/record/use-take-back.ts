import { useState } from 'react'
import { takeBackEntry, useEntries } from '#outbox/index.ts'

/** How long a deed waits on the device before it goes out: as long it is taken back by a touch, in milliseconds. */
export const undoMs = 6_000

/** What was done last. */
interface LastDeed {
  /** Of the row. */
  id: string
  entryId: string
  words: string
}

/** The last deed while it can be taken back: it waits on the device so long. */
export function useTakeBack(): {
  last: LastDeed | undefined
  note: (deed: LastDeed) => void
  /** @returns false when it went out before */
  takeBack: () => Promise<boolean>
} {
  const entries = useEntries()
  const [last, setLast] = useState<LastDeed>()
  const canUndo = last !== undefined && entries.some(({ id, isTried }) => id === last.entryId && !isTried)
  return {
    last: canUndo ? last : undefined,
    note: setLast,
    takeBack: async () => {
      if (!canUndo) return false
      setLast(undefined)
      return takeBackEntry(last.entryId)
    },
  }
}
