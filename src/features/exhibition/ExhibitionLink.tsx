import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import styles from './ExhibitorScreen.module.css'

/** To the list. The browser's own way back leads to the reader's place in it, with what was searched. */
export function ExhibitionLink() {
  const { t } = useTranslation('show')
  return (
    <Link to="/show" className={styles.back}>
      <Icon name="back" size={20} />
      {t('back')}
    </Link>
  )
}
