import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useEntries, useIsOutboxReady } from '#outbox/index.ts'
import { LoadState, SkeletonLines } from '#ui/LoadState.tsx'
import type { Search } from '../data/list-state.ts'
import { rowQuery } from '../data/queries.ts'
import { useErrorResponse } from '../data/queries.ts'
import { RecordNotFound, NotFoundState } from '../not-found-states.tsx'
import { getEditPath, findFreeDraftNumber, getNewPath } from './record-paths.ts'
import { RecordForm } from './RecordForm.tsx'

const DeletedRecord = lazy(() => import('../history/DeletedRecord.tsx'))

/** Shows the form of a new record, or of the one in the URL. */
export default function RecordFormPane({
  metadata,
  id,
  search,
}: {
  metadata: ModuleMetadata
  /** Id of the record; undefined for a new one. */
  id: string | undefined
  /** Search parameters of the URL: those of the list, and `place`. */
  search: Search
}) {
  // The outbox may have an entry of this form, whose input the form shows.
  const isOutboxReady = useIsOutboxReady()
  if (!isOutboxReady) return <SkeletonLines lines={8} />
  return id === undefined ? (
    <NewRecord metadata={metadata} search={search} />
  ) : (
    <ExistingRecord key={id} metadata={metadata} id={id} search={search} />
  )
}

/** Shows the form of a new record; after a submission that is pending, the next form has another draft. */
function NewRecord({ metadata, search }: { metadata: ModuleMetadata; search: Search }) {
  const { t } = useTranslation('console')
  const entries = useEntries()
  // The URL parameter `place` numbers the drafts of new records.
  const requestedNumber = Number(search['place'])
  const [freeDraftNumber] = useState(() => findFreeDraftNumber(entries, metadata.name))
  const draftNumber =
    Number.isSafeInteger(requestedNumber) && requestedNumber > 0 ? requestedNumber : freeDraftNumber
  const canCreate = metadata.permissions.includes('create')
  // An open form stays when the permission is revoked, so that the user can still see the input.
  const [wasOpen, setOpen] = useState(canCreate)
  if (canCreate && !wasOpen) setOpen(true)
  if (!canCreate && !wasOpen)
    return <NotFoundState title={t('form.notAllowed')} text={t('form.notAllowedText')} />
  return (
    <RecordForm
      key={draftNumber}
      metadata={metadata}
      search={search}
      path={getNewPath(metadata.name, draftNumber)}
    />
  )
}

/** Loads a record and shows its form, or why it cannot be edited. */
function ExistingRecord({ metadata, id, search }: { metadata: ModuleMetadata; id: string; search: Search }) {
  const { t } = useTranslation('console')
  const row = useQuery(rowQuery(metadata, id))
  const error = useErrorResponse(row)
  // An open form stays when the row or the permission is gone, so that the user can still see the input.
  const [wasOpen, setOpen] = useState(false)
  const canEdit = row.data?.permissions?.update === true
  if (canEdit && !wasOpen) setOpen(true)
  if (row.data && (canEdit || wasOpen))
    return (
      <RecordForm metadata={metadata} row={row.data} search={search} path={getEditPath(metadata.name, id)} />
    )
  if (row.data) return <NotFoundState title={t('form.notAllowed')} text={t('form.notAllowedText')} />
  if (error) {
    const { msg } = error
    if (!metadata.permissions.includes('history')) return <RecordNotFound text={msg} level={1} />
    // The form's draft is not deleted, so that the form opens with it after a restore.
    return (
      <Suspense>
        <DeletedRecord metadata={metadata} id={id} message={msg} level={1} />
      </Suspense>
    )
  }
  return <LoadState failed={row.isError} retry={() => void row.refetch()} rows={6} />
}
