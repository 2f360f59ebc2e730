import type { EnumOption } from '../field-definition.ts'

/** What a place is to somebody who comes to the forum. */
export const placeKinds = [
  { value: 'venue', label: { 'zh-CN': '会场', en: 'Venue' } },
  { value: 'hotel', label: { 'zh-CN': '酒店', en: 'Hotel' } },
  { value: 'airport', label: { 'zh-CN': '机场', en: 'Airport' } },
  { value: 'high_speed_rail', label: { 'zh-CN': '高铁站', en: 'High-speed rail station' } },
  { value: 'railway', label: { 'zh-CN': '火车站', en: 'Railway station' } },
  { value: 'metro', label: { 'zh-CN': '地铁站', en: 'Metro station' } },
  /** Help at the venue: first aid, lost property. */
  { value: 'help', label: { 'zh-CN': '现场求助', en: 'Help on site' } },
  /** A number to call; nobody goes there. */
  { value: 'emergency', label: { 'zh-CN': '紧急电话', en: 'Emergency number' } },
] as const satisfies readonly EnumOption[]

export type PlaceKind = (typeof placeKinds)[number]['value']
