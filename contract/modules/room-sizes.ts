import type { EnumOption } from '../field-definition.ts'

/** Sizes of rooms for side meetings, in square metres. The values are those of the wire. */
export const roomSizes = [
  { value: '50-100', label: { 'zh-CN': '50–100平方米', en: '50–100 m²' } },
  { value: '100-150', label: { 'zh-CN': '100–150平方米', en: '100–150 m²' } },
  { value: '250', label: { 'zh-CN': '250平方米', en: '250 m²' } },
] as const satisfies readonly EnumOption[]

export type RoomSize = (typeof roomSizes)[number]['value']
