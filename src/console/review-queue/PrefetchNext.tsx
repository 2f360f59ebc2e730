import { useQuery } from '@tanstack/react-query'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from '../data/console-api.ts'
import { rowQuery } from '../data/queries.ts'
import { useValueLabels } from '../field-values/use-value-labels.ts'
import { listQueueFields } from './QueueRecord.tsx'
import { findPictureField, pictureQuery } from '../data/picture-queries.ts'

/** Prefetches the next row with its picture and relation titles. Renders nothing. */
export function PrefetchNext({
  metadata,
  id,
  reason,
}: {
  metadata: ModuleMetadata
  id: string
  reason: string | undefined
}) {
  const row = useQuery(rowQuery(metadata, id))
  const pictureField = findPictureField(metadata)
  if (!row.data) return null
  return (
    <>
      <PrefetchLabels metadata={metadata} row={row.data} />
      {pictureField !== undefined && (
        <PrefetchPicture metadata={metadata} row={row.data} field={pictureField} reason={reason} />
      )}
    </>
  )
}

function PrefetchLabels({ metadata, row }: { metadata: ModuleMetadata; row: Row }) {
  useValueLabels(metadata, listQueueFields(metadata), [row])
  return null
}

function PrefetchPicture({
  metadata,
  row,
  field,
  reason,
}: {
  metadata: ModuleMetadata
  row: Row
  field: string
  reason: string | undefined
}) {
  useQuery(pictureQuery(metadata, row, field, reason))
  return null
}
