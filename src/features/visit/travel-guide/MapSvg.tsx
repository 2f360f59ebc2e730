import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { mapRadius, type MapLayout, type MapMark } from './map-places.ts'
import styles from './MapSvg.module.css'

/** Radius of a marker, in SVG units. */
const markRadius = 13

/** The map as an SVG in the colours of the page, so that it fits the dark theme. Its places are listed below it. */
export function MapSvg({ map }: { map: MapLayout }) {
  const { t } = useTranslation('pages')
  const clipId = useId()
  const side = 2 * mapRadius
  return (
    <svg
      className={styles.map}
      viewBox={`${-mapRadius} ${-mapRadius} ${side} ${side}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image file could not use the page's colours
      role="img"
      aria-label={t('map.label', { count: map.marks.length })}
    >
      <clipPath id={clipId}>
        <circle r={mapRadius - 2} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <circle className={styles.ground} r={mapRadius} />
        <path className={styles.river} d={map.background.river} />
        {map.background.lakes.map(({ name, path }) => (
          <path key={name} className={styles.water} d={path} />
        ))}
        {map.rings.map(({ km, radius }) => (
          <circle key={km} className={styles.ring} r={radius} />
        ))}
        {map.background.railways.map((path) => (
          <path key={path} className={styles.railway} d={path} />
        ))}
        {map.background.lakes.map(({ name, label }) => (
          <text key={name} className={styles.waterName} x={label.x} y={label.y}>
            {t(`map.${name}`)}
          </text>
        ))}
        <text className={styles.waterName} x={map.background.riverLabel.x} y={map.background.riverLabel.y}>
          {t('map.yangtze')}
        </text>
        {map.rings.map(({ km, radius }) => (
          <text key={km} className={styles.ringName} x={0} y={radius - 4}>
            {t('kilometres', { value: km })}
          </text>
        ))}
      </g>
      {map.marks.toReversed().map((mark) => (
        <Mark key={mark.place.id} mark={mark} />
      ))}
    </svg>
  )
}

function Mark({ mark: { number, at } }: { mark: MapMark }) {
  if (number === 0)
    return (
      <g className={styles.venue}>
        <circle r={markRadius + 2} />
        <path d="M-7 4h14M-5.500 4v-6h11v6M-7-2 0-8l7 6M0 4v-3" />
      </g>
    )
  return (
    <g className={styles.mark} transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}>
      <circle r={markRadius} />
      <text>{number}</text>
    </g>
  )
}
