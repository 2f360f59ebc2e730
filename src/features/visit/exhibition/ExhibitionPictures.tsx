import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { getFileUrl } from '#platform/api.ts'
import { useLocalized } from '#platform/locale.ts'
import { createZoom } from '#ui/zoom.ts'
import { ZoomArea } from '#ui/ZoomArea.tsx'
import { useCachedImages } from '#platform/prefetch.ts'
import styles from './HallPlan.module.css'
import { type ExhibitorRow, type HallRow, exhibitorsQuery, hallsQuery } from './queries.ts'
import logoStyles from './Logo.module.css'

/** Booth positions are stored in thousandths of the picture's width and height. */
const positionScale = 1000
/** Zoom at which booth numbers are legible on a phone. */
const closeUpZoom = 2

/** Plan of a hall with a marker on each booth that links to its exhibitor. The list has the same information. */
export function HallPlan({
  hall,
  rows,
  highlighted,
}: {
  hall: HallRow
  /** Exhibitors in the hall. */
  rows: readonly ExhibitorRow[]
  /** Exhibitors of `rows` with a prominent marker; all when absent. If it is a single one, the plan zooms in on it. */
  highlighted?: readonly ExhibitorRow[] | undefined
}) {
  const { t } = useTranslation('show')
  const pick = useLocalized()
  const [zoom] = useState(createZoom)
  const [pictureState, setPictureState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const singleRow = highlighted?.length === 1 ? highlighted[0] : undefined
  const [x, y] = [singleRow?.plan_x, singleRow?.plan_y]
  useEffect(() => {
    // The exhibitor may have no position: null, or undefined without a single exhibitor.
    if (pictureState === 'loaded' && x != null && y != null)
      zoom.centerOn({ x: x / positionScale, y: y / positionScale }, closeUpZoom)
  }, [pictureState, zoom, x, y])
  if (!hall.picture) return null
  const name = pick(hall.name).text
  return (
    <ZoomArea zoom={zoom} label={t('plan.label', { name })}>
      <img
        className={styles.picture}
        draggable={false}
        src={getFileUrl(hall.picture.no)}
        alt={t('plan.alt', { name })}
        onLoad={() => setPictureState('loaded')}
        onError={() => setPictureState('failed')}
      />
      {pictureState === 'failed' && <p className={styles.missing}>{t('plan.missing')}</p>}
      {pictureState === 'loaded' &&
        rows.map((row) => (
          <Mark
            key={row.id}
            row={row}
            isHighlighted={!highlighted || highlighted.includes(row)}
            isSingle={row === singleRow}
          />
        ))}
    </ZoomArea>
  )
}

/** Marker of a booth; none for an exhibitor without a position. Thousandths divided by 10 are per cent. */
function Mark({
  row,
  isHighlighted,
  isSingle,
}: {
  row: ExhibitorRow
  /** False for a pale marker. */
  isHighlighted: boolean
  /** True for the only highlighted exhibitor of the plan. */
  isSingle: boolean
}) {
  const pick = useLocalized()
  if (row.plan_x == null || row.plan_y == null) return null
  return (
    <Link
      to="/show/$exhibitorId"
      params={{ exhibitorId: row.id }}
      className={styles.mark}
      data-weak={!isHighlighted || undefined}
      data-only={isSingle || undefined}
      title={pick(row.name).text}
      aria-label={`${row.booth} ${pick(row.name).text}`}
      style={{ left: `${row.plan_x / 10}%`, top: `${row.plan_y / 10}%` }}
    >
      <span className={styles.booth}>{row.booth}</span>
    </Link>
  )
}

/**
 * Logo of an exhibitor on white, or else its booth number. Decorative.
 * @param size side in pixels: in the list, or on its page
 */
export function Logo({ row, size = 56 }: { row: ExhibitorRow; size?: 56 | 96 }) {
  return (
    <span className={logoStyles.logo} data-size={size} aria-hidden="true">
      {row.logo ? (
        <img src={getFileUrl(row.logo.no)} alt="" width={size} height={size} loading="lazy" />
      ) : (
        row.booth
      )}
    </span>
  )
}

/** Caches all plans and logos on the device, for offline use. */
export function useCachedPictures(): void {
  const { data: halls = [] } = useQuery(hallsQuery())
  const { data: exhibitors = [] } = useQuery(exhibitorsQuery())
  const pictures = [...halls.map(({ picture }) => picture), ...exhibitors.map(({ logo }) => logo)]
  useCachedImages(pictures.flatMap((picture) => (picture ? [getFileUrl(picture.no)] : [])))
}
