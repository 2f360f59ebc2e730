import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { InstallRow, QrBlock } from '#features/visit/install'
import { useNow } from '#features/programme/sessions'
import { useAttentionCount } from '#platform/attention-count.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { useDocumentTitle } from '#platform/document-title.ts'
import { useForum } from '#platform/forum.ts'
import { loadRegistrationTexts } from '#platform/locale.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { DocumentLinks } from './DocumentLinks.tsx'
import { HomeSection } from './HomeSection.tsx'
import { Masthead } from './Masthead.tsx'
import { NewsLinks } from './NewsLinks.tsx'
import { NowSkeleton } from './NowSkeleton.tsx'
import { PartnerSections } from './PartnerSections.tsx'
import { QaLinks } from './QaLinks.tsx'
import { findPhase } from './phase.ts'
import {
  homeDocumentsQuery,
  homeNewsQuery,
  homeQasQuery,
  hotDocumentsQuery,
  openingQuery,
  partnersQuery,
  qaPageInfoQuery,
} from './queries.ts'
import styles from './HomeScreen.module.css'

/** Loaded only during the forum, and with it the programme. */
const NowAndNext = lazy(() => import('./NowAndNext.tsx'))
/** Loaded only when the user has unsent entries. */
const OutboxNotice = lazy(async () => {
  const [notice] = await Promise.all([import('./OutboxNotice.tsx'), loadRegistrationTexts()])
  return notice
})

/** The home page: the forum, what matters now, and links to everything else. */
export function HomeScreen() {
  const { t } = useTranslation('home')
  useDocumentTitle()
  const news = useQuery(homeNewsQuery())
  const hot = useQuery(hotDocumentsQuery())
  const documents = useQuery(homeDocumentsQuery())
  const qas = useQuery(homeQasQuery())
  const { total } = useQuery(qaPageInfoQuery()).data
  const partners = useQuery(partnersQuery())
  const opening = useQuery(openingQuery())
  const phase = findPhase(useForum(), useNow(), opening.data)
  const isOffline = useIsOffline()
  const hasUnsent = useAttentionCount() > 0
  const lists = [news, hot, documents, qas]
  const isEmpty = lists.every((query) => !query.data && (query.isError || isOffline))
  return (
    <>
      <Masthead phase={phase} />
      <div className={styles.body}>
        {hasUnsent && (
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
        {isEmpty ? (
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
              <DocumentLinks rows={hot.data} />
            </HomeSection>
            <HomeSection title={t('qa')} more={{ to: '/qa', label: t('allQa', { count: total }) }}>
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
