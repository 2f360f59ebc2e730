import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Home, MyCenter, Search } from '#platform/route-paths.ts'
import { useAttentionCount } from '#platform/attention-count.ts'
import { useForum } from '#platform/forum.ts'
import { useLocalized } from '#platform/locale.ts'
import { headerMenuQuery, useMediaQuery } from '#platform/media-query.ts'
import { Icon } from '#ui/Icon.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import { menu } from './menu.ts'
import { MenuLink } from './MenuLink.tsx'
import styles from './Header.module.css'

/** The bar at the top: the forum's name, the menu where there is room, search, language, account. */
export function Header() {
  const { t } = useTranslation()
  const pick = useLocalized()
  const forum = useForum()
  const name = pick(forum.shortName)
  const hasMenu = useMediaQuery(headerMenuQuery)
  const unsentCount = useAttentionCount()
  const accountLabel = unsentCount > 0 ? t('menu.centerUnsent', { count: unsentCount }) : t('menu.center')
  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <Link to={Home} className={styles.brand} aria-label={name.text}>
          <img src="/icon.svg" alt="" width={32} height={32} />
          <span className={styles.name}>{name.text}</span>
        </Link>
        {hasMenu && (
          <nav className={styles.menu} aria-label={t('menu.label')}>
            {menu.map((entry) => (
              <MenuLink key={entry.name} entry={entry} className={styles.entry}>
                {t(`menu.${entry.name}`)}
              </MenuLink>
            ))}
          </nav>
        )}
        <Link to={Search} className={styles.action} aria-label={t('menu.search')}>
          <Icon name="search" />
        </Link>
        <LanguageButton />
        <Link to={MyCenter} className={styles.action} aria-label={accountLabel}>
          <Icon name="user" />
          {unsentCount > 0 && (
            <span aria-hidden="true" className={styles.badge}>
              {unsentCount}
            </span>
          )}
        </Link>
      </div>
    </header>
  )
}
