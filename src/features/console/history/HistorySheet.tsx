import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { RowRevisionInfo } from '#contract/row-api.ts'
import { ApiError } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { LoadState } from '#ui/LoadState.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { Row } from '../data/console-api.ts'
import { revisionsQuery } from '../data/queries.ts'
import { RecordNotFound } from '../not-found-states.tsx'
import { useValueLabels } from '../field-values/use-value-words.ts'
import { diffRevisions } from './diff-revisions.ts'
import { RevisionItem } from './RevisionItem.tsx'
import { ConfirmRestore } from './ConfirmRestore.tsx'
import styles from './HistorySheet.module.css'

const nothing: readonly RowRevisionInfo[] = []

/** Who changed a record when, both values of each field, and the way back to any of its versions. */
export default function HistorySheet({
  metadata,
  row,
  title,
  onClose,
}: {
  metadata: ModuleMetadata
  row: Row
  title: string
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const history = useQuery(revisionsQuery(metadata.name, row.id))
  const entries = history.data ?? nothing
  const steps = useMemo(() => diffRevisions(entries, row), [entries, row])
  // Former values name rows, too, whose titles are asked with those of now.
  const rows = useMemo(
    () => [row, ...entries.map(({ before }) => ({ ...before, id: row.id, version: 0 }))],
    [entries, row],
  )
  const fields = useMemo(() => [...new Set(entries.flatMap((entry) => entry.fields))], [entries])
  const words = useValueLabels(metadata, fields, rows)
  const [chosen, setChosen] = useState<number>()
  const beginning = versionBefore(entries)
  const refusal = history.error instanceof ApiError ? history.error : undefined
  if (chosen !== undefined)
    return (
      <Sheet title={t('history.restoreTitle')} closeLabel={t('close')} onClose={onClose}>
        <ConfirmRestore
          {...{ metadata, row, title, entries, words }}
          version={chosen}
          onBack={() => setChosen(undefined)}
          onDone={onClose}
        />
      </Sheet>
    )
  return (
    <Sheet title={t('history.title')} closeLabel={t('close')} onClose={onClose}>
      {history.data ? (
        // It can be scrolled, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={styles.steps} tabIndex={0} aria-label={title}>
          {steps.map(({ entry, changes }, place) => (
            <RevisionItem
              key={entry.version}
              metadata={metadata}
              entry={entry}
              changes={changes}
              words={words}
              isNow={place === 0}
              onRestore={() => setChosen(entry.version)}
              onTakeBack={
                mayTakeBack(metadata, entry, place) ? () => setChosen(entry.version - 1) : undefined
              }
            />
          ))}
          {beginning !== undefined && (
            <li className={styles.beginning}>
              <span>{t('history.beginning')}</span>
              <Button onClick={() => setChosen(beginning)}>
                {t('history.restore')}
                <VisuallyHidden> {t('history.beginning')}</VisuallyHidden>
              </Button>
            </li>
          )}
          {steps.length === 0 && <li>{t('history.none')}</li>}
        </ol>
      ) : (
        <div className={styles.steps}>
          {refusal ? (
            <RecordNotFound level={2} text={refusal.msg} />
          ) : (
            <LoadState failed={history.isError} retry={() => void history.refetch()} rows={4} />
          )}
        </div>
      )}
    </Sheet>
  )
}

/** What stood there before the oldest write that is told, where that did not make the row: it came by a file. */
function versionBefore(entries: readonly RowRevisionInfo[]): number | undefined {
  const oldest = entries.at(-1)
  if (!oldest || entries.length < 2 || oldest.deed === 'create' || oldest.version <= 1) return undefined
  return oldest.version - 1
}

/** The newest write can be taken back unless it made the row, or is an action of which nobody says so. */
function mayTakeBack(
  { actions }: ModuleMetadata,
  { deed, version }: RowRevisionInfo,
  place: number,
): boolean {
  if (place > 0 || version <= 1) return false
  return deed === 'edit' || deed === 'restore' || actions[deed]?.undoable === true
}
