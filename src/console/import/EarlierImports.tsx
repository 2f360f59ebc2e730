import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ImportReport } from '#contract/transfer.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { Button } from '#ui/Button.tsx'
import { consoleKey } from '../data/queries.ts'
import { listTables } from './import-calls.ts'
import type { ImportController } from './import-controller.ts'
import { ImportedLink } from './ImportedLink.tsx'
import { UndoButton } from './UndoButton.tsx'
import layout from './layout.module.css'
import styles from './EarlierImports.module.css'

/** Lists the user's imports that can be committed or undone, so that closing the page loses none. */
export function EarlierImports({
  metadata,
  controller,
}: {
  metadata: ModuleMetadata
  controller: ImportController
}) {
  const { t } = useTranslation('console-import')
  const { id } = useCurrentUser()
  const imports = useQuery({
    queryKey: [consoleKey, 'imports', metadata.name, id],
    queryFn: ({ signal }) => listTables(metadata.name, signal),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true } as const,
  })
  if (imports.isError && !imports.data) return <p className={layout.hint}>{t('earlier.failed')}</p>
  if (!imports.data || imports.data.length === 0) return null
  return (
    <section className={layout.card}>
      <h2 className={layout.heading}>{t('earlier.title')}</h2>
      <ul className={styles.list}>
        {imports.data.map((report) => (
          <li key={report.token} className={styles.import}>
            <ImportSummary report={report} />
            {report.state === 'checked' ? (
              <Button onClick={() => controller.resume(report)}>{t('earlier.goOn')}</Button>
            ) : (
              <>
                <ImportedLink metadata={metadata} report={report} />
                <UndoButton onUndo={() => void controller.undo(report.token)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ImportSummary({ report }: { report: ImportReport }) {
  const { t } = useTranslation('console-import')
  const time = useForumTime()
  const { state, fileName, counts, expiresAt } = report
  const key = state === 'checked' ? 'earlier.checked' : 'earlier.committed'
  return (
    <div className={styles.text}>
      <p className={styles.name}>{fileName ?? t('earlier.unnamed')}</p>
      <p className={layout.hint}>
        {t(key, { time: time.dateTime(expiresAt), created: counts.created, updated: counts.updated })}
      </p>
    </div>
  )
}
