import { useQuery } from '@tanstack/react-query'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { ApiError } from '#lib/api.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { metadataQuery } from '../reading/queries.ts'
import { Gone } from '../states.tsx'
import { BoardPlan } from './BoardPlan.tsx'

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
  if (places.data) return <BoardPlan metadata={metadata} entry={entry} board={board} places={places.data} />
  if (places.error instanceof ApiError) return <Gone text={places.error.msg} />
  return <LoadState failed={places.isError} retry={() => void places.refetch()} rows={6} />
}
