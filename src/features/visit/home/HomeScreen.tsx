import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { partnerKinds } from '#contract/modules/partner-kinds.ts'
import { InstallRow, QrBlock } from '#features/visit/install'
import { useNow } from '#features/programme/session-times'
import { useAttentionCount } from '#platform/notices.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useDocumentTitle, useForum } from '#platform/forum.ts'
import { loadRegistrationTexts, useLocale, useLocalized } from '#platform/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { Icon } from '#ui/Icon.tsx'
import { getFileUrl } from '#platform/api.ts'
import { isHttpUrl } from '#platform/urls.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { HomeSection, NowSkeleton } from './HomeSection.tsx'
import { DocumentLinks, NewsLinks, QaLinks } from './HomeLists.tsx'
import { findPhase, type Phase } from './phase.ts'
import {
  homeDocumentsQuery,
  homeNewsQuery,
  homeQasQuery,
  hotDocumentsQuery,
  openingQuery,
  partnersQuery,
  qaPageInfoQuery,
  type PartnerRow,
} from './queries.ts'
import styles from './HomeScreen.module.css'
import partnerStyles from './PartnerSections.module.css'
import { CountdownCard } from './CountdownCard.tsx'
import mastheadStyles from './Masthead.module.css'
import { skyline, skylineBox } from './skyline.ts'
import drawingStyles from './MastheadDrawing.module.css'

/** Loaded only during the forum, and with it the programme. */
const NowAndNext = lazy(() => import('./NowAndNext.tsx'))
/** Loaded only when entries of the outbox need attention, with its texts. */
const OutboxNotice = lazy(async () => {
  const [notice] = await Promise.all([import('./OutboxNotice.tsx'), loadRegistrationTexts()])
  return notice
})

/** The home page: the forum, what matters now, and links to everything else. */
export function HomeScreen() {
  const { t } = useTranslation('home')
  useDocumentTitle()
  const news = useQuery(homeNewsQuery())
  const hotDocuments = useQuery(hotDocumentsQuery())
  const documents = useQuery(homeDocumentsQuery())
  const qas = useQuery(homeQasQuery())
  const { total: questionCount } = useQuery(qaPageInfoQuery()).data
  const partners = useQuery(partnersQuery())
  const opening = useQuery(openingQuery())
  const phase = findPhase(useForum(), useNow(), opening.data)
  const isOffline = useIsOffline()
  const needsAttention = useAttentionCount() > 0
  const lists = [news, hotDocuments, documents, qas]
  /** True when no list has data or will get any now: one message replaces them all. */
  const haveListsFailed = lists.every((query) => !query.data && (query.isError || isOffline))
  return (
    <>
      <Masthead phase={phase} />
      <div className={styles.body}>
        {needsAttention && (
          <Suspense>
            <OutboxNotice />
          </Suspense>
        )}
        {phase.kind === 'during' && (
          <Suspense fallback={<NowSkeleton />}>
            <NowAndNext />
          </Suspense>
        )}
        <InstallRow />
        {haveListsFailed ? (
          <LoadState
            failed
            retry={() => {
              for (const query of [...lists, partners, opening]) void query.refetch()
            }}
          />
        ) : (
          <div className={styles.columns}>
            <HomeSection title={t('news')} more={{ to: '/news', label: t('allNews') }}>
              <NewsLinks rows={news.data} />
            </HomeSection>
            <HomeSection title={t('hotDocuments')} more={{ to: '/download', label: t('allDocuments') }}>
              <DocumentLinks rows={hotDocuments.data} />
            </HomeSection>
            <HomeSection title={t('qa')} more={{ to: '/qa', label: t('allQa', { count: questionCount }) }}>
              <QaLinks rows={qas.data} />
            </HomeSection>
            <HomeSection title={t('documents')} more={{ to: '/download', label: t('allDocuments') }}>
              <DocumentLinks rows={documents.data} />
            </HomeSection>
            <div className={styles.wide}>
              <QrBlock />
            </div>
          </div>
        )}
      </div>
      {partners.data && partners.data.length > 0 && <PartnerSections rows={partners.data} />}
    </>
  )
}

