import type { EnumOption } from '../field-definition.ts'

/**
 * Where people arrive: two airports, a high-speed rail station and a railway station. Suzhou has no
 * airport of its own; these two are the nearest.
 */
export const arriveStations = [
  {
    value: 'hongqiao_airport',
    label: { 'zh-CN': '上海虹桥国际机场', en: 'Shanghai Hongqiao International Airport' },
  },
  {
    value: 'shuofang_airport',
    label: { 'zh-CN': '苏南硕放国际机场', en: 'Sunan Shuofang International Airport' },
  },
  {
    value: 'suzhou_north_station',
    label: { 'zh-CN': '苏州北站（高铁）', en: 'Suzhou North (high-speed rail)' },
  },
  { value: 'suzhou_station', label: { 'zh-CN': '苏州站', en: 'Suzhou Railway Station' } },
] as const satisfies readonly EnumOption[]

type ArriveStation = (typeof arriveStations)[number]['value']

/** Those of flights. */
export const airports: readonly ArriveStation[] = ['hongqiao_airport', 'shuofang_airport']

/** Those of trains. */
export const railwayStations: readonly ArriveStation[] = ['suzhou_north_station', 'suzhou_station']
