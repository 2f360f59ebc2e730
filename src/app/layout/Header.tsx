import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { headerMenuQuery, useMediaQuery } from '#platform/media-query.ts'
import { useForum } from '#platform/forum.ts'
import { switchLocaleOrNotify, useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { Home, MyCenter, Search } from '#platform/routing.ts'
import { useAttentionCount } from '#platform/notices.ts'
import { useForumTime } from '#platform/forum-time.ts'
import { useIsDemoClock, useMinute } from '#platform/server-clock.ts'
import { articleQuery } from '#features/articles/news'
import { menu, type MenuItem } from './menu.ts'
import styles from './Header.module.css'

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
          {attentionCount > 0 && (
            <span aria-hidden="true" className={styles.badge}>
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
      className={styles.language}
      lang={otherLocale}
      onClick={() => switchLocaleOrNotify(otherLocale)}
    >
      {name}
    </button>
  )
}

/** Shows a banner under the header of every page when the server's clock was set to another time for a demonstration. */
export function DemoClockBanner() {
  return useIsDemoClock() ? <DemoTime /> : null
}

function DemoTime() {
  const { t } = useTranslation()
  const nowMs = useMinute()
  const time = useForumTime()
  return (
    <aside className={styles.demoClock} aria-label={t('demonstration.label')}>
      <Icon name="clock" size={16} />
      {t('demonstration.now', { time: time.dateTime(nowMs) })}
    </aside>
  )
}

/** A menu item as a link, marked as current on its own page and on its articles. */
export function MenuLink({
  entry,
  className,
  onClick,
  children,
}: {
  entry: MenuItem
  /** Class of the link; undefined only for the type of CSS modules. */
  className: string | undefined
  onClick?: () => void
  children: ReactNode
}) {
  const articleItem = useArticleMenuItem()
  return (
    <Link
      to={entry.to}
      className={className}
      // Every path begins with that of the home page, which would always be current.
      activeOptions={{ exact: entry.to === '/' }}
      // The router itself sets aria-current="page" on the item's own page.
      aria-current={articleItem === entry.name ? 'true' : undefined}
      {...(onClick && { onClick })}
    >
      {children}
    </Link>
  )
}

/** Finds the menu item of the open article, whose kind is not in its URL. */
function useArticleMenuItem(): MenuItem['name'] | undefined {
  const { no, id } = useParams({ strict: false })
  // Only reads the article that its screen loads. On other screens `no` is undefined, and there is none.
  const { data } = useQuery({ ...articleQuery(no ?? ''), enabled: false })
  // The only route with a parameter `id` below this layout shows a category, which lists news.
  const module = id === undefined ? data?.module : 'informations'
  return module && menu.find((entry) => entry.articles === module)?.name
}
