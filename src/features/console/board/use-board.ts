import { useQuery } from '@tanstack/react-query'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { templateFields, type BoardView } from '#contract/module-definition.ts'
import { useEntries, type OutboxEntry } from '#outbox/index.ts'
import type { Row, RowQueryParams } from '../data/console-api.ts'
import { allRowsQuery, maxRows, canSeeDrafts } from '../data/queries.ts'
import { needsDecision, inFlightStates } from '../record/submit-action.ts'
import {
  comparedFields,
  isPlaced,
  placeableFilter,
  listPlaceActions,
  getSlot,
  type PlacedSlot,
} from './board-slots.ts'

/** A row that stands in a place. */
export interface PlacedRow extends PlacedSlot {
  row: Row
  /** It is on its way to the server. */
  isOnItsWay: boolean
}

/** What a board shows. */
export interface BoardData {
  rooms: readonly Row[]
  placed: readonly PlacedRow[]
  /** Rows without a place. */
  requests: readonly Row[]
  rowOf: (id: string) => Row | undefined
  /** Rows whose placing the server did not take. */
  isTroubled: (id: string) => boolean
  isKnown: boolean
  /** There are more rows than one call answers. */
  isCut: boolean
  error: Error | null
  retry: () => void
}

/** Places, what stands in them and what waits for one, with what is on its way as if it had arrived. */
export function useBoard(metadata: ModuleMetadata, board: BoardView, places: ModuleMetadata): BoardData {
  const rooms = useQuery(
    allRowsQuery(places.name, {
      filters: [],
      sorters: places.defaultSorters,
      fields: present(places, [...templateFields(places.titleTemplate), ...comparedFields(metadata, board)]),
      drafts: canSeeDrafts(places),
    }),
  )
  const asked: Omit<RowQueryParams, 'filters'> = {
    sorters: metadata.defaultSorters,
    fields: present(metadata, fieldsShown(metadata, board)),
    drafts: canSeeDrafts(metadata),
  }
  const held = useQuery(allRowsQuery(metadata.name, { ...asked, filters: board.holds }))
  const open = useQuery(allRowsQuery(metadata.name, { ...asked, filters: placeableFilter(metadata, board) }))
  const names = listPlaceActions(metadata, board)
  const entries = useEntries().filter(
    ({ module, deed }) => module === metadata.name && deed.kind === 'action' && names.includes(deed.name),
  )
  const newestOf = (id: string) => entries.findLast(({ entityId }) => entityId === id)
  const byId = new Map([...(held.data?.items ?? []), ...(open.data?.items ?? [])].map((row) => [row.id, row]))
  const rows = [...byId.values()].map((row) => withEntry(metadata, row, newestOf(row.id)))
  const queries = [rooms, held, open]
  return {
    rooms: rooms.data?.items ?? [],
    placed: rows.flatMap((row) => {
      const span = isPlaced(metadata, board, row) ? getSlot(board, row) : undefined
      const entry = newestOf(row.id)
      return span
        ? [{ ...span, id: row.id, row, isOnItsWay: entry !== undefined && inFlightStates.has(entry.state) }]
        : []
    }),
    requests: rows.filter((row) => !isPlaced(metadata, board, row)),
    rowOf: (id) => rows.find((row) => row.id === id),
    isTroubled: (id) => {
      const entry = newestOf(id)
      return entry !== undefined && needsDecision(entry)
    },
    isKnown: queries.every(({ data }) => data !== undefined),
    isCut: queries.some(({ data }) => (data?.total ?? 0) > maxRows),
    error: queries.find(({ error, data }) => error && !data)?.error ?? null,
    retry: () => queries.forEach((query) => void query.refetch()),
  }
}

/** A row as it will be once what is on its way has arrived. */
function withEntry(metadata: ModuleMetadata, row: Row, entry: OutboxEntry | undefined): Row {
  if (!entry || !inFlightStates.has(entry.state) || entry.deed.kind !== 'action') return row
  const state = metadata.workflow?.field
  const to = metadata.actions[entry.deed.name]?.to
  return { ...row, ...entry.body, ...(state !== undefined && to !== undefined && { [state]: to }) }
}

function fieldsShown({ titleTemplate, views, workflow, rules }: ModuleMetadata, board: BoardView): string[] {
  const { room, date, start, end, wanted, shows = [] } = board
  return [
    room,
    date,
    start,
    end,
    ...(wanted ? [wanted.date, wanted.start, wanted.end] : []),
    ...shows,
    ...templateFields(titleTemplate),
    ...(views.card?.subtitle === undefined ? [] : [views.card.subtitle]),
    ...(workflow ? [workflow.field] : []),
    ...rules.flatMap((rule) =>
      rule.rule === 'same_as_related' && rule.relation === room ? [rule.ours] : [],
    ),
  ]
}

const present = ({ fields }: ModuleMetadata, names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => Object.hasOwn(fields, name)).toSorted()
