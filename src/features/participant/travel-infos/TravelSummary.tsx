import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { EntryStatusNotice, Section } from '#features/participant/participant-forms'
import { finishedValues, ValueList } from '#forms/index.ts'
import type { ParticipantRow } from '#features/participant/participant-rows'
import { discardEntry, useDraft, type OptimisticRow } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { draftName, fields, sections } from './travel-fields.ts'
import styles from './TravelSummary.module.css'

/** Shows what was submitted with its status, and a button to change it while it is not frozen. */
export function TravelSummary({
  travel: { row, entry, unsentEntries, values },
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
  // `draft.saved` is the draft as it was read, and does not change when it is dropped.
  const [isDismissed, setDismissed] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    container.current?.focus()
    container.current?.scrollIntoView({ block: 'start' })
  }, [takesFocus])
  // The server's row on this device does not contain the entry yet.
  const isEntryMissingInRow = entry && (entry.state !== 'done' || !row)
  // Shows frozen data as the organisers booked it, without later changes of the user.
  const visibleValues: Values = isFrozen ? { ...row } : values
  const draftValues = isDismissed || !draft.saved ? undefined : finishedValues(draft.saved)
  const draftFields = listDifferingFields(values, draftValues)
  // Fields that the user changed and that are not in the row: too late once it is frozen.
  const lateFields = [
    ...new Set([...unsentEntries.flatMap(({ body }) => listDifferingFields(row, body)), ...draftFields]),
  ]
  const dismiss = async () => {
    await draft.drop()
    setDismissed(true)
    for (const { id } of unsentEntries) await discardEntry(id)
  }
  return (
    <div ref={container} tabIndex={-1} className={styles.view}>
      {entry && (isEntryMissingInRow || takesFocus) && <EntryStatusNotice entry={entry} />}
      {isFrozen && (
        <div className={styles.frozen}>
          <Icon name="lock" size={20} />
          <p>
            {t('frozen')} <Link to="/qa">{t('ask')}</Link>
          </p>
        </div>
      )}
      {sections.map(({ name, fields: sectionFields }) => {
        const filledFields = sectionFields.filter((field) => isFilled(visibleValues[field]))
        return filledFields.length === 0 ? null : (
          <Section key={name} title={t(`section.${name}`)}>
            <ValueList shape={travelInfos} fields={filledFields} values={visibleValues} />
          </Section>
        )
      })}
      {isFrozen && (lateFields.length > 0 || isEntryMissingInRow) && (
        <RejectedValues
          fields={lateFields}
          values={{ ...values, ...draftValues }}
          onDismiss={() => void dismiss()}
        />
      )}
      {!isFrozen && (
        <>
          {draftFields.length > 0 && <p className={styles.note}>{t('unsent')}</p>}
          <Button variant="filled" className={styles.edit} onClick={onEdit}>
            {t(draftFields.length > 0 ? 'editOn' : 'edit')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Shows what was submitted too late, to read and dismiss it. */
function RejectedValues({
  fields: lateFields,
  values,
  onDismiss,
}: {
  fields: readonly string[]
  values: Values
  onDismiss: () => void
}) {
  const { t } = useTranslation('travel-infos')
  return (
    <Section title={t('notTaken')}>
      <ValueList shape={travelInfos} fields={lateFields} values={values} />
      <Button className={styles.edit} onClick={onDismiss}>
        {t('discard')}
      </Button>
    </Section>
  )
}

/** Lists the fields that were typed with another value than in `values`. A missing value equals null. */
const listDifferingFields = (values: Values = {}, typedValues: Values = {}): string[] =>
  fields.filter(
    (key) =>
      Object.hasOwn(typedValues, key) &&
      JSON.stringify(typedValues[key] ?? null) !== JSON.stringify(values[key] ?? null),
  )

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
