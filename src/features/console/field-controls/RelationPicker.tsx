import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useLocalized } from '#lib/locale.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { labelsQuery, relatedQuery, canSeeDrafts } from '../data/queries.ts'
import { CheckList } from './CheckList.tsx'
import styles from './RelationPicker.module.css'

/** Searches rows of another module in either language. Chosen rows stay at the top. */
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
  const [text, setText] = useState('')
  const drafts = canSeeDrafts(metadata)
  const found = useQuery({
    ...relatedQuery(metadata.name, name, text, drafts),
    placeholderData: keepPreviousData,
  })
  const labels = useQuery({
    ...labelsQuery(metadata.name, name, chosen.toSorted(), drafts),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  })
  const chosenChoices = chosen.map((id) => ({ value: id, label: pick(labels.data?.[id]).text || '…' }))
  const others = (found.data?.items ?? [])
    .filter(({ id }) => !chosen.includes(id))
    .map(({ id, label }) => ({ value: id, label: pick(label).text }))
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
        choices={[...chosenChoices, ...others]}
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
