import type { Localized } from '#contract/locale.ts'
import { forumInstant } from './programme.ts'
import { text } from './text.ts'

/** A document and where its file is. */
export interface SampleDocument {
  row: {
    id: string
    no: string
    category: string
    title: Localized
    summary: Localized
    published_at: string
    status: 'published'
    is_hot: boolean
    language: 'both'
    needs_sign_in: boolean
  }
  /** Name in the folder `files`, which keeps to ASCII for every file system. */
  fileName: string
  /** Name under which people save it. */
  downloadName: string
}

const hot = true
const signIn = true

/** Documents to download; their files are made by scripts/make-sample-files.ts. */
export const documents: readonly SampleDocument[] = [
  document('D001', 'handbook.pdf', {
    category: 'c-guides',
    publishedAt: '2023-08-20T09:00',
    title: text('参会手册', 'Forum handbook'),
    summary: text('报到、入场、同传、用餐与安全须知。', 'Arrival, entry, interpretation, meals and safety.'),
    hot,
  }),
  document('D002', 'agenda-at-a-glance.pdf', {
    category: 'c-guides',
    publishedAt: '2023-08-20T09:10',
    title: text('日程一览', 'Agenda at a glance'),
    summary: text(
      '三天安排一目了然，适合打印随身携带。',
      'Three days on two pages, for printing and taking along.',
    ),
    hot,
  }),
  document('D003', 'venue-map.pdf', {
    category: 'c-guides',
    publishedAt: '2023-08-20T09:20',
    title: text('场馆示意图', 'Venue map'),
    summary: text('各楼层会场、座位数与乘车点。', 'Rooms of every floor, seats and coach bays.'),
    hot,
  }),
  document('D004', 'traffic-guide.pdf', {
    category: 'c-guides',
    publishedAt: '2023-08-18T09:00',
    title: text('交通指南', 'Getting to the venue'),
    summary: text(
      '机场、火车站、地铁、班车与停车。',
      'Airports, railway stations, metro, shuttles and parking.',
    ),
    hot,
  }),
  document('D005', 'hotel-guide.pdf', {
    category: 'c-guides',
    publishedAt: '2023-07-20T09:00',
    title: text('酒店指南', 'Hotel guide'),
    summary: text('推荐酒店、协议价与预订办法。', 'Recommended hotels, forum rates and how to book.'),
  }),
  document('D006', 'speakers-guide.pdf', {
    category: 'c-materials',
    publishedAt: '2023-08-01T09:00',
    title: text('演讲嘉宾指南', 'Speakers’ guide'),
    summary: text('资料提交、试讲与现场安排。', 'Materials, rehearsal and procedure on site.'),
    signIn,
  }),
  document('D007', 'exhibitors-manual.pdf', {
    category: 'c-materials',
    publishedAt: '2023-07-05T09:00',
    title: text('参展商手册', 'Exhibitors’ manual'),
    summary: text(
      '布展、展出、撤展时间与展位规定。',
      'Set-up, opening and dismantling times, and rules for booths.',
    ),
  }),
  document('D008', 'media-kit.pdf', {
    category: 'c-media',
    publishedAt: '2023-08-18T14:00',
    title: text('媒体资料包', 'Media kit'),
    summary: text('论坛概况、采访安排与使用须知。', 'Facts about the forum, interviews and terms of use.'),
  }),
  document('D009', 'sponsorship.pdf', {
    category: 'c-materials',
    publishedAt: '2023-07-01T09:00',
    title: text('赞助方案', 'Sponsorship'),
    summary: text('合作等级、权益与申请办法。', 'Levels, benefits and how to apply.'),
  }),
  document('D010', 'white-paper.pdf', {
    category: 'c-materials',
    publishedAt: '2023-09-05T10:30',
    title: text('能源转型白皮书（摘要）', 'Energy transition white paper: summary'),
    summary: text('趋势、判断与建议。', 'Trend, findings and recommendations.'),
    hot,
  }),
  document('D011', 'side-meeting-guide.pdf', {
    category: 'c-guides',
    publishedAt: '2023-07-25T15:00',
    title: text('边会申请指南', 'Side-meeting guide'),
    summary: text('会议室规格、费用与申请流程。', 'Rooms, prices and procedure.'),
  }),
  document('D012', 'presentation-template.pptx', {
    category: 'c-materials',
    publishedAt: '2023-08-01T09:10',
    title: text('演示文稿模板', 'Presentation template'),
    summary: text('16:9版式，含封面、正文与结束页。', 'Format 16:9, with cover, text and closing slides.'),
  }),
]

interface DocumentDetails {
  category: string
  /** Local time at the forum. */
  publishedAt: string
  title: Localized
  summary: Localized
  hot?: boolean
  signIn?: boolean
}

function document(
  no: string,
  fileName: string,
  { category, publishedAt, title, summary, hot = false, signIn = false }: DocumentDetails,
): SampleDocument {
  const row = {
    id: `d-${no}`,
    no,
    category,
    title,
    summary,
    published_at: forumInstant(publishedAt),
    status: 'published',
    is_hot: hot,
    // The files are written in Chinese first, with the English below.
    language: 'both',
    needs_sign_in: signIn,
  } as const
  const extension = fileName.slice(fileName.lastIndexOf('.'))
  return { row, fileName, downloadName: `${title['zh-CN']}${extension}` }
}
