import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocalized } from '#lib/locale.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { labelsQuery, relatedQuery, canSeeDrafts } from '../data/queries.ts'
import { CheckList } from './CheckList.tsx'
import styles from './RelationPicker.module.css'

/** Rows of another module, found by words of either language. Those that are chosen stay in sight. */
export function RelationPicker({
  metadata,
  name,
  chosen,
  onChange,
}: {
  metadata: ModuleMetadata
  name: string
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const { t } = useTranslation('console')
  const pick = useLocalized()
  const [words, setWords] = useState('')
  const drafts = canSeeDrafts(metadata)
  const found = useQuery({
    ...relatedQuery(metadata.name, name, words, drafts),
    placeholderData: keepPreviousData,
  })
  const labels = useQuery({
    ...labelsQuery(metadata.name, name, chosen.toSorted(), drafts),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  })
  const named = chosen.map((id) => ({ value: id, label: pick(labels.data?.[id]).text || '…' }))
  const others = (found.data?.items ?? [])
    .filter(({ id }) => !chosen.includes(id))
    .map(({ id, label }) => ({ value: id, label: pick(label).text }))
  return (
    <div className={styles.picker}>
      <SearchField
        label={t('relation.search')}
        placeholder={t('relation.search')}
        clearLabel={t('list.clear')}
        value={words}
        onChange={setWords}
        onClear={() => setWords('')}
        onDone={() => undefined}
      />
      <CheckList
        label={t('relation.found')}
        choices={[...named, ...others]}
        chosen={chosen}
        onChange={onChange}
      />
      {found.isError && <p role="alert">{t('relation.failed')}</p>}
      {found.data && found.data.total > found.data.items.length && (
        <p className={styles.more}>{t('relation.more', { count: found.data.total })}</p>
      )}
    </div>
  )
}
