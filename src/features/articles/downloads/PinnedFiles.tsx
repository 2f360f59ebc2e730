import { useTranslation } from 'react-i18next'
import { useLocalized } from '#platform/locale.ts'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { openPinnedFile } from './file-actions.ts'
import { formatFileSize } from '#platform/format-file.ts'
import { pinStore } from './use-pins.ts'
import { findPin, type Pin } from './pins.ts'
import type { DocumentRow } from './queries.ts'
import styles from './PinnedFiles.module.css'

/** Lists the pinned files with their sizes, to open or remove them, and marks those that have a newer version. */
export function PinnedFiles({ pins, rows }: { pins: readonly Pin[]; rows: readonly DocumentRow[] }) {
  const { t } = useTranslation('downloads')
  const pick = useLocalized()
  const remove = async ({ file, title }: Pin) => {
    const name = pick(title).text || file.name
    const isConfirmed = await confirmDialog({
      title: t('removeAsk.title'),
      text: t('removeAsk.text', { title: name }),
      yes: t('removeAsk.yes'),
      no: t('removeAsk.no'),
    })
    if (isConfirmed) await pinStore.remove(file.no)
  }
  const isOutdated = ({ file }: Pin) =>
    rows.some((row) => {
      const found = findPin(pins, row)
      return found?.file.no === file.no && !found.isCurrent
    })
  const totalBytes = pins.reduce((sum, { file }) => sum + file.sizeBytes, 0)
  return (
    <section className={styles.box} aria-labelledby="on-this-phone">
      <h2 id="on-this-phone" className={styles.heading}>
        {t('onThisPhone')} <span className={styles.size}>{formatFileSize(totalBytes)}</span>
      </h2>
      <ul>
        {pins.map((pin) => {
          const { file, title } = pin
          return (
            <li key={file.no} className={styles.row}>
              <button type="button" className={styles.open} onClick={() => void openPinnedFile(file)}>
                <Icon name="file" size={20} />
                <span className={styles.name}>{pick(title).text || file.name}</span>
                {isOutdated(pin) && <span className={styles.older}>{t('older')}</span>}
                <span className={styles.size}>{formatFileSize(file.sizeBytes)}</span>
              </button>
              <button
                type="button"
                className={styles.remove}
                aria-label={t('remove', { title: pick(title).text || file.name })}
                onClick={() => void remove(pin)}
              >
                <Icon name="trash" size={20} />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
