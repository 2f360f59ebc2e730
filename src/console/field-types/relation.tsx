import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { selectLocalizedText } from '#contract/locale.ts'
import { useLocalized } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { labelsQuery, relatedQuery, canSeeDrafts } from '../data/queries.ts'
import { CheckList } from '../field-controls/choice-inputs.tsx'
import type { ConsoleFieldType, FieldControlProps, FilterProps } from './field-type.ts'
import styles from './relation.module.css'

/** A row of another module, or several rows of it. */
export const relation: ConsoleFieldType = {
  format: (value, { key, labels }) => {
    const label = labels.getLabel(key, String(value))
    return label ? selectLocalizedText(label, labels.locale).text : '…'
  },
  selectControl: ({ isShort }) => ({ isGroup: true, Control: isShort ? RelationList : RelationField }),
  Filter: RelationFilter,
  hasChoices: true,
}

/** Chooses the rows that a filter's condition compares with. */
function RelationFilter({ metadata, name, values, onChange }: FilterProps) {
  return <RelationPicker metadata={metadata} name={name} chosenIds={values} onChange={onChange} />
}

/** Edits a relation: lists the chosen rows in their order and opens a sheet to choose others. */
function RelationField({ metadata, name, id, labelId, aria, value, onChange }: FieldControlProps) {
  const { t } = useTranslation('console')
  const localize = useLocalized()
  const [isOpen, setOpen] = useState(false)
  // `sorted`: several rows are stored in the order of the target, so the user cannot order them.
  const { many = false, sorted = false } = metadata.fields[name]?.relation ?? {}
  const chosenIds = toIds(value)
  // In a relation to one row the picker appends the new choice, so the last one counts.
  const setChosenIds = (newIds: readonly string[]) => onChange(many ? newIds : (newIds.at(-1) ?? null))
  const labels = useQuery({
    ...labelsQuery(metadata.name, name, chosenIds.toSorted(), canSeeDrafts(metadata)),
    enabled: chosenIds.length > 0,
    placeholderData: keepPreviousData,
  })
  const getLabel = (rowId: string) => localize(labels.data?.[rowId]).text || (labels.isPending ? '…' : rowId)
  return (
    <div className={styles.relation}>
      {chosenIds.length > 0 && (
        <ChosenRows ids={chosenIds} getLabel={getLabel} isOrdered={many && !sorted} onChange={setChosenIds} />
      )}
      <Button
        id={id}
        aria-haspopup="dialog"
        aria-describedby={[labelId, aria['aria-describedby']].filter(Boolean).join(' ')}
        className={styles.choose}
        onClick={() => setOpen(true)}
      >
        <Icon name={chosenIds.length > 0 && !many ? 'search' : 'plus'} size={20} />
        {t(many ? 'relation.add' : chosenIds.length > 0 ? 'relation.change' : 'relation.choose')}
      </Button>
      {isOpen && (
        <Sheet
          title={localize(metadata.fields[name]?.label).text}
          closeLabel={t('close')}
          onClose={() => setOpen(false)}
        >
          <div className={styles.sheet}>
            <RelationPicker
              metadata={metadata}
              name={name}
              chosenIds={chosenIds}
              onChange={(newIds) => {
                setChosenIds(newIds)
                // A relation to one row is complete with the first choice.
                if (!many && newIds.length > 0) setOpen(false)
              }}
            />
            {many && (
              <Button variant="filled" onClick={() => setOpen(false)}>
                {t('relation.done')}
              </Button>
            )}
          </div>
        </Sheet>
      )}
    </div>
  )
}

/** Edits a relation inline. In a relation to one row the last choice counts. */
function RelationList({ metadata, name, value, onChange }: FieldControlProps) {
  const isMany = metadata.fields[name]?.relation?.many === true
  return (
    <RelationPicker
      metadata={metadata}
      name={name}
      chosenIds={toIds(value)}
      onChange={(newIds) => onChange(isMany ? newIds : (newIds.at(-1) ?? null))}
    />
  )
}

/** Returns the ids of the chosen rows; the value is a list, one id, or null. */
function toIds(value: unknown): string[] {
  if (Array.isArray(value)) return value as string[]
  return typeof value === 'string' ? [value] : []
}

/** Lists the chosen rows; each can be removed, and moved up where the order counts. */
function ChosenRows({
  ids,
  getLabel,
  isOrdered,
  onChange,
}: {
  ids: readonly string[]
  getLabel: (id: string) => string
  /** The user sets the order of the rows. */
  isOrdered: boolean
  onChange: (ids: readonly string[]) => void
}) {
  const { t } = useTranslation('console')
  const moveUp = (index: number) => {
    const [rowId, previousId] = [ids[index], ids[index - 1]]
    if (rowId === undefined || previousId === undefined) return
    onChange(ids.with(index - 1, rowId).with(index, previousId))
  }
  return (
    <ul className={styles.list}>
      {ids.map((rowId, index) => (
        <li key={rowId} className={styles.item}>
          <span className={styles.text}>{getLabel(rowId)}</span>
          {isOrdered && index > 0 && (
            <IconButton
              icon="up"
              variant="weak"
              label={t('relation.up', { name: getLabel(rowId) })}
              onClick={() => moveUp(index)}
            />
          )}
          <IconButton
            icon="close"
            variant="weak"
            label={t('relation.remove', { name: getLabel(rowId) })}
            onClick={() => onChange(ids.filter((id) => id !== rowId))}
          />
        </li>
      ))}
    </ul>
  )
}

/** Searches rows of another module in either language. Chosen rows stay at the top. */
function RelationPicker({
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
        // The rows follow each key press, so Enter has nothing left to do.
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
