import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MyCenter } from '#platform/routing.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { Icon } from '#ui/Icon.tsx'
import { secondaryPages, menu } from './menu.ts'
import { MenuLink } from './Header.tsx'
import styles from './MoreSheet.module.css'

/**
 * The sheet behind "more" on phones, with the menu items that the tab bar has no space for, and below a line the pages
 * outside of the menu.
 */
export default function MoreSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('menu.more')} closeLabel={t('close')} onClose={onClose}>
      <div className={styles.lists}>
        <ul className={styles.list}>
          {menu
            .filter((entry) => entry.onPhone === 'sheet')
            .map((entry) => (
              <li key={entry.name}>
                <MenuLink entry={entry} className={styles.entry} onClick={onClose}>
                  <Icon name={entry.icon} />
                  {t(`menu.${entry.name}`)}
                </MenuLink>
              </li>
            ))}
        </ul>
        <ul className={styles.list}>
          {[...secondaryPages, accountPage].map((page) => (
            <li key={page.name}>
              <Link to={page.to} className={styles.entry} onClick={onClose}>
                <Icon name={page.icon} />
                {t(`menu.${page.name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

/** The user's own page. The header links to it too, but some users look for it in the menu. */
const accountPage = { name: 'center', to: MyCenter, icon: 'user' } as const
