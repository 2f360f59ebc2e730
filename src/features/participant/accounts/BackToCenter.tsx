import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MyCenter } from '#platform/route-paths.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './BackToCenter.module.css'

/** Link from a page of the user centre back to it. */
export function BackToCenter() {
  const { t } = useTranslation('accounts')
  return (
    <Link to={MyCenter} className={styles.back}>
      <Icon name="back" size={20} />
      {t('center.title')}
    </Link>
  )
}
