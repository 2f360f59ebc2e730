import { useMemo, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { layOutMap } from './map-places.ts'
import { MapSvg } from './MapSvg.tsx'
import { FullScreenMap } from './FullScreenMap.tsx'
import { formatDistance, getKindIcon } from './place-format.ts'
import type { PlaceRow } from './queries.ts'
import styles from './TownMap.module.css'

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
              <span className={number === 0 ? styles.current : styles.number}>
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
