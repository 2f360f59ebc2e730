import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useForum } from '#lib/forum.ts'
import { useLocalized } from '#lib/locale.ts'
import { menuInHeader, useMedia } from '#lib/media.ts'
import { Icon } from '#ui/Icon.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import { menu } from './menu.ts'
import styles from './Header.module.css'

/** The bar at the top: whose forum this is, the menu where there is room, the language, the person. */
export function Header() {
  const { t } = useTranslation()
  const pick = useLocalized()
  const forum = useForum()
  const hasMenu = useMedia(menuInHeader)
  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <Link to="/" className={styles.brand}>
          <img src="/icon.svg" alt="" width={32} height={32} />
          <span className={styles.name}>{pick(forum.shortName).text}</span>
        </Link>
        {hasMenu && (
          <nav className={styles.menu} aria-label={t('menu.label')}>
            {menu.map((entry) => (
              <Link
                key={entry.name}
                to={entry.to}
                className={styles.entry}
                activeOptions={{ exact: entry.to === '/' }}
              >
                {t(`menu.${entry.name}`)}
              </Link>
            ))}
          </nav>
        )}
        <LanguageButton />
        <Link to="/user/center" className={styles.person} aria-label={t('menu.center')}>
          <Icon name="user" />
        </Link>
      </div>
    </header>
  )
}
