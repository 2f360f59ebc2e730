import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Star } from '#features/programme/favourites'
import { useIsOffline } from '#platform/connectivity.ts'
import { formatFileKind } from '#platform/format-file.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { DocumentActions } from './DocumentActions.tsx'
import { DocumentFacts } from './DocumentFacts.tsx'
import { toFoundPin, type FoundPin, findStoredPin } from './pins.ts'
import type { DocumentRow } from './queries.ts'
import { useHasActivity, useToggleFavourite } from './use-activity.ts'
import { usePins } from './use-pins.ts'
import styles from './DocumentCard.module.css'

/** Shows one document: title, facts, star and the actions on its file. */
export const DocumentCard = memo(function DocumentCard({
  row,
  category,
  level = 3,
}: {
  row: DocumentRow
  category: string | undefined
  /** Heading level that fits the page. */
  level?: 2 | 3
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const { t } = useTranslation('downloads')
  const pick = useLocalized()
  const locale = useLocale()
  const titleId = useId()
  const isStarred = useHasActivity('favourite', row.id)
  const toggle = useToggleFavourite(row.id)
  const { file } = row
  const title = pick(row.title)
  const summary = pick(row.summary)
  const pin = toFoundPin(
    usePins(({ pins = [] }) => findStoredPin(pins, row)),
    row,
  )
  return (
    <li className={styles.card}>
      <span className={styles.kind} aria-hidden="true">
        {file && formatFileKind(file)}
      </span>
      <div className={styles.content}>
        <div className={styles.head}>
          <Heading
            id={titleId}
            className={styles.title}
            lang={title.locale === locale ? undefined : title.locale}
          >
            {title.text}
          </Heading>
          <Star
            starred={isStarred}
            onToggle={() => toggle(!isStarred)}
            label={t(isStarred ? 'unstar' : 'star')}
            titleId={titleId}
          />
        </div>
        {summary.text && (
          <p className={styles.summary} lang={summary.locale === locale ? undefined : summary.locale}>
            {summary.text}
          </p>
        )}
        <DocumentFacts row={row} category={category} pin={pin} />
        <FileState row={row} pin={pin} />
      </div>
    </li>
  )
})

/** Shows the state of the file (missing, offline, failed, downloading) and its actions. */
function FileState({ row, pin }: { row: DocumentRow; pin: FoundPin | undefined }) {
  const { t } = useTranslation('downloads')
  const isOffline = useIsOffline()
  const [isNotFound, setNotFound] = useState(false)
  const no = row.file?.no ?? ''
  const fraction = usePins(({ progress }) => progress[no])
  const errorReason = usePins(({ errors }) => errors[no])
  const isMissing = row.file === null || isNotFound || errorReason === 'gone'
  return (
    <>
      {isMissing && (
        <p className={styles.error} role="alert">
          {t('gone')}
        </p>
      )}
      {!isMissing && isOffline && !pin && <p className={styles.state}>{t('notOffline')}</p>}
      {errorReason && !isMissing && (
        <p className={styles.error} role="alert">
          {t(`problem.${errorReason}`)}
        </p>
      )}
      {fraction !== undefined && <Progress fraction={fraction} />}
      {(!isMissing || pin) && (
        <DocumentActions
          row={isMissing ? { ...row, file: null } : row}
          pin={pin}
          isDownloading={fraction !== undefined}
          onNotFound={() => setNotFound(true)}
        />
      )}
    </>
  )
}

function Progress({ fraction }: { fraction: number }) {
  const { t } = useTranslation('downloads')
  const percent = Math.floor(fraction * 100)
  return (
    <div className={styles.progress}>
      <progress value={fraction} max={1} aria-label={t('keeping')} />
      <span>{percent}%</span>
    </div>
  )
}
