import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ControlProps } from '#forms/index.ts'
import { useLocalized } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { labelsQuery, canSeeDrafts } from '../data/queries.ts'
import { RelationPicker } from './RelationPicker.tsx'
import styles from './RelationField.module.css'

/** Edits a relation: lists the chosen rows in their order and opens a sheet to choose others. */
export function RelationField({
  metadata,
  name,
  id,
  labelId,
  aria,
  value,
  onChange,
}: ControlProps & { metadata: ModuleMetadata; name: string }) {
  const { t } = useTranslation('console')
  const localize = useLocalized()
  const [isOpen, setOpen] = useState(false)
  const { many = false, sorted = false } = metadata.fields[name]?.relation ?? {}
  const chosenIds = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : []
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

/** Lists the chosen rows; each can be removed, and moved up where the order counts. */
function ChosenRows({
  ids,
  getLabel,
  isOrdered,
  onChange,
}: {
  ids: readonly string[]
  getLabel: (id: string) => string
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
            onClick={() => onChange(ids.filter((other) => other !== rowId))}
          />
        </li>
      ))}
    </ul>
  )
}
