import type { TFunction } from 'i18next'
import { placeKinds } from '#contract/modules/place-kinds.ts'
import type { Localized } from '#contract/locale.ts'
import type { IconName } from '#ui/Icon.tsx'
import type { PlaceRow } from './queries.ts'

const kilometre = 1000

/** Formats `650 m`, `1.2 km`, `85 km`; undefined for the venue itself and without a distance. */
export function formatDistance(t: TFunction<'pages'>, metres: number | null | undefined): string {
  if (!metres) return ''
  if (metres < kilometre) return t('metres', { count: metres })
  const value = metres < 10 * kilometre ? Math.round(metres / 100) / 10 : Math.round(metres / kilometre)
  return t('kilometres', { value })
}

/** Returns the label of a kind; undefined for an unknown one. */
export const getKindLabel = (kind: string): Localized | undefined =>
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

/** Tells whether a taxi can go there, by Chinese address or name. Help desks inside the venue are reached on foot. */
export const isDestination = ({ kind }: Pick<PlaceRow, 'kind'>): boolean =>
  kind !== 'emergency' && kind !== 'help'

/** Formats a number as a `tel:` URL, without spaces and punctuation. */
export const toDialString = (phone: string): string => `tel:${phone.replaceAll(/[^+0-9]/g, '')}`
