import { useQuery } from '@tanstack/react-query'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { ApiError } from '#lib/api.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { metadataQuery } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import { BoardDay } from './BoardDay.tsx'

/** A module's board: places by the times of a day, what waits for a place beside it. */
export default function Board({
  metadata,
  entry,
  board,
}: {
  metadata: ModuleMetadata
  entry: ModuleSummary
  board: BoardView
}) {
  const target = metadata.fields[board.room]?.relation?.module ?? ''
  const places = useQuery(metadataQuery(target))
  if (places.data) return <BoardDay metadata={metadata} entry={entry} board={board} places={places.data} />
  if (places.error instanceof ApiError) return <RecordNotFound text={places.error.msg} />
  return <LoadState failed={places.isError} retry={() => void places.refetch()} rows={6} />
}
