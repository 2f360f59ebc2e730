import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { locales } from '#contract/locale.ts'
import { useDocumentTitle } from '#platform/forum.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { isHttpUrl } from '#platform/urls.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { Screen } from '#ui/Screen.tsx'
import { ShareButton } from '#ui/ShareButton.tsx'
import { getAreaLabel, findNeighbours } from './exhibitors.ts'
import styles from './ExhibitorScreen.module.css'
import { HallPlan, Logo, useCachedPictures } from './ExhibitionPictures.tsx'
import { exhibitorsQuery, hallsQuery, type ExhibitorRow } from './queries.ts'

/**
 * Page of an exhibitor with its booth in the plan. All data comes from the list of all exhibitors.
 * @param id of the row
 */
export function ExhibitorScreen({ id }: { id: string }) {
  const { t } = useTranslation('show')
  const pick = useLocalized()
  const exhibitors = useQuery(exhibitorsQuery())
  useCachedPictures()
  const row = exhibitors.data?.find((each) => each.id === id)
  useDocumentTitle(row ? pick(row.name).text : t('title'))
  return (
    <Screen wide>
      <ExhibitionLink />
      {row && exhibitors.data ? (
        <Exhibitor row={row} rows={exhibitors.data} />
      ) : // The pending request may return an exhibitor that was published just now.
      exhibitors.data && !exhibitors.isFetching ? (
        <EmptyState level={1} title={t('unknown.title')} text={t('unknown.text')} />
      ) : (
        <LoadState failed={exhibitors.isError} retry={() => void exhibitors.refetch()} rows={2} />
      )}
    </Screen>
  )
}

/** An exhibitor's logo, facts, description and plan. @param rows all exhibitors */
function Exhibitor({ row, rows }: { row: ExhibitorRow; rows: readonly ExhibitorRow[] }) {
  const { t } = useTranslation('show')
  const locale = useLocale()
  const pick = useLocalized()
  const { data: halls = [] } = useQuery(hallsQuery())
  const hall = halls.find(({ id }) => id === row.hall)
  const name = pick(row.name)
  const description = pick(row.description)
  // The name in the other language is shown below the first, unless it is missing or the same.
  const otherLocale = locales.find(
    (each) => each !== name.locale && row.name[each] && row.name[each] !== name.text,
  )
  const { previous, next } = findNeighbours(rows, row.id)
  return (
    <article className={styles.exhibitor}>
      <div className={styles.about}>
        <header className={styles.head}>
          <Logo row={row} size={96} />
          <div className={styles.names}>
            <h1 className={styles.name} lang={name.locale}>
              {name.text}
            </h1>
            {otherLocale && (
              <p className={styles.other} lang={otherLocale}>
                {row.name[otherLocale]}
              </p>
            )}
          </div>
        </header>
        <dl className={styles.facts}>
          <dt>{t('booth')}</dt>
          <dd className={styles.booth}>{row.booth}</dd>
          <dt>{t('area')}</dt>
          <dd>
            <Link to="/show" search={{ area: row.kind }}>
              {getAreaLabel(row.kind, locale)}
            </Link>
          </dd>
          {hall && <dt>{t('plan.hall')}</dt>}
          {hall && <dd lang={pick(hall.name).locale}>{pick(hall.name).text}</dd>}
        </dl>
        {description.text ? (
          <p className={styles.description} lang={description.locale}>
            {description.text}
          </p>
        ) : (
          <p className={styles.other}>{t('noDescription')}</p>
        )}
        <div className={styles.actions}>
          {isHttpUrl(row.url) && (
            <a href={row.url} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet')}>
              <Icon name="external" size={20} />
              {t('website', { host: new URL(row.url).host })}
            </a>
          )}
          <ShareButton title={`${name.text} · ${row.booth}`} />
        </div>
      </div>
      {hall?.picture && (
        <section aria-label={t('plan.title')}>
          <HallPlan hall={hall} rows={rows.filter((each) => each.hall === hall.id)} highlighted={[row]} />
        </section>
      )}
      <nav className={styles.neighbours} aria-label={t('neighbours')}>
        {previous && <Neighbour row={previous} label={t('before')} />}
        {next && <Neighbour row={next} label={t('after')} />}
      </nav>
    </article>
  )
}

/** Link to the exhibitor of the previous or next booth. */
function Neighbour({ row, label }: { row: ExhibitorRow; label: string }) {
  const pick = useLocalized()
  return (
    <Link to="/show/$exhibitorId" params={{ exhibitorId: row.id }} className={styles.neighbour}>
      <span className={styles.other}>
        {label} · {row.booth}
      </span>
      <span lang={pick(row.name).locale}>{pick(row.name).text}</span>
    </Link>
  )
}

/** Link to the list. The browser's back button returns to the scroll position and the search. */
function ExhibitionLink() {
  const { t } = useTranslation('show')
  return (
    <Link to="/show" className={styles.back}>
      <Icon name="back" size={20} />
      {t('back')}
    </Link>
  )
}
