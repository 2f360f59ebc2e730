import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#platform/connectivity.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './SecondFactor.module.css'

/** Says that signing in needs a network, and that what was typed is safe. */
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
