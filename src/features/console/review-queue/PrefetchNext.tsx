import { useQuery } from '@tanstack/react-query'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from '../data/console-api.ts'
import { rowQuery } from '../data/queries.ts'
import { useValueLabels } from '../field-values/use-value-words.ts'
import { listQueueFields } from './QueueRecord.tsx'
import { pictureField, pictureQuery } from './picture-queries.ts'

/** Has the next row ready, with its picture and the names of its relations: it stands there at once. Draws nothing. */
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
  const picture = pictureField(metadata)
  if (!row.data) return null
  return (
    <>
      <Words metadata={metadata} row={row.data} />
      {picture !== undefined && (
        <Picture metadata={metadata} row={row.data} field={picture} reason={reason} />
      )}
    </>
  )
}

function Words({ metadata, row }: { metadata: ModuleMetadata; row: Row }) {
  useValueLabels(metadata, listQueueFields(metadata), [row])
  return null
}

function Picture({
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
