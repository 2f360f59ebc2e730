import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './SecondFactor.module.css'

/** Says without network that a step of signing in waits for it, and that nothing typed is lost. */
export function OfflineNote() {
  const { t } = useTranslation('sign-in')
  const isOffline = useIsOffline()
  return (
    <output>
      {isOffline && (
        <span className={styles.note}>
          <Icon name="offline" size={20} />
          {t('second.offline')}
        </span>
      )}
    </output>
  )
}
