import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import styles from './BackLink.module.css'

/** Link back to the agenda: to the user's scroll position, or for visitors from outside, to the session's day. */
export function BackLink({ day }: { day?: string }) {
  const { t } = useTranslation('session-detail')
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <Link
      to="/agenda"
      search={day ? { day } : {}}
      className={styles.back}
      data-print="off"
      onClick={(event) => {
        if (!canGoBack || event.metaKey || event.ctrlKey) return
        event.preventDefault()
        router.history.back()
      }}
    >
      <Icon name="back" size={20} />
      {t('back')}
    </Link>
  )
}
