import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { VersionChoice } from '#forms/index.ts'
import { NotStoredNotice, type Conflict, type OutboxEntry, keepLocalFields } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { FieldValue } from '../record/FieldRows.tsx'
import { isBlank } from '../field-values/field-text.ts'
import { useValueLabels } from '../field-values/field-text.ts'

/**
 * Shows both values of fields that the user and another user have changed, and lets the user choose for each field.
 * Other changes merge automatically.
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
  /** Called with whether any of the user's values will be sent. */
  onChosen?: (hasLocal: boolean) => void
}) {
  const { t } = useTranslation('console')
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const serverRow = conflict.current as Row
  const { updated_at: changedAt } = serverRow
  const localRow = { ...serverRow, ...entry.body } as Row
  // A field without metadata is hidden from this user, who cannot choose; the user's own value of it is sent.
  const fields = conflict.fields.filter((key) => metadata.fields[key])
  const labels = useValueLabels(metadata, fields, [serverRow, localRow])
  const saveChoice = async (chosenFields: readonly string[]) => {
    setBusy(true)
    setFailure(undefined)
    const localFields = [...new Set([...Object.keys(entry.body), ...entry.fileFields])]
    const retainedFields = localFields.filter((key) => !fields.includes(key) || chosenFields.includes(key))
    try {
      await keepLocalFields(entry.id, retainedFields)
      onChosen?.(retainedFields.length > 0)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <VersionChoice
      labels={{
        title: t('conflict.title'),
        text: t('conflict.text', {
          time: typeof changedAt === 'string' ? labels.time.dateTime(changedAt) : '',
        }),
        allMine: t('conflict.allMine'),
        allTheirs: t('conflict.allTheirs'),
        mine: t('conflict.mine'),
        theirs: t('conflict.theirs'),
        save: t('conflict.save'),
      }}
      versions={fields.map((key) => ({
        key,
        label: metadata.fields[key]?.label[labels.locale],
        mine: renderValue('mine', key),
        theirs: renderValue('theirs', key),
      }))}
      isBusy={isBusy}
      note={failure !== undefined && <NotStoredNotice error={failure} />}
      onChosen={(chosenFields) => void saveChoice(chosenFields)}
    />
  )

  /** Shows a value of the user (`mine`) or of the server (`theirs`). */
  function renderValue(side: 'mine' | 'theirs', key: string) {
    const field = metadata.fields[key]
    const isFile = field?.type === 'file' || field?.type === 'image'
    // A file in the outbox has a name and no number yet.
    if (side === 'mine' && isFile && !Object.hasOwn(entry.body, key)) return entry.fileNames.join(', ')
    const value = (side === 'mine' ? localRow : serverRow)[key]
    if (!field || isBlank(value)) return t('record.none')
    return <FieldValue name={key} field={field} value={value} labels={labels} />
  }
}
