import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeDialog, FullScreenDialog } from '#ui/FullScreenDialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { createZoom } from '#ui/zoom.ts'
import { ZoomArea } from '#ui/ZoomArea.tsx'
import type { MapLayout } from './map-places.ts'
import { MapSvg } from './MapSvg.tsx'
import styles from './FullScreenMap.module.css'

/** The map in full screen, to zoom and pan. */
export function FullScreenMap({ map, onClose }: { map: MapLayout; onClose: () => void }) {
  const { t } = useTranslation('pages')
  const common = useTranslation('common').t
  const [zoom] = useState(createZoom)
  return (
    <FullScreenDialog label={t('map.title')} onClose={onClose}>
      <div className={styles.view}>
        <button type="button" className={styles.close} aria-label={common('close')} onClick={closeDialog}>
          <Icon name="close" />
        </button>
        <ZoomArea zoom={zoom} label={t('map.title')} isTall>
          <MapSvg map={map} />
        </ZoomArea>
      </div>
    </FullScreenDialog>
  )
}
