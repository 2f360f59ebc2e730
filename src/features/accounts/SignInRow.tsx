import { useTranslation } from 'react-i18next'
import type { SignInInfo } from '#contract/api.ts'
import { useForumTime } from '#lib/forum-time.ts'
import { Button } from '#ui/Button.tsx'
import styles from './SignInRow.module.css'

/** Shows where and since when a sign-in exists, with a button to end it; the current one has none. */
export function SignInRow({
  entry,
  isBusy,
  onEnd,
}: {
  entry: SignInInfo
  isBusy: boolean
  onEnd: () => void
}) {
  const { t } = useTranslation('accounts')
  const time = useForumTime()
  const device = entry.device || t('signIns.unknown')
  return (
    <li className={styles.entry}>
      <span className={styles.text}>
        <b className={styles.device}>{device}</b>
        {entry.isThis && <span className={styles.mark}>{t('signIns.this')}</span>}
        {entry.isKept && <span className={styles.mark}>{t('signIns.kept')}</span>}
        <span className={styles.times}>
          {t('signIns.times', {
            from: time.dateTime(entry.createdAt),
            used: time.dateTime(entry.lastUsedAt),
          })}
        </span>
      </span>
      {!entry.isThis && (
        <Button busy={isBusy} aria-label={t('signIns.endOf', { device })} onClick={onEnd}>
          {t('signIns.end')}
        </Button>
      )}
    </li>
  )
}
