import type { TFunction } from 'i18next'
import { placeKinds } from '#contract/modules/place-kinds.ts'
import type { Localized } from '#contract/locale.ts'
import type { IconName } from '#ui/Icon.tsx'
import type { PlaceRow } from './queries.ts'

/** A kilometre in metres. */
const kilometre = 1000

/** Formats `650 m`, `1.2 km`, `85 km`; empty for the venue itself (0) and without a distance. */
export function formatDistance(t: TFunction<'pages'>, metres: number | null | undefined): string {
  if (!metres) return ''
  if (metres < kilometre) return t('metres', { count: metres })
  // One decimal below 10 km, none above.
  const kilometres = metres < 10 * kilometre ? Math.round(metres / 100) / 10 : Math.round(metres / kilometre)
  return t('kilometres', { value: kilometres })
}

/** Returns the label of a kind; undefined for an unknown one. */
export const getKindLabel = (kind: string): Localized | undefined =>
  placeKinds.find(({ value }) => value === kind)?.label

/** Icons by kind of place; other kinds have a pin. */
const icons: Readonly<Record<string, IconName>> = {
  venue: 'show',
  hotel: 'hotel',
  airport: 'plane',
  high_speed_rail: 'train',
  railway: 'train',
  metro: 'train',
  help: 'firstAid',
}

/** Returns the icon of a kind of place. */
export const getKindIcon = (kind: string): IconName => icons[kind] ?? 'place'

/** Returns whether a taxi can go to a place. Emergency numbers have no location; help desks are inside the venue. */
export const isDestination = ({ kind }: Pick<PlaceRow, 'kind'>): boolean =>
  kind !== 'emergency' && kind !== 'help'

/** Formats a number as a `tel:` URL, without spaces and punctuation. */
export const toTelUrl = (phone: string): string => `tel:${phone.replaceAll(/[^+0-9]/g, '')}`
