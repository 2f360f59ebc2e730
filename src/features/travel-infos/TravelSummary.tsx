import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { EntryStatusNotice, Section } from '#features/participant-forms'
import { finishedValues, ValueList } from '#features/forms'
import type { ParticipantRow } from '#features/participant-rows'
import { discardEntry, useDraft, type OptimisticRow } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { draftName, fields, sections } from './travel-fields.ts'
import styles from './TravelSummary.module.css'

/** Shows what was submitted with its status, and a button to change it while it is not frozen. */
export function TravelSummary({
  travel: { row, entry, open, values },
  isFrozen,
  takesFocus,
  onEdit,
}: {
  travel: OptimisticRow<ParticipantRow<'travel_infos'>>
  isFrozen: boolean
  /** True when the form was replaced by this view: it takes the focus. */
  takesFocus: boolean
  onEdit: () => void
}) {
  const { t } = useTranslation('travel-infos')
  const draft = useDraft<Values>(draftName)
  const [isForgotten, setForgotten] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    top.current?.focus()
    top.current?.scrollIntoView({ block: 'start' })
  }, [takesFocus])
  const isAhead = entry && (entry.state !== 'done' || !row)
  // Frozen data is what was booked, whatever was typed later.
  const shownValues: Values = isFrozen ? { ...row } : values
  const begun = isForgotten || !draft.saved ? undefined : finishedValues(draft.saved)
  const typed = differing(values, begun)
  const lateFields = [...new Set([...open.flatMap(({ body }) => differing(row, body)), ...typed])]
  const forget = async () => {
    await draft.drop()
    setForgotten(true)
    for (const { id } of open) await discardEntry(id)
  }
  return (
    <div ref={top} tabIndex={-1} className={styles.view}>
      {entry && (isAhead || takesFocus) && <EntryStatusNotice entry={entry} />}
      {isFrozen && (
        <div className={styles.frozen}>
          <Icon name="lock" size={20} />
          <p>
            {t('frozen')} <Link to="/qa">{t('ask')}</Link>
          </p>
        </div>
      )}
      {sections.map(({ name, fields: sectionFields }) => {
        const filledFields = sectionFields.filter((field) => isGiven(shownValues[field]))
        return filledFields.length === 0 ? null : (
          <Section key={name} title={t(`section.${name}`)}>
            <ValueList shape={travelInfos} fields={filledFields} values={shownValues} />
          </Section>
        )
      })}
      {isFrozen && (lateFields.length > 0 || isAhead) && (
        <RejectedValues fields={lateFields} values={{ ...values, ...begun }} onForget={() => void forget()} />
      )}
      {!isFrozen && (
        <>
          {typed.length > 0 && <p className={styles.note}>{t('unsent')}</p>}
          <Button look="filled" className={styles.edit} onClick={onEdit}>
            {t(typed.length > 0 ? 'editOn' : 'edit')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Shows what was submitted too late, to read and dismiss it. */
function RejectedValues({
  values,
  onForget,
  ...lateFields
}: {
  fields: readonly string[]
  values: Values
  onForget: () => void
}) {
  const { t } = useTranslation('travel-infos')
  return (
    <Section title={t('notTaken')}>
      <ValueList shape={travelInfos} fields={lateFields.fields} values={values} />
      <Button className={styles.edit} onClick={onForget}>
        {t('discard')}
      </Button>
    </Section>
  )
}

/** Lists the typed fields with other values. */
const differing = (values: Values = {}, typed: Values = {}): string[] =>
  fields.filter(
    (key) =>
      Object.hasOwn(typed, key) && JSON.stringify(typed[key] ?? null) !== JSON.stringify(values[key] ?? null),
  )

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
