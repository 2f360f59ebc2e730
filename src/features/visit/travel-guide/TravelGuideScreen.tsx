import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/document-title.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { PullToRefresh } from '#ui/PullToRefresh.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { EmptyState } from '#ui/StateMessage.tsx'
import { TableOfContents } from './TableOfContents.tsx'
import { EmergencyBar } from './EmergencyBar.tsx'
import { PageSection } from './PageSection.tsx'
import { pagesQuery, placesQuery, toursQuery, type PageRow, type PlaceRow } from './queries.ts'
import { TaxiCard } from './TaxiCard.tsx'
import { useAnchor } from './use-anchor.ts'
import styles from './TravelGuideScreen.module.css'

interface TravelGuideScreenProps {
  /** Id of the place whose taxi card is open. */
  taxi: string | undefined
  /** Closes the taxi card. */
  onCloseTaxi: () => void
}

/** The travel guide: all pages with places, map and table of contents. */
export function TravelGuideScreen({ taxi, onCloseTaxi }: TravelGuideScreenProps) {
  const { t } = useTranslation('pages')
  useDocumentTitle(t('title'))
  const pages = useQuery(pagesQuery())
  const places = useQuery(placesQuery())
  const tours = useQuery(toursQuery())
  // Renders all content at once, without what failed to load, so that nothing moves later.
  const isSettled = !places.isPending && !tours.isPending
  const place = places.data?.find(({ id }) => id === taxi)
  return (
    <Screen wide>
      <PageHeader title={t('title')} lead={t('lead')} />
      {pages.data && isSettled ? (
        <PullToRefresh onRefresh={() => Promise.all([pages.refetch(), places.refetch(), tours.refetch()])}>
          <Pages rows={pages.data} places={places.data ?? []} />
        </PullToRefresh>
      ) : (
        <LoadState failed={pages.isError} retry={() => void pages.refetch()} />
      )}
      {place && <TaxiCard place={place} onClose={onCloseTaxi} />}
    </Screen>
  )
}

function Pages({ rows, places }: { rows: readonly PageRow[]; places: readonly PlaceRow[] }) {
  const { t } = useTranslation('pages')
  useAnchor()
  if (rows.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />
  return (
    <>
      <EmergencyBar places={places} />
      <div className={styles.columns}>
        <TableOfContents rows={rows} />
        <div className={styles.pages}>
          {rows.map((row) => (
            <PageSection key={row.id} row={row} places={places} />
          ))}
        </div>
      </div>
    </>
  )
}
