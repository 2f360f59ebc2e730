import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Texts of the cards, translated once for a whole list. */
export interface CardLabels {
  now: string
  cancelled: string
  overlap: string
  noRoom: string
  star: string
}

export function useCardLabels(): CardLabels {
  const { t } = useTranslation('agenda')
  const { t: tFavourites } = useTranslation('favourites')
  return useMemo(
    () => ({
      now: t('now'),
      cancelled: t('cancelled'),
      overlap: t('clash'),
      noRoom: t('no_room'),
      star: tFavourites('star'),
    }),
    [t, tFavourites],
  )
}
