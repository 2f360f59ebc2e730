import { useMemo, useState, useId } from 'react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { closeDialog, FullScreenDialog } from '#ui/FullScreenDialog.tsx'
import { createZoom } from '#ui/zoom.ts'
import { ZoomArea } from '#ui/ZoomArea.tsx'
import { layOutMap, type MapLayout, mapRadius, type MapMark } from './map-places.ts'
import { formatDistance, getKindIcon } from './place-format.ts'
import type { PlaceRow } from './queries.ts'
import styles from './TownMap.module.css'
import fullScreenMapStyles from './FullScreenMap.module.css'
import mapSvgStyles from './MapSvg.module.css'

/** Map of the places around the venue: numbered markers, their names, and a full-screen view. */
export function TownMap({ places }: { places: readonly PlaceRow[] }) {
  const { t } = useTranslation('pages')
  const pick = useLocalized()
  const [isLarge, setLarge] = useState(false)
  const map = useMemo(() => layOutMap(places), [places])
  if (!map) return null
  return (
    <figure className={styles.map}>
      <div className={styles.paper}>
        <MapSvg map={map} />
        <Button className={styles.enlarge} onClick={() => setLarge(true)}>
          <Icon name="expand" size={20} /> {t('map.enlarge')}
        </Button>
      </div>
      <figcaption className={styles.hint}>{t('map.hint')}</figcaption>
      <ol className={styles.legend}>
        {map.marks.map(({ place, number }) => (
          <li key={place.id}>
            <Link
              to="/suzhou"
              search={{ taxi: place.id }}
              hash
              hashScrollIntoView={false}
              resetScroll={false}
              className={styles.entry}
            >
              <span className={number === 0 ? styles.venue : styles.number}>
                {number === 0 ? <Icon name={getKindIcon(place.kind)} size={16} /> : number}
              </span>
              <span className={styles.name}>{pick(place.name).text}</span>
              <span className={styles.distance}>{formatDistance(t, place.distance_m)}</span>
            </Link>
          </li>
        ))}
      </ol>
      {isLarge && <FullScreenMap map={map} onClose={() => setLarge(false)} />}
    </figure>
  )
}

/** The map in full screen, to zoom and pan. @param onClose called when the dialog has closed */
function FullScreenMap({ map, onClose }: { map: MapLayout; onClose: () => void }) {
  const { t } = useTranslation('pages')
  const common = useTranslation('common').t
  const [zoom] = useState(createZoom)
  return (
    <FullScreenDialog label={t('map.title')} onClose={onClose}>
      <div className={fullScreenMapStyles.view}>
        <button
          type="button"
          className={fullScreenMapStyles.close}
          aria-label={common('close')}
          onClick={closeDialog}
        >
          <Icon name="close" />
        </button>
        <ZoomArea zoom={zoom} label={t('map.title')} isTall>
          <MapSvg map={map} />
        </ZoomArea>
      </div>
    </FullScreenDialog>
  )
}

/** Radius of a marker, in SVG units. The coordinates of the venue's sign below are of the same units. */
const markRadius = 13

/** The map as an SVG in the colours of the page, so that it fits the dark theme. Its places are listed below it. */
function MapSvg({ map }: { map: MapLayout }) {
  const { t } = useTranslation('pages')
  const clipId = useId()
  const side = 2 * mapRadius
  return (
    <svg
      className={mapSvgStyles.map}
      viewBox={`${-mapRadius} ${-mapRadius} ${side} ${side}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image file could not use the page's colours
      role="img"
      aria-label={t('map.label', { count: map.marks.length })}
    >
      <clipPath id={clipId}>
        <circle r={mapRadius - 2} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <circle className={mapSvgStyles.ground} r={mapRadius} />
        <path className={mapSvgStyles.river} d={map.background.river} />
        {map.background.lakes.map(({ name, path }) => (
          <path key={name} className={mapSvgStyles.water} d={path} />
        ))}
        {map.rings.map(({ km, radius }) => (
          <circle key={km} className={mapSvgStyles.ring} r={radius} />
        ))}
        {map.background.railways.map((path) => (
          <path key={path} className={mapSvgStyles.railway} d={path} />
        ))}
        {map.background.lakes.map(({ name, label }) => (
          <text key={name} className={mapSvgStyles.waterName} x={label.x} y={label.y}>
            {t(`map.${name}`)}
          </text>
        ))}
        <text
          className={mapSvgStyles.waterName}
          x={map.background.riverLabel.x}
          y={map.background.riverLabel.y}
        >
          {t('map.yangtze')}
        </text>
        {map.rings.map(({ km, radius }) => (
          <text key={km} className={mapSvgStyles.ringName} x={0} y={radius - 4}>
            {t('kilometres', { value: km })}
          </text>
        ))}
      </g>
      {/* The venue is drawn last, above the others. */}
      {map.marks.toReversed().map((mark) => (
        <Mark key={mark.place.id} mark={mark} />
      ))}
    </svg>
  )
}

/** A marker: the venue's sign in the centre, or a numbered circle. */
function Mark({ mark: { number, at } }: { mark: MapMark }) {
  if (number === 0)
    return (
      <g className={mapSvgStyles.venue}>
        <circle r={markRadius + 2} />
        <path d="M-7 4h14M-5.500 4v-6h11v6M-7-2 0-8l7 6M0 4v-3" />
      </g>
    )
  return (
    <g className={mapSvgStyles.mark} transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}>
      <circle r={markRadius} />
      <text>{number}</text>
    </g>
  )
}
