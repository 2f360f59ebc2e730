import { subForums } from '../contract/forum.ts'

/** What the volume articles say besides the sub-forum: places, events, and words that stand in every one of them. */
const places = ['华东', '华北', '西南', 'East', 'North', 'South-west']
const events = ['新高', '验收', '设备', '实验室', '标准', 'record', 'pilot', 'equipment', 'lab']
const everywhere = ['近期进展', '领域', '第', 'recent', 'progress', 'no', '能']
const nowhere = ['量子纠缠', 'zebra', 'ßtraße', '龘']

/**
 * What people type, no two alike: whole names of sub-forums and beginnings of them as they are typed, single
 * characters, two and three words in either language, numbers of one article, words of every article, words of none.
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
