import type { Locale } from '#contract/locale.ts'
import { exhibitorKinds } from '#contract/modules/exhibitor-kinds.ts'

/** Name of an area; the value itself when a newer server has one that this app does not know. */
export function areaLabel(kind: string, locale: Locale): string {
  return exhibitorKinds.find(({ value }) => value === kind)?.label[locale] ?? kind
}

/** Number of the colour token of an area, as in the plan of the sample: each area has one of the tracks' colours. */
export function areaColour(kind: string): number {
  const colours = [1, 2, 3, 6, 9, 11] as const
  const at = exhibitorKinds.findIndex(({ value }) => value === kind)
  return colours[at] ?? 11
}
