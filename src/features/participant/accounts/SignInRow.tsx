import { useTranslation } from 'react-i18next'
import type { SignInInfo } from '#contract/api.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { Button } from '#ui/Button.tsx'
import styles from './SignInRow.module.css'

/** Shows device and times of a sign-in, with a button to end it. The current sign-in has no button. */
export function SignInRow({
  signIn,
  isBusy,
  onEnd,
}: {
  signIn: SignInInfo
  isBusy: boolean
  onEnd: () => void
}) {
  const { t } = useTranslation('accounts')
  const time = useForumTime()
  const device = signIn.device || t('signIns.unknown')
  return (
    <li className={styles.entry}>
      <span className={styles.text}>
        <b className={styles.device}>{device}</b>
        {signIn.isThis && <span className={styles.mark}>{t('signIns.this')}</span>}
        {signIn.isKept && <span className={styles.mark}>{t('signIns.kept')}</span>}
        <span className={styles.times}>
          {t('signIns.times', {
            from: time.dateTime(signIn.createdAt),
            used: time.dateTime(signIn.lastUsedAt),
          })}
        </span>
      </span>
      {!signIn.isThis && (
        <Button busy={isBusy} aria-label={t('signIns.endOf', { device })} onClick={onEnd}>
          {t('signIns.end')}
        </Button>
      )}
    </li>
  )
}
