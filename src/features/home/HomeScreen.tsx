import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { InstallRow, QrBlock } from '#features/install'
import { useIsOffline } from '#lib/connectivity.ts'
import { useDocumentTitle } from '#lib/document-title.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { DocumentLinks, NewsLinks } from './HomeLists.tsx'
import { HomeSection } from './HomeSection.tsx'
import { Masthead } from './Masthead.tsx'
import { PartnerSections } from './PartnerSections.tsx'
import { RightNow } from './RightNow.tsx'
import { homeDocumentsQuery, homeNewsQuery, hotDocumentsQuery, partnersQuery } from './queries.ts'
import styles from './HomeScreen.module.css'

/** Home: whose forum this is, what matters at this moment, and the way into everything else. */
export function HomeScreen() {
  const { t } = useTranslation('home')
  useDocumentTitle()
  const news = useQuery(homeNewsQuery())
  const hot = useQuery(hotDocumentsQuery())
  const documents = useQuery(homeDocumentsQuery())
  const partners = useQuery(partnersQuery())
  const isOffline = useIsOffline()
  const nothing = [news, hot, documents].every((query) => !query.data && (query.isError || isOffline))
  return (
    <>
      <Masthead />
      <div className={styles.body}>
        <RightNow />
        <InstallRow />
        {nothing ? (
          <LoadState
            failed
            retry={() => {
              void news.refetch()
              void hot.refetch()
              void documents.refetch()
              void partners.refetch()
            }}
          />
        ) : (
          <div className={styles.columns}>
            <HomeSection title={t('news')} more={{ to: '/news', label: t('allNews') }}>
              <NewsLinks rows={news.data} />
            </HomeSection>
            <div className={styles.side}>
              <HomeSection title={t('hotDocuments')}>
                <DocumentLinks rows={hot.data} />
              </HomeSection>
              <HomeSection title={t('documents')} more={{ to: '/download', label: t('allDocuments') }}>
                <DocumentLinks rows={documents.data} />
              </HomeSection>
            </div>
            <QrBlock />
          </div>
        )}
        {partners.data && <PartnerSections rows={partners.data} />}
      </div>
    </>
  )
}
