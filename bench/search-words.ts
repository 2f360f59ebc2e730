import { subForums } from '../contract/forum.ts'

/** Terms of the volume articles besides the sub-forum: places, events, and terms of every article. */
const places = ['华东', '华北', '西南', 'East', 'North', 'South-west']
const events = ['新高', '验收', '设备', '实验室', '标准', 'record', 'pilot', 'equipment', 'lab']
const everywhere = ['近期进展', '领域', '第', 'recent', 'progress', 'no', '能']
const nowhere = ['量子纠缠', 'zebra', 'ßtraße', '龘']

/**
 * Returns different typical queries: names of sub-forums and their beginnings, single characters, two and three terms
 * in either language, numbers of one article, terms of every article, and terms of none.
 */
export function searchWords(): string[] {
  const names = subForums.flatMap(({ name }) => [name['zh-CN'], ...name.en.split(' ')])
  const beginnings = names.flatMap((name) => [1, 2, 3, 4].map((length) => name.slice(0, length)))
  const inside = subForums.flatMap(({ name }) => [name['zh-CN'].slice(1, 3), name['zh-CN'].slice(-2)])
  const parts = [...names, ...inside, ...everywhere]
  const pairs = parts.flatMap((part, at) => [
    `${part} ${places[at % places.length]}`,
    `${events[at % events.length]} ${part}`,
    `${places[(at + 1) % places.length]} ${part} ${events[(at + 3) % events.length]}`,
  ])
  const numbers = Array.from({ length: 60 }, (_, at) => String(at * 163 + 7))
  return [...new Set([...parts, ...beginnings, ...pairs, ...places, ...events, ...numbers, ...nowhere])]
}
