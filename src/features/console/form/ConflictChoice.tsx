import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { VersionChoice } from '#features/forms'
import { keepSome, NotStoredNotice, type Conflict, type OutboxEntry } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { FieldValue } from '../record/FieldRows.tsx'
import { isBlank } from '../field-values/field-text.ts'
import { useValueLabels } from '../field-values/use-value-words.ts'

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
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const current = conflict.current as Row
  const { updated_at: changedAt } = current
  const mine = { ...current, ...entry.body } as Row
  const fields = conflict.fields.filter((key) => metadata.fields[key])
  const words = useValueLabels(metadata, fields, [current, mine])
  const send = async (chosen: readonly string[]) => {
    setBusy(true)
    setFailure(undefined)
    const own = [...new Set([...Object.keys(entry.body), ...conflict.fields])]
    const kept = own.filter((key) => !fields.includes(key) || chosen.includes(key))
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
    <VersionChoice
      words={{
        title: t('conflict.title'),
        text: t('conflict.text', {
          time: typeof changedAt === 'string' ? words.time.dateTime(changedAt) : '',
        }),
        allMine: t('conflict.allMine'),
        allTheirs: t('conflict.allTheirs'),
        mine: t('conflict.mine'),
        theirs: t('conflict.theirs'),
        save: t('conflict.save'),
      }}
      versions={fields.map((key) => ({
        key,
        label: metadata.fields[key]?.label[words.locale],
        mine: valueOf('mine', key),
        theirs: valueOf('theirs', key),
      }))}
      isBusy={isBusy}
      note={failure !== undefined && <NotStoredNotice error={failure} />}
      onChosen={(chosen) => void send(chosen)}
    />
  )

  function valueOf(side: 'mine' | 'theirs', key: string) {
    const field = metadata.fields[key]
    const isFile = field?.type === 'file' || field?.type === 'image'
    // A file that waits has no number yet, only its name.
    if (side === 'mine' && isFile && !Object.hasOwn(entry.body, key)) return entry.fileNames.join(', ')
    const value = (side === 'mine' ? mine : current)[key]
    if (!field || isBlank(value)) return t('record.none')
    return <FieldValue name={key} field={field} value={value} words={words} />
  }
}
