import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ControlProps } from '#features/forms'
import { useLocalized } from '#lib/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { labelsQuery, canSeeDrafts } from '../data/queries.ts'
import { RelationPicker } from './RelationPicker.tsx'
import styles from './RelationField.module.css'

/** One row or several of another module: those that are chosen, in their order, and a sheet to choose others in. */
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
  const pick = useLocalized()
  const [isOpen, setOpen] = useState(false)
  const { many = false, sorted = false } = metadata.fields[name]?.relation ?? {}
  const chosen = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : []
  const tell = (next: readonly string[]) => onChange(many ? next : (next.at(-1) ?? null))
  const labels = useQuery({
    ...labelsQuery(metadata.name, name, chosen.toSorted(), canSeeDrafts(metadata)),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  })
  const wordsOf = (one: string) => pick(labels.data?.[one]).text || (labels.isPending ? '…' : one)
  return (
    <div className={styles.relation}>
      {chosen.length > 0 && (
        <ChosenRows ids={chosen} labelOf={wordsOf} isOrdered={many && !sorted} onChange={tell} />
      )}
      <Button
        id={id}
        aria-haspopup="dialog"
        aria-describedby={[labelId, aria['aria-describedby']].filter(Boolean).join(' ')}
        className={styles.choose}
        onClick={() => setOpen(true)}
      >
        <Icon name={chosen.length > 0 && !many ? 'search' : 'plus'} size={20} />
        {t(many ? 'relation.add' : chosen.length > 0 ? 'relation.change' : 'relation.choose')}
      </Button>
      {isOpen && (
        <Sheet
          title={pick(metadata.fields[name]?.label).text}
          closeLabel={t('close')}
          onClose={() => setOpen(false)}
        >
          <div className={styles.sheet}>
            <RelationPicker
              metadata={metadata}
              name={name}
              chosen={chosen}
              onChange={(next) => {
                tell(next)
                // Of one, the choice is made.
                if (!many && next.length > 0) setOpen(false)
              }}
            />
            {many && (
              <Button look="filled" onClick={() => setOpen(false)}>
                {t('relation.done')}
              </Button>
            )}
          </div>
        </Sheet>
      )}
    </div>
  )
}

/** The rows that are chosen; each can be removed, and moved up where their order counts. */
function ChosenRows({
  ids,
  labelOf,
  isOrdered,
  onChange,
}: {
  ids: readonly string[]
  labelOf: (id: string) => string
  isOrdered: boolean
  onChange: (ids: readonly string[]) => void
}) {
  const { t } = useTranslation('console')
  const moveUp = (place: number) => {
    const [one, before] = [ids[place], ids[place - 1]]
    if (one === undefined || before === undefined) return
    onChange(ids.with(place - 1, one).with(place, before))
  }
  return (
    <ul className={styles.list}>
      {ids.map((one, place) => (
        <li key={one} className={styles.item}>
          <span className={styles.words}>{labelOf(one)}</span>
          {isOrdered && place > 0 && (
            <IconButton
              icon="up"
              look="weak"
              label={t('relation.up', { name: labelOf(one) })}
              onClick={() => moveUp(place)}
            />
          )}
          <IconButton
            icon="close"
            look="weak"
            label={t('relation.remove', { name: labelOf(one) })}
            onClick={() => onChange(ids.filter((other) => other !== one))}
          />
        </li>
      ))}
    </ul>
  )
}
