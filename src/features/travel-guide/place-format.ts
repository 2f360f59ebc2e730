import type { TFunction } from 'i18next'
import { placeKinds } from '#contract/modules/place-kinds.ts'
import type { Localized } from '#contract/locale.ts'
import type { IconName } from '#ui/Icon.tsx'
import type { PlaceRow } from './queries.ts'

const kilometre = 1000

/** `650 m`, `1.2 km`, `85 km`; nothing for the venue itself and for places without a distance. */
export function formatDistance(t: TFunction<'pages'>, metres: number | null | undefined): string {
  if (!metres) return ''
  if (metres < kilometre) return t('metres', { count: metres })
  const value = metres < 10 * kilometre ? Math.round(metres / 100) / 10 : Math.round(metres / kilometre)
  return t('kilometres', { value })
}

/** The name of a kind; nothing for one that this version does not know. */
export const kindLabel = (kind: string): Localized | undefined =>
  placeKinds.find(({ value }) => value === kind)?.label

const icons: Readonly<Record<string, IconName>> = {
  venue: 'show',
  hotel: 'hotel',
  airport: 'plane',
  high_speed_rail: 'train',
  railway: 'train',
  metro: 'train',
  help: 'firstAid',
}

export const kindIcon = (kind: string): IconName => icons[kind] ?? 'place'

/** Whether a driver can be sent there: by the Chinese address, or by the name alone. Help inside the venue is on foot. */
export const isDestination = ({ kind }: Pick<PlaceRow, 'kind'>): boolean =>
  kind !== 'emergency' && kind !== 'help'

/** What a phone dials: the number without blanks and marks. */
export const toDialString = (phone: string): string => `tel:${phone.replaceAll(/[^+0-9]/g, '')}`
