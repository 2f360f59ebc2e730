import { useQuery } from '@tanstack/react-query'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { ApiError } from '#platform/api.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { metadataQuery } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import { BoardDay } from './BoardDay.tsx'

/** Shows the board of a module: rooms by time of day, and rows without a room. */
export default function Board({
  metadata,
  summary,
  board,
}: {
  metadata: ModuleMetadata
  summary: ModuleSummary
  board: BoardView
}) {
  const roomModule = metadata.fields[board.room]?.relation?.module ?? ''
  const rooms = useQuery(metadataQuery(roomModule))
  if (rooms.data) return <BoardDay metadata={metadata} summary={summary} board={board} rooms={rooms.data} />
  if (rooms.error instanceof ApiError) return <RecordNotFound text={rooms.error.msg} />
  return <LoadState failed={rooms.isError} retry={() => void rooms.refetch()} rows={6} />
}
