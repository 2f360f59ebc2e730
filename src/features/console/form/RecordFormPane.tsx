import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useEntries, useIsOutboxReady } from '#outbox/index.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { Search } from '../data/list-state.ts'
import { rowQuery } from '../data/queries.ts'
import { useRefusal } from '../data/use-refusal.ts'
import { RecordNotFound, NotFoundState } from '../not-found-states.tsx'
import { getEditPath, findFreeDraftNumber, getNewPath } from './record-paths.ts'
import { RecordForm } from './RecordForm.tsx'

const DeletedRecord = lazy(() => import('../history/DeletedRecord.tsx'))

/** The form of a new record, or of the one that the address names. */
export default function RecordFormPane({
  metadata,
  id,
  search,
}: {
  metadata: ModuleMetadata
  id: string | undefined
  search: Search
}) {
  const isReady = useIsOutboxReady()
  if (!isReady) return <SkeletonLines lines={8} />
  return id === undefined ? (
    <NewRecord metadata={metadata} search={search} />
  ) : (
    <ExistingRecord key={id} metadata={metadata} id={id} search={search} />
  )
}

function NewRecord({ metadata, search }: { metadata: ModuleMetadata; search: Search }) {
  const { t } = useTranslation('console')
  const entries = useEntries()
  const asked = Number(search['place'])
  const [free] = useState(() => findFreeDraftNumber(entries, metadata.name))
  const place = Number.isSafeInteger(asked) && asked > 0 ? asked : free
  const mayCreate = metadata.permissions.includes('create')
  // Once it is open the form stays, whatever became of the right: what was typed is still to be seen.
  const [wasOpen, setOpen] = useState(mayCreate)
  if (mayCreate && !wasOpen) setOpen(true)
  if (!mayCreate && !wasOpen)
    return <NotFoundState title={t('form.notAllowed')} text={t('form.notAllowedText')} />
  return (
    <RecordForm key={place} metadata={metadata} search={search} path={getNewPath(metadata.name, place)} />
  )
}

function ExistingRecord({ metadata, id, search }: { metadata: ModuleMetadata; id: string; search: Search }) {
  const { t } = useTranslation('console')
  const row = useQuery(rowQuery(metadata, id))
  const refusal = useRefusal(row)
  // Once it is open the form stays, whatever became of the row or of the rights: what was typed is still to be seen.
  const [wasOpen, setOpen] = useState(false)
  const mayEdit = row.data?.permissions?.update === true
  if (mayEdit && !wasOpen) setOpen(true)
  if (row.data && (mayEdit || wasOpen))
    return (
      <RecordForm metadata={metadata} row={row.data} search={search} path={getEditPath(metadata.name, id)} />
    )
  if (row.data) return <NotFoundState title={t('form.notAllowed')} text={t('form.notAllowedText')} />
  if (refusal) {
    const { msg } = refusal
    if (!metadata.permissions.includes('history')) return <RecordNotFound text={msg} level={1} />
    // Once it is back, the draft of what was typed stands in its form again.
    return (
      <Suspense>
        <DeletedRecord metadata={metadata} id={id} refusal={msg} level={1} />
      </Suspense>
    )
  }
  return <LoadState failed={row.isError} retry={() => void row.refetch()} rows={6} />
}
