import { useMemo, useState } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { findLatestEntry, useEntries, type OutboxEntry } from '#outbox/index.ts'
import type { Row, RowQueryParams } from '../data/console-api.ts'
import { pageSize } from '../data/queries.ts'
import { useRows } from '../data/use-rows.ts'
import { needsDecision, inFlightStates } from '../record/submit-action.ts'
import {
  countAhead,
  countQueue,
  isDecided,
  mergeOrder,
  findNextPending,
  findPreviousRow,
} from './queue-order.ts'

/** So many rows ahead are known before more are asked. */
const knownAhead = 10

/** Rows that are gone through one by one. */
export interface ReviewQueueState {
  /** Undefined until the first answer, and at the end. */
  current: string | undefined
  next: string | undefined
  before: string | undefined
  /** From 1. */
  place: number
  /** All that waited at the beginning, with what came since. */
  total: number
  /** How many still wait. */
  open: number
  isKnown: boolean
  /** One has come past the last: what is open then was skipped. */
  isOver: boolean
  error: Error | null
  retry: () => Promise<void>
  /** The newest decision about a row that was made on this device. */
  entryOf: (id: string) => OutboxEntry | undefined
  isOpen: (id: string) => boolean
  /** Rows whose decision the server did not take. */
  troubled: readonly string[]
  go: (id: string | undefined) => void
  /** Takes a row as decided, and goes on. */
  decide: (id: string) => void
  /** It is open again, and stands there again. */
  reopen: (id: string) => void
}

/** Where one stands: at a row, behind one whose next is on its way, or past the last. */
interface Place {
  id: string | undefined
  after?: string | undefined
  isOver: boolean
}

/** The rows that wait, as they come and go: own decisions count at once, others' as the server tells them. */
export function useQueue(metadata: ModuleMetadata, asked: RowQueryParams): ReviewQueueState {
  const [pages, setPages] = useState(1)
  const rows = useRows(metadata, asked, { first: 0, last: pages * pageSize - 1 }, false)
  const listed = useMemo(() => new Map(rows.loaded.map((row) => [row.id, row])), [rows.loaded])
  const [known, setOrder] = useState<readonly string[]>([])
  const order = mergeOrder(known, [...listed.keys()])
  if (order !== known) setOrder(order)
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState<Place>({ id: undefined, isOver: false })
  const [most, setMost] = useState(0)
  const entries = useEntries()
  // What is quiet has opened a row, and decided nothing.
  const loud = useMemo(() => entries.filter(({ isQuiet }) => isQuiet !== true), [entries])
  const entryOf = (id: string) => findLatestEntry(loud, metadata.name, id)
  const isOpenBut = (closed: ReadonlySet<string>) => (id: string) => {
    const row = listed.get(id)
    return row !== undefined && !isDecided(ownDecision(entryOf(id), closed.has(id)), versionOf(row))
  }
  const isOpen = isOpenBut(decided)
  const asks = pages * pageSize
  const isWhole = rows.isComplete && (rows.loaded.length >= rows.reachable || rows.loaded.length < asks)
  const current = at.isOver ? undefined : (at.id ?? findNextPending(order, isOpen, at.after, isWhole))
  // The first one stays, whatever comes before it later.
  if (current !== at.id && !at.isOver) setAt({ ...at, id: current })
  // Skipped rows are behind: they say nothing of how many are ahead.
  if (rows.isComplete && !isWhole && countAhead(order, isOpen, current ?? at.after) < knownAhead)
    setPages(pages + 1)
  const open = order.filter(isOpen).length
  const seen = { ever: order.length, now: listed.size, open }
  const numbers = countQueue(seen, rows.total ?? 0, most)
  if (numbers.total !== most) setMost(numbers.total)
  const go = (id: string | undefined, after = current ?? at.after) =>
    setAt({ id, after, isOver: id === undefined && isWhole })
  return {
    current,
    next: findNextPending(order, isOpen, current, isWhole),
    before: findPreviousRow(order, current),
    place: current === undefined ? order.length : order.indexOf(current) + 1,
    ...numbers,
    isKnown: rows.total !== undefined,
    isOver: at.isOver || (isWhole && current === undefined),
    error: rows.error ?? (current === undefined && !isWhole ? rows.pageError : null),
    retry: rows.refresh,
    entryOf,
    isOpen,
    troubled: order.filter((id) => {
      const entry = entryOf(id)
      return entry !== undefined && needsDecision(entry)
    }),
    go,
    decide: (id) => {
      setDecided((before) => new Set([...before, id]))
      go(findNextPending(order, isOpenBut(new Set([...decided, id])), id, isWhole), id)
    },
    reopen: (id) => {
      setDecided((before) => new Set([...before].filter((one) => one !== id)))
      go(id)
    },
  }
}

const versionOf = ({ version }: Row): number => version

function ownDecision(entry: OutboxEntry | undefined, isDecidedHere: boolean) {
  if (entry && inFlightStates.has(entry.state)) return { isOnItsWay: true, needsAnswer: false }
  if (entry && needsDecision(entry)) return { isOnItsWay: false, needsAnswer: true }
  // A receipt of another day says nothing of what waits now.
  if (!isDecidedHere) return undefined
  return { isOnItsWay: false, needsAnswer: false, version: entry?.serverRef?.version }
}
