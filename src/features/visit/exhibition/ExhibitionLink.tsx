import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import styles from './ExhibitorScreen.module.css'

/** Link to the list. The browser's back button returns to the scroll position and the search. */
export function ExhibitionLink() {
  const { t } = useTranslation('show')
  return (
    <Link to="/show" className={styles.back}>
      <Icon name="back" size={20} />
      {t('back')}
    </Link>
  )
}
