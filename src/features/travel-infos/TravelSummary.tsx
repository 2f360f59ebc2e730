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

/** What was sent, with where it stands, and the way to change it while it is not frozen. */
export function TravelSummary({
  travel: { row, entry, open, values },
  isFrozen,
  takesFocus,
  onEdit,
}: {
  travel: OptimisticRow<ParticipantRow<'travel_infos'>>
  isFrozen: boolean
  /** It stands where the form was: the focus goes with it. */
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
  // What is frozen is what was booked, whatever was typed after it.
  const shown: Values = isFrozen ? { ...row } : values
  const begun = isForgotten || !draft.saved ? undefined : finishedValues(draft.saved)
  const typed = differing(values, begun)
  const late = [...new Set([...open.flatMap(({ body }) => differing(row, body)), ...typed])]
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
      {sections.map(({ name, fields: asked }) => {
        const given = asked.filter((field) => isGiven(shown[field]))
        return given.length === 0 ? null : (
          <Section key={name} title={t(`section.${name}`)}>
            <ValueList shape={travelInfos} fields={given} values={shown} />
          </Section>
        )
      })}
      {isFrozen && (late.length > 0 || isAhead) && (
        <NotTaken fields={late} values={{ ...values, ...begun }} onForget={() => void forget()} />
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

/** What was typed too late, to be read and put away. */
function NotTaken({
  values,
  onForget,
  ...late
}: {
  fields: readonly string[]
  values: Values
  onForget: () => void
}) {
  const { t } = useTranslation('travel-infos')
  return (
    <Section title={t('notTaken')}>
      <ValueList shape={travelInfos} fields={late.fields} values={values} />
      <Button className={styles.edit} onClick={onForget}>
        {t('discard')}
      </Button>
    </Section>
  )
}

/** The fields that were typed and say something else. */
const differing = (values: Values = {}, typed: Values = {}): string[] =>
  fields.filter(
    (key) =>
      Object.hasOwn(typed, key) && JSON.stringify(typed[key] ?? null) !== JSON.stringify(values[key] ?? null),
  )

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
