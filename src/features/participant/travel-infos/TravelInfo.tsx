import { useState } from 'react'
import type { ParticipantRow } from '#features/participant/participant-rows'
import { isNewerThanRows, toOptimisticRow, useEntries, useIsOutboxReady } from '#outbox/index.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TravelForm } from './TravelForm.tsx'
import { TravelSummary } from './TravelSummary.tsx'

/** Shows the form until it is submitted, then the summary, which can be changed until organisers freeze it. */
export function TravelInfo({
  row,
  asOfMs,
}: {
  row: ParticipantRow<'travel_infos'> | undefined
  /** When the row was fetched. */
  asOfMs: number
}) {
  const entries = useEntries()
  const isOutboxReady = useIsOutboxReady()
  const [isEditing, setEditing] = useState(false)
  const [wasSent, setSent] = useState(false)
  if (!isOutboxReady) return <SkeletonLines lines={6} />
  const travel = toOptimisticRow(
    row,
    entries.filter(
      (one) => one.module === 'travel_infos' && (row !== undefined || isNewerThanRows(one, asOfMs)),
    ),
  )
  const { entry } = travel
  const isRejected = entry?.state === 'rejected'
  const isFrozen = row?.is_frozen === true
  const isForm = !isFrozen && (isEditing || isRejected || (!row && !entry))
  if (isForm)
    return (
      <TravelForm
        travel={travel}
        onSent={() => {
          setEditing(false)
          setSent(true)
        }}
        onBack={(row || entry) && !isRejected ? () => setEditing(false) : undefined}
        onTyped={() => setEditing(true)}
      />
    )
  return (
    <TravelSummary
      travel={travel}
      isFrozen={isFrozen}
      takesFocus={wasSent}
      onEdit={() => {
        setSent(false)
        setEditing(true)
      }}
    />
  )
}
