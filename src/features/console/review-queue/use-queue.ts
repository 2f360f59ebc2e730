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

/** The next page is requested when fewer open rows than this are ahead. */
const minRowsAhead = 10

/** State of a queue that is reviewed row by row. */
export interface ReviewQueueState {
  /** Undefined until the first response, and at the end. */
  current: string | undefined
  next: string | undefined
  before: string | undefined
  /** From 1. */
  position: number
  /** Rows that were pending at the start, and those added since. */
  total: number
  /** Number of rows that are still pending. */
  open: number
  isKnown: boolean
  /** The user has passed the last row; rows that are still open were skipped. */
  isOver: boolean
  error: Error | null
  retry: () => Promise<void>
  /** Finds the newest decision about a row that was made on this device. */
  findEntry: (id: string) => OutboxEntry | undefined
  isOpen: (id: string) => boolean
  /** Ids of rows whose decision the server rejected. */
  failed: readonly string[]
  go: (id: string | undefined) => void
  /** Marks a row as decided and goes on. */
  decide: (id: string) => void
  /** Opens a row again and goes back to it. */
  reopen: (id: string) => void
}

/** Position in the queue: at a row, after a row whose successor is loading, or at the end. */
interface QueuePosition {
  id: string | undefined
  after?: string | undefined
  isOver: boolean
}

/** Follows the pending rows. Decisions of this device count at once, those of others with the server's response. */
export function useQueue(metadata: ModuleMetadata, params: RowQueryParams): ReviewQueueState {
  const [pages, setPages] = useState(1)
  const rows = useRows(metadata, params, { first: 0, last: pages * pageSize - 1 }, false)
  const listed = useMemo(() => new Map(rows.loaded.map((row) => [row.id, row])), [rows.loaded])
  const [known, setOrder] = useState<readonly string[]>([])
  const order = mergeOrder(known, [...listed.keys()])
  if (order !== known) setOrder(order)
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [position, setPosition] = useState<QueuePosition>({ id: undefined, isOver: false })
  const [largestTotal, setLargestTotal] = useState(0)
  const entries = useEntries()
  // A background entry only marks a row as under review; it is no decision.
  const decisionEntries = useMemo(() => entries.filter(({ isQuiet }) => isQuiet !== true), [entries])
  const findEntry = (id: string) => findLatestEntry(decisionEntries, metadata.name, id)
  const isOpenBut = (closed: ReadonlySet<string>) => (id: string) => {
    const row = listed.get(id)
    return row !== undefined && !isDecided(toOwnDecision(findEntry(id), closed.has(id)), getVersion(row))
  }
  const isOpen = isOpenBut(decided)
  const requestedRows = pages * pageSize
  const hasAllRows =
    rows.isComplete && (rows.loaded.length >= rows.reachable || rows.loaded.length < requestedRows)
  const current = position.isOver
    ? undefined
    : (position.id ?? findNextPending(order, isOpen, position.after, hasAllRows))
  // The first row stays current even when rows are inserted before it.
  if (current !== position.id && !position.isOver) setPosition({ ...position, id: current })
  // Skipped rows are behind and do not count as ahead.
  if (rows.isComplete && !hasAllRows && countAhead(order, isOpen, current ?? position.after) < minRowsAhead)
    setPages(pages + 1)
  const open = order.filter(isOpen).length
  const seen = { ever: order.length, now: listed.size, open }
  const numbers = countQueue(seen, rows.total ?? 0, largestTotal)
  if (numbers.total !== largestTotal) setLargestTotal(numbers.total)
  const go = (id: string | undefined, after = current ?? position.after) =>
    setPosition({ id, after, isOver: id === undefined && hasAllRows })
  return {
    current,
    next: findNextPending(order, isOpen, current, hasAllRows),
    before: findPreviousRow(order, current),
    position: current === undefined ? order.length : order.indexOf(current) + 1,
    ...numbers,
    isKnown: rows.total !== undefined,
    isOver: position.isOver || (hasAllRows && current === undefined),
    error: rows.error ?? (current === undefined && !hasAllRows ? rows.pageError : null),
    retry: rows.refresh,
    findEntry,
    isOpen,
    failed: order.filter((id) => {
      const entry = findEntry(id)
      return entry !== undefined && needsDecision(entry)
    }),
    go,
    decide: (id) => {
      setDecided((before) => new Set([...before, id]))
      go(findNextPending(order, isOpenBut(new Set([...decided, id])), id, hasAllRows), id)
    },
    reopen: (id) => {
      setDecided((before) => new Set([...before].filter((one) => one !== id)))
      go(id)
    },
  }
}

const getVersion = ({ version }: Row): number => version

function toOwnDecision(entry: OutboxEntry | undefined, isDecidedHere: boolean) {
  if (entry && inFlightStates.has(entry.state)) return { isOnItsWay: true, needsAnswer: false }
  if (entry && needsDecision(entry)) return { isOnItsWay: false, needsAnswer: true }
  // The receipt of an earlier decision says nothing about a row that is pending now.
  if (!isDecidedHere) return undefined
  return { isOnItsWay: false, needsAnswer: false, version: entry?.serverRef?.version }
}
