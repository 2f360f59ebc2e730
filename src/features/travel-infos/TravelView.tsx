import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { EntryNote, type OwnRow } from '#features/after-approval'
import { ValueList } from '#features/forms'
import { discardEntry, type OutboxEntry } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { fields, sections } from './travel-fields.ts'
import styles from './TravelSections.module.css'
import view from './TravelView.module.css'

/** What was sent, with where it stands, and the way to change it while it is not frozen. */
export function TravelView({
  row,
  entry,
  isFrozen,
  takesFocus,
  onEdit,
}: {
  row: OwnRow<'travel_infos'> | undefined
  entry: OutboxEntry | undefined
  isFrozen: boolean
  /** It stands where the form was: the focus goes with it. */
  takesFocus: boolean
  onEdit: () => void
}) {
  const { t } = useTranslation('travel-infos')
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    top.current?.focus()
    top.current?.scrollIntoView({ block: 'start' })
  }, [takesFocus])
  // What has not arrived is what the person means to be true; a receipt stands in until its row is here.
  const isAhead = entry && (entry.state !== 'done' || !row)
  // What is frozen is what was booked, whatever was typed after it.
  const values = { ...row, ...(isAhead && !isFrozen && entry.body) }
  return (
    <div ref={top} tabIndex={-1} className={view.view}>
      {entry && (isAhead || takesFocus) && <EntryNote entry={entry} />}
      {isFrozen && (
        <div className={view.frozen}>
          <Icon name="lock" size={20} />
          <p>
            {t('frozen')} <Link to="/qa">{t('ask')}</Link>
          </p>
        </div>
      )}
      {sections.map(({ name, fields: asked }) => {
        const given = asked.filter((field) => isGiven(values[field]))
        return given.length === 0 ? null : (
          <section key={name} className={styles.section}>
            <h2 className={styles.title}>{t(`section.${name}`)}</h2>
            <ValueList shape={travelInfos} fields={given} values={values} />
          </section>
        )
      })}
      {isFrozen && isAhead && <NotTaken entry={entry} />}
      {!isFrozen && (
        <Button look="filled" className={view.edit} onClick={onEdit}>
          {t('edit')}
        </Button>
      )}
    </div>
  )
}

/** What was typed too late, to be read and put away. */
function NotTaken({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation('travel-infos')
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('notTaken')}</h2>
      <ValueList shape={travelInfos} fields={fields} values={entry.body} />
      <Button className={view.edit} onClick={() => void discardEntry(entry.id)}>
        {t('discard')}
      </Button>
    </section>
  )
}

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
