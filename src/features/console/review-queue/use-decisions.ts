import { useRef, useState } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocale } from '#lib/locale.ts'
import type { OutboxEntry } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { submitAction } from '../record/submit-action.ts'
import { undoWindowMs, useUndoAction } from '../record/use-undo-action.ts'
import { titleDot } from '../field-values/row-title.ts'
import type { ReviewQueueState } from './use-queue.ts'

/** Deciding about rows, and taking the last decision back. */
export interface Decisions {
  /** Decides at once: the next row stands there while this one goes out. */
  decide: (name: string) => void
  /** Decides with what a sheet asked for; goes on once it is kept. */
  decideWith: (name: string, body: Record<string, unknown>) => Promise<OutboxEntry>
  /** Words of the last decision, while it can be taken back. */
  last: string | undefined
  undo: () => void
  /** It went out before it could be taken back. */
  isTooLate: boolean
  failure: unknown
}

/** Decisions go through the outbox: without network they wait, and what the server does not take comes back. */
export function useDecisions(
  metadata: ModuleMetadata,
  queue: ReviewQueueState,
  row: Row | undefined,
  title: string,
): Decisions {
  const locale = useLocale()
  const { last, note, takeBack } = useUndoAction()
  const [isTooLate, setTooLate] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** The last decision, from its touch on: what takes it back may come before the device has it. */
  const making = useRef<Promise<unknown>>(undefined)
  const make = async (decided: Row, name: string, body: Record<string, unknown>) => {
    setFailure(undefined)
    setTooLate(false)
    const entry = queue.entryOf(decided.id)
    const made = await submitAction({
      metadata,
      row: decided,
      title,
      locale,
      entry,
      name,
      body,
      holdMs: undoWindowMs,
    })
    const words = `${metadata.actions[name]?.label[locale] ?? name}${titleDot}${title}`
    note({ id: decided.id, entryId: made.id, words })
    return made
  }
  const send = (...decision: Parameters<typeof make>) => {
    const made = make(...decision)
    making.current = made.catch(() => undefined)
    return made
  }
  const undo = async () => {
    const made = making.current
    if (!made) return
    making.current = undefined
    await made
    const taken = await takeBack()
    if (taken) queue.reopen(taken.id)
    else setTooLate(true)
  }
  return {
    decide: (name) => {
      if (!row) return
      queue.decide(row.id)
      send(row, name, {}).then(
        ({ state }) => state === 'rejected' && queue.reopen(row.id),
        (error: unknown) => {
          setFailure(error)
          queue.reopen(row.id)
        },
      )
    },
    decideWith: async (name, body) => {
      if (!row) throw new Error('there is no row to decide about')
      const made = await send(row, name, body)
      if (made.state !== 'rejected') queue.decide(row.id)
      return made
    },
    last: last?.words,
    undo: () => void undo().catch(setFailure),
    isTooLate,
    failure,
  }
}
