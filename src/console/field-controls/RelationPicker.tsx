import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocalized } from '#platform/locale.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { labelsQuery, relatedQuery, canSeeDrafts } from '../data/queries.ts'
import { CheckList } from './CheckList.tsx'
import styles from './RelationPicker.module.css'

/** Searches rows of another module in either language. Chosen rows stay at the top. */
export function RelationPicker({
  metadata,
  name,
  chosenIds,
  onChange,
}: {
  metadata: ModuleMetadata
  name: string
  chosenIds: readonly string[]
  onChange: (chosenIds: string[]) => void
}) {
  const { t } = useTranslation('console')
  const localize = useLocalized()
  const [text, setText] = useState('')
  const drafts = canSeeDrafts(metadata)
  const relatedRows = useQuery({
    ...relatedQuery(metadata.name, name, text, drafts),
    placeholderData: keepPreviousData,
  })
  const labels = useQuery({
    ...labelsQuery(metadata.name, name, chosenIds.toSorted(), drafts),
    enabled: chosenIds.length > 0,
    placeholderData: keepPreviousData,
  })
  const chosenChoices = chosenIds.map((id) => ({ value: id, label: localize(labels.data?.[id]).text || '…' }))
  const otherChoices = (relatedRows.data?.items ?? [])
    .filter(({ id }) => !chosenIds.includes(id))
    .map(({ id, label }) => ({ value: id, label: localize(label).text }))
  return (
    <div className={styles.picker}>
      <SearchField
        label={t('relation.search')}
        placeholder={t('relation.search')}
        clearLabel={t('list.clear')}
        value={text}
        onChange={setText}
        onClear={() => setText('')}
        onDone={() => undefined}
      />
      <CheckList
        label={t('relation.found')}
        choices={[...chosenChoices, ...otherChoices]}
        chosen={chosenIds}
        onChange={onChange}
      />
      {relatedRows.isError && <p role="alert">{t('relation.failed')}</p>}
      {relatedRows.data && relatedRows.data.total > relatedRows.data.items.length && (
        <p className={styles.more}>{t('relation.more', { count: relatedRows.data.total })}</p>
      )}
    </div>
  )
}
