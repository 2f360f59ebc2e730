import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissNotice, type Notice, type ShownNotice } from '#platform/notices.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './NoticeStack.module.css'

/** How long a notice of success stays if the user does not close it, in milliseconds. */
const successMs = 4_000
/** How long any other notice stays, in milliseconds: it may need more reading. */
const otherKindsMs = 10_000

const icons: Record<Notice['kind'], IconName> = {
  success: 'check',
  info: 'info',
  warning: 'warning',
  danger: 'warning',
}

/** Shows notices as cards over the page, the oldest first. Exported as default for `lazy`. */
export default function NoticeStack({ notices }: { notices: readonly ShownNotice[] }) {
  return (
    <ol className={styles.stack}>
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </ol>
  )
}

function NoticeCard({ notice }: { notice: ShownNotice }) {
  const { t } = useTranslation()
  const { id, kind, count } = notice
  useEffect(() => {
    // The count is at least 1. This use makes it a dependency, so that each merged repetition restarts the timer.
    if (count < 1) return undefined
    const timer = setTimeout(() => dismissNotice(id), kind === 'success' ? successMs : otherKindsMs)
    return () => clearTimeout(timer)
  }, [id, kind, count])
  return (
    <li className={`${styles.card} ${styles[kind]}`}>
      <Icon name={icons[kind]} />
      <div className={styles.text}>
        <strong>
          {notice.title}
          {count > 1 && <span className={styles.count}> ×{count}</span>}
        </strong>
        {notice.text && <p>{notice.text}</p>}
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label={t('close')}
        onClick={() => dismissNotice(id)}
      >
        <Icon name="close" size={20} />
      </button>
    </li>
  )
}
