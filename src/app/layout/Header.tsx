import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazy, Suspense } from 'react'
import { headerMenuQuery, useMediaQuery } from '#platform/media-query.ts'
import { useForum } from '#platform/forum.ts'
import { switchLanguage, useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { Home, MyCenter, Search } from '#platform/routing.ts'
import { useAttentionCount } from '#platform/notices.ts'
import { useIsDemoClock } from '#platform/server-clock.ts'
import { menu } from './menu.ts'
import { MenuLink } from './MenuLink.tsx'
import headerStyles from './Header.module.css'
import languageStyles from './LanguageButton.module.css'

/** The bar at the top: the forum's name, the menu on wide screens, search, language, account. */
export function Header() {
  const { t } = useTranslation()
  const pick = useLocalized()
  const forum = useForum()
  const name = pick(forum.shortName)
  const hasMenu = useMediaQuery(headerMenuQuery)
  const attentionCount = useAttentionCount()
  const accountLabel =
    attentionCount > 0 ? t('menu.centerUnsent', { count: attentionCount }) : t('menu.center')
  return (
    <header className={headerStyles.bar}>
      <div className={headerStyles.row}>
        <Link to={Home} className={headerStyles.brand} aria-label={name.text}>
          <img src="/icon.svg" alt="" width={32} height={32} />
          <span className={headerStyles.name}>{name.text}</span>
        </Link>
        {hasMenu && (
          <nav className={headerStyles.menu} aria-label={t('menu.label')}>
            {menu.map((entry) => (
              <MenuLink key={entry.name} entry={entry} className={headerStyles.entry}>
                {t(`menu.${entry.name}`)}
              </MenuLink>
            ))}
          </nav>
        )}
        <Link to={Search} className={headerStyles.action} aria-label={t('menu.search')}>
          <Icon name="search" />
        </Link>
        <LanguageButton />
        <Link to={MyCenter} className={headerStyles.action} aria-label={accountLabel}>
          <Icon name="user" />
          {attentionCount > 0 && (
            <span aria-hidden="true" className={headerStyles.badge}>
              {attentionCount}
            </span>
          )}
        </Link>
      </div>
    </header>
  )
}

/** Switches to the other language. The label is in that language, so that its readers understand it. */
export function LanguageButton() {
  const locale = useLocale()
  const otherLocale = locale === 'en' ? 'zh-CN' : 'en'
  const name = otherLocale === 'en' ? 'English' : '中文'
  return (
    <button
      type="button"
      className={languageStyles.button}
      lang={otherLocale}
      onClick={() => switchLanguage(otherLocale)}
    >
      {name}
    </button>
  )
}

/** A chunk of its own, which visitors of a real forum never load. */
const DemoClockBanner = lazy(() => import('./DemoClockBanner.tsx'))

/** Shows a banner when the server's clock was set to another time for a demonstration. */
export function DemoClockBadge() {
  if (!useIsDemoClock()) return null
  return (
    <Suspense>
      <DemoClockBanner />
    </Suspense>
  )
}
