import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Sheet } from '#ui/Sheet.tsx'
import { Icon } from '#ui/Icon.tsx'
import { menu } from './menu.ts'
import styles from './MoreSheet.module.css'

/** What the tab bar has no room for. */
export default function MoreSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('menu.more')} closeLabel={t('close')} onClose={onClose}>
      <ul className={styles.list}>
        {menu
          .filter((entry) => entry.onPhone === 'sheet')
          .map((entry) => (
            <li key={entry.name}>
              <Link to={entry.to} className={styles.entry} onClick={onClose}>
                <Icon name={entry.icon} />
                {t(`menu.${entry.name}`)}
              </Link>
            </li>
          ))}
        <li>
          <Link to="/user/center" className={styles.entry} onClick={onClose}>
            <Icon name="user" />
            {t('menu.center')}
          </Link>
        </li>
      </ul>
    </Sheet>
  )
}
