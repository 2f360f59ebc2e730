import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import { useLocale, useLocalized } from '#lib/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { presentDownloadFailure } from './download-failure.ts'
import { openKept, saveFile } from './file-actions.ts'
import { kindWords, sizeWords } from './file-words.ts'
import { canPin, pinStore, usePins } from './pin-store.ts'
import type { DocumentRow } from './queries.ts'
import styles from './DocumentCard.module.css'

/** One document: what it is, how big, and the ways to have it. */
export function DocumentCard({ row, category }: { row: DocumentRow; category: string | undefined }) {
  const { t } = useTranslation('downloads')
  const pick = useLocalized()
  const locale = useLocale()
  const isOffline = useIsOffline()
  const { pins, working, problems } = usePins()
  const { file } = row
  const title = pick(row.title)
  const summary = pick(row.summary)
  const share = working[file.no]
  const problem = problems[file.no]
  const isKept = pins?.some((pin) => pin.file.no === file.no) ?? false
  const cannotCome = isOffline && !isKept
  return (
    <li className={styles.card}>
      <span className={styles.kind} aria-hidden="true">
        {kindWords(file)}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title} lang={title.locale === locale ? undefined : title.locale}>
          {title.text}
        </h3>
        {summary.text && (
          <p className={styles.summary} lang={summary.locale === locale ? undefined : summary.locale}>
            {summary.text}
          </p>
        )}
        <p className={styles.facts}>
          {[kindWords(file), sizeWords(file.sizeBytes), category].filter(Boolean).join(' · ')}
          {isKept && (
            <span className={styles.kept}>
              <Icon name="check" size={16} /> {t('kept')}
            </span>
          )}
        </p>
        {cannotCome && <p className={styles.state}>{t('notOffline')}</p>}
        {problem && (
          <p className={styles.problem} role="alert">
            {t(`problem.${problem}`)}
          </p>
        )}
        {share !== undefined && <Progress share={share} />}
        <Actions row={row} isKept={isKept} cannotCome={cannotCome} isComing={share !== undefined} />
      </div>
    </li>
  )
}

/** One row: the download, and beside it in small what keeps the file on the phone, or opens it from there. */
function Actions({
  row,
  isKept,
  cannotCome,
  isComing,
}: {
  row: DocumentRow
  isKept: boolean
  cannotCome: boolean
  isComing: boolean
}) {
  const { t } = useTranslation('downloads')
  const { file, title } = row
  return (
    <div className={styles.actions}>
      {isKept && (
        <Button look="filled" onClick={() => void openKept(file)}>
          <Icon name="file" size={20} /> {t('open')}
        </Button>
      )}
      <SaveButton row={row} disabled={cannotCome} />
      {canPin() && !isKept && (
        <button
          type="button"
          className={styles.pin}
          aria-label={t('keep')}
          title={t('keep')}
          disabled={cannotCome || isComing}
          onClick={() => void pinStore.add({ file, title })}
        >
          <Icon name="pin" size={20} />
        </button>
      )}
    </div>
  )
}

function SaveButton({ row, disabled }: { row: DocumentRow; disabled: boolean }) {
  const { t } = useTranslation('downloads')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await saveFile(row.file).catch(presentDownloadFailure)
    setBusy(false)
  }
  return (
    <Button busy={busy} disabled={disabled} onClick={() => void save()}>
      <Icon name="download" size={20} /> {t('download')}
    </Button>
  )
}

function Progress({ share }: { share: number }) {
  const { t } = useTranslation('downloads')
  const percent = Math.floor(share * 100)
  return (
    <div className={styles.progress}>
      <progress value={share} max={1} aria-label={t('keeping')} />
      <span>{percent}%</span>
    </div>
  )
}
