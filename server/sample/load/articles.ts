import { subForums } from '#contract/forum.ts'
import type { Localized } from '#contract/locale.ts'
import { toInstant } from '#contract/time.ts'
import type { RowToWrite } from '#server/engine/write/write-rows.ts'
import { forumInstant } from '../programme.ts'
import { rich } from '../rich.ts'
import { text } from '../text.ts'
import { pick } from './pick.ts'

/** What happened, where, and in what form: every article is one of each. */
const subjects: readonly Localized[] = [
  text('并网规模再创新高', 'New record of connected capacity'),
  text('示范工程通过验收', 'Pilot project accepted'),
  text('技术标准公开征求意见', 'Technical standard open for comment'),
  text('首批设备完成安装', 'First equipment installed'),
  text('年度运行数据发布', 'Annual operating data published'),
  text('联合实验室揭牌', 'Joint laboratory opened'),
  text('试点范围进一步扩大', 'Pilot extended to more places'),
]
const regions: readonly Localized[] = [
  text('华东', 'East China'),
  text('华北', 'North China'),
  text('华南', 'South China'),
  text('华中', 'Central China'),
  text('西北', 'North-west China'),
  text('西南', 'South-west China'),
  text('东北', 'North-east China'),
]

const firstDay = forumInstant('2021-01-01T08:00')
const hourMs = 3_600_000
/** Some 1,000 days before the forum, in hours; a prime, so that hours and numbers do not go in step. */
const spreadHours = 23_993

/** The article of a number from 0 on, published, of one of the categories when there are any. */
export function toArticle(index: number, categoryIds: readonly string[]): RowToWrite {
  const title = titleOf(index)
  const summary = summaryOf(index)
  return {
    id: `load-n-${index + 1}`,
    no: `L${String(index + 1).padStart(7, '0')}`,
    category: categoryIds.length > 0 ? pick(categoryIds, index) : null,
    title,
    summary,
    published_at: toInstant(Date.parse(firstDay) + ((index * 7919) % spreadHours) * hourMs),
    status: 'published',
    body: rich(`${summary['zh-CN']}\n\n${title['zh-CN']}。`, `${summary.en}\n\n${title.en}.`),
  }
}

function titleOf(index: number): Localized {
  const { topic, region } = placeOf(index)
  const subject = pick(subjects, Math.floor(index / (subForums.length * regions.length)))
  return text(
    `${region['zh-CN']}${topic['zh-CN']}：${subject['zh-CN']}（第${index + 1}期）`,
    `${topic.en} in ${region.en}: ${lowerFirst(subject.en)} (no. ${index + 1})`,
  )
}

function summaryOf(index: number): Localized {
  const { topic, region } = placeOf(index)
  return text(
    `${region['zh-CN']}地区${topic['zh-CN']}领域近期进展。`,
    `Recent progress in ${lowerFirst(topic.en)} in ${region.en}.`,
  )
}

function placeOf(index: number): { topic: Localized; region: Localized } {
  return {
    topic: pick(subForums, index).name,
    region: pick(regions, Math.floor(index / subForums.length)),
  }
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
