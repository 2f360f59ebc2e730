import { useState } from 'react'
import { useEntryRows, type OwnRow } from '#features/after-approval'
import { useEntryOf, useIsOutboxReady } from '#outbox/index.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TravelForm } from './TravelForm.tsx'
import { TravelView } from './TravelView.tsx'

/** The form until something was sent, then what was sent, which can be changed until the organisers freeze it. */
export function TravelInfo({ row }: { row: OwnRow<'travel_infos'> | undefined }) {
  useEntryRows('travel_infos')
  const entry = useEntryOf('travel_infos')
  const isReady = useIsOutboxReady()
  const [isEditing, setEditing] = useState(false)
  const [wasSent, setSent] = useState(false)
  if (!isReady) return <SkeletonLines lines={6} />
  const open = entry?.state === 'done' ? undefined : entry
  const isRefused = open?.state === 'rejected'
  const isFrozen = row?.is_frozen === true
  const isForm = !isFrozen && (isEditing || isRefused || (!row && !entry))
  if (isForm)
    return (
      <TravelForm
        key={open?.id}
        row={row}
        entry={open}
        onSent={() => {
          setEditing(false)
          setSent(true)
        }}
        onCancel={row && !isRefused ? () => setEditing(false) : undefined}
      />
    )
  return (
    <TravelView
      row={row}
      entry={entry}
      isFrozen={isFrozen}
      takesFocus={wasSent}
      onEdit={() => {
        setSent(false)
        setEditing(true)
      }}
    />
  )
}
