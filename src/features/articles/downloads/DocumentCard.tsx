import { memo, useId, useState, Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { documentLanguages } from '#contract/modules/document-languages.ts'
import { Star } from '#features/programme/favourites'
import { useIsOffline } from '#platform/connectivity.ts'
import { formatFileKind, formatFileSize } from '#platform/files.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { DocumentActions } from './DocumentActions.tsx'
import { toFoundPin, type FoundPin, findStoredPin } from './pins.ts'
import type { DocumentRow } from './queries.ts'
import { useHasActivity, useToggleFavourite } from './activity.ts'
import { usePins } from './pin-store.ts'
import styles from './DocumentCard.module.css'

/** Shows one document: title, facts, star and the actions on its file. */
export const DocumentCard = memo(function DocumentCard({
  row,
  category,
  level = 3,
}: {
  row: DocumentRow
  /** Name of the category in the app's language. */
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
  // No file has the number '', so a document without a file finds neither progress nor error.
  const no = row.file?.no ?? ''
  const fraction = usePins(({ progress }) => progress[no])
  const errorReason = usePins(({ errors }) => errors[no])
  // Lost by the server, or gone according to its response to a download or a pin.
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
          // Of a missing file only the pinned copy can be opened.
          row={isMissing ? { ...row, file: null } : row}
          pin={pin}
          isDownloading={fraction !== undefined}
          onNotFound={() => setNotFound(true)}
        />
      )}
    </>
  )
}

/** Shows how much of a file that is being pinned has been fetched. @param fraction 0 to 1 */
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

interface DocumentFactsProps {
  row: DocumentRow
  category: string | undefined
  /** The copy that is stored on this device for offline use. */
  pin: FoundPin | undefined
}

/**
 * Lists type, size, language, category and date of a document, and whether it is popular, needs a sign-in, was
 * downloaded or is pinned.
 */
function DocumentFacts({ row, category, pin }: DocumentFactsProps) {
  const { t } = useTranslation('downloads')
  const pick = useLocalized()
  const time = useForumTime()
  const isDownloaded = useHasActivity('download', row.id)
  const { file, language, is_hot, needs_sign_in, published_at } = row
  const languageName = pick(documentLanguages.find(({ value }) => value === language)?.label).text
  const facts = [
    ...(file ? [formatFileKind(file), formatFileSize(file.sizeBytes)] : []),
    languageName,
    category,
    published_at && time.date(published_at),
  ].filter(Boolean)
  return (
    <>
      {/* The dot is inside the fact before it, so that no line begins with one. The space allows the line to wrap. */}
      <p className={styles.facts}>
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            <span className={styles.fact}>{index < facts.length - 1 ? `${fact} ·` : fact}</span>{' '}
          </Fragment>
        ))}
      </p>
      {(is_hot || needs_sign_in || pin || isDownloaded) && (
        <p className={styles.marks}>
          {is_hot && <Mark icon="hot" className={styles.hot} label={t('isHot')} />}
          {needs_sign_in && <Mark icon="lock" className={styles.plain} label={t('needsSignIn')} />}
          {pin && !pin.isCurrent && <Mark icon="info" className={styles.older} label={t('keptOlder')} />}
          {pin?.isCurrent && <Mark icon="check" className={styles.pinned} label={t('kept')} />}
          {!pin && isDownloaded && <Mark icon="check" className={styles.pinned} label={t('downloaded')} />}
        </p>
      )}
    </>
  )
}

/** A property of the document that stands out: an icon with a label. */
function Mark({ icon, className, label }: { icon: IconName; className: string | undefined; label: string }) {
  return (
    <span className={`${styles.mark} ${className ?? ''}`}>
      <Icon name={icon} size={16} /> {label}
    </span>
  )
}
