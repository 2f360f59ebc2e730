import type { Locale } from '#contract/locale.ts'
import { exhibitorKinds } from '#contract/modules/exhibitor-kinds.ts'

/** Returns the name of an area; the value itself when the server is newer than this app. */
export function getAreaLabel(kind: string, locale: Locale): string {
  return exhibitorKinds.find(({ value }) => value === kind)?.label[locale] ?? kind
}

/** Returns the number of an area's colour token, one of the track colours. */
export function getAreaColour(kind: string): number {
  const colours = [1, 2, 3, 6, 9, 11] as const
  const index = exhibitorKinds.findIndex(({ value }) => value === kind)
  return colours[index] ?? 11
}
