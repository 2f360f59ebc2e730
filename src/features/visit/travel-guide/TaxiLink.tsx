import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { PlaceRow } from './queries.ts'

/** Opens the taxi card. A link, so that the phone's back button closes the card. */
export function TaxiLink({ place, name }: { place: PlaceRow; name: string }) {
  const { t } = useTranslation('pages')
  return (
    <Link
      to="/suzhou"
      search={{ taxi: place.id }}
      hash
      hashScrollIntoView={false}
      resetScroll={false}
      className={buttonClass('quiet')}
      aria-label={t('showDriverPlace', { name })}
    >
      <Icon name="taxi" size={20} /> {t('showDriver')}
    </Link>
  )
}
