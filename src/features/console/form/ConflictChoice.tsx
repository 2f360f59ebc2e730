import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { keepSome, NotStoredNote, type Conflict, type OutboxEntry } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import type { Row } from '../reading/console-calls.ts'
import { FieldValue } from '../record/FieldRows.tsx'
import { isBlank } from '../values/field-text.ts'
import { useValueWords } from '../values/use-value-words.ts'
import styles from './ConflictChoice.module.css'

type Side = 'mine' | 'theirs'

/**
 * The same fields were changed here and by somebody else: both values beside each other, and of each field the choice.
 * What only one of the two changed goes together by itself.
 */
export default function ConflictChoice({
  metadata,
  entry,
  conflict,
  onChosen,
}: {
  metadata: ModuleMetadata
  entry: OutboxEntry
  conflict: Conflict
  /** Told whether anything of this person's own is sent. */
  onChosen?: (isSomething: boolean) => void
}) {
  const { t } = useTranslation('console')
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const current = conflict.current as Row
  const { updated_at: changedAt } = current
  const mine = { ...current, ...entry.body } as Row
  const fields = conflict.fields.filter((key) => metadata.fields[key])
  const words = useValueWords(metadata, fields, [current, mine])
  const isDecided = fields.every((key) => sides[key])
  const all = (side: Side) => setSides(Object.fromEntries(fields.map((key) => [key, side])))
  const send = async () => {
    setBusy(true)
    setFailure(undefined)
    const own = [...new Set([...Object.keys(entry.body), ...conflict.fields])]
    const kept = own.filter((key) => sides[key] !== 'theirs')
    try {
      await keepSome(entry.id, kept)
      onChosen?.(kept.length > 0)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.conflict} aria-label={t('conflict.title')}>
      <h2 className={styles.title}>{t('conflict.title')}</h2>
      <p className={styles.text}>
        {t('conflict.text', { time: typeof changedAt === 'string' ? words.time.dateTime(changedAt) : '' })}
      </p>
      {fields.length > 1 && (
        <div className={styles.all}>
          <Button onClick={() => all('mine')}>{t('conflict.allMine')}</Button>
          <Button onClick={() => all('theirs')}>{t('conflict.allTheirs')}</Button>
        </div>
      )}
      {fields.map((key) => (
        <fieldset key={key} className={styles.field}>
          <legend className={styles.label}>{metadata.fields[key]?.label[words.locale]}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={styles.side}>
              <span className={styles.choice}>
                <input
                  type="radio"
                  name={`${entry.id} ${key}`}
                  checked={sides[key] === side}
                  onChange={() => setSides({ ...sides, [key]: side })}
                />
                {t(`conflict.${side}`)}
              </span>
              <span className={styles.value}>{valueOf(side, key)}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {failure !== undefined && <NotStoredNote error={failure} />}
      <div className={styles.foot}>
        <Button look="filled" disabled={!isDecided} busy={isBusy} onClick={() => void send()}>
          {t('conflict.save')}
        </Button>
      </div>
    </section>
  )

  function valueOf(side: Side, key: string) {
    const field = metadata.fields[key]
    const isFile = field?.type === 'file' || field?.type === 'image'
    // A file that waits has no number yet, only its name.
    if (side === 'mine' && isFile && !Object.hasOwn(entry.body, key)) return entry.fileNames.join(', ')
    const value = (side === 'mine' ? mine : current)[key]
    if (!field || isBlank(value)) return t('record.none')
    return <FieldValue name={key} field={field} value={value} words={words} />
  }
}