/** Lists organisers first, then partners, grouped by kind in the order of `partnerKinds`. */
function PartnerSections({ rows }: { rows: readonly PartnerRow[] }) {
  const { t } = useTranslation('home')
  const locale = useLocale()
  const usedKinds = partnerKinds.filter(({ value }) => rows.some((row) => row.kind === value))
  return (
    <section aria-labelledby="home-partners" className={partnerStyles.band}>
      <div className={partnerStyles.inner}>
        <h2 id="home-partners" className={partnerStyles.title}>
          {t('partners')}
        </h2>
        {usedKinds.map(({ value, label }) => (
          <div key={value}>
            <h3 className={partnerStyles.kind}>{label[locale]}</h3>
            <ul className={`${partnerStyles.list} ${value === 'organiser' ? partnerStyles.organisers : ''}`}>
              {rows
                .filter((row) => row.kind === value)
                .map((row) => (
                  <li key={row.id} className={partnerStyles.item}>
                    <Partner row={row} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

/** A partner, linked when it has a page. Without a logo only the name is shown. */
function Partner({ row }: { row: PartnerRow }) {
  const pick = useLocalized()
  const name = pick(row.name)
  const logoAndName = (
    <>
      {row.logo && (
        <span className={partnerStyles.logo}>
          <img src={getFileUrl(row.logo.no)} alt="" width={96} height={48} loading="lazy" decoding="async" />
        </span>
      )}
      <span className={partnerStyles.name} lang={name.locale}>
        {name.text}
      </span>
    </>
  )
  if (!isHttpUrl(row.url)) return <div className={partnerStyles.partner}>{logoAndName}</div>
  return (
    <a href={row.url} rel="noopener noreferrer" target="_blank" className={partnerStyles.partner}>
      {logoAndName}
    </a>
  )
}

/** Shows the forum's name in both languages, its days and city and the action of the phase, over a drawing. */
function Masthead({ phase }: { phase: Phase }) {
  const forum = useForum()
  const locale = useLocale()
  const pick = useLocalized()
  const otherLocale = locale === 'en' ? 'zh-CN' : 'en'
  const name = pick(forum.name)
  // Where the name is missing in the interface's language, the heading has the other one already.
  const otherName = name.locale === locale ? forum.name[otherLocale] : ''
  const location = [pick(forum.city).text, pick(forum.venue).text].filter(Boolean).join(' · ')
  return (
    <div className={mastheadStyles.masthead}>
      <div className={mastheadStyles.inner}>
        <div className={mastheadStyles.text}>
          <h1 className={mastheadStyles.name} lang={name.locale}>
            {name.text}
          </h1>
          {otherName && (
            <p className={mastheadStyles.other} lang={otherLocale}>
              {otherName}
            </p>
          )}
          <ul className={mastheadStyles.facts}>
            <li className={mastheadStyles.fact}>
              <Icon name="calendar" size={20} />
              {formatDateRange(forum.startsOn, forum.endsOn, locale)}
            </li>
            {location && (
              <li className={mastheadStyles.fact}>
                <Icon name="place" size={20} />
                {location}
              </li>
            )}
          </ul>
        </div>
        <CountdownCard phase={phase} />
      </div>
      <MastheadDrawing />
    </div>
  )
}

/** The skyline in the theme's colours. */
function MastheadDrawing() {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={drawingStyles.drawing}
      viewBox={`0 0 ${skylineBox.width} ${skylineBox.height}`}
      preserveAspectRatio="xMidYMax slice"
    >
      {skyline.map(({ paint, d, transform }) => (
        <path key={d + transform} className={drawingStyles[paint]} d={d} transform={transform} />
      ))}
    </svg>
  )
}
