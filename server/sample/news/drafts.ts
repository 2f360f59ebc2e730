import type { NewsItem } from './news-item.ts'
import { rich } from '../rich.ts'
import { text } from '../text.ts'

/** News that the organiser has not published: nobody else may see it. */
export const drafts: readonly NewsItem[] = [
  {
    no: '20230915',
    category: 'c-forum',
    publishedAt: '2023-09-15T09:00',
    title: text('下一届论坛征集议题', 'Call for topics for the next forum'),
    summary: text('征集通道拟于十月开放。', 'The call is to open in October.'),
    body: rich(
      '下一届论坛的议题征集拟于十月开放，欢迎提交分论坛主题和圆桌建议。',
      'The call for topics of the next forum is to open in October. Proposals for sub-forums and panels are welcome.',
    ),
  },
  {
    no: '20230918',
    category: 'c-notice',
    publishedAt: '2023-09-18T09:00',
    title: text('电子发票开具说明', 'How to obtain an electronic invoice'),
    summary: text(
      '边会费用的电子发票将发送至登记邮箱。',
      'Invoices for side meetings are sent to the registered address.',
    ),
    body: rich(
      '边会费用的电子发票将在到账后十个工作日内发送至登记邮箱，请核对抬头和税号。',
      'Electronic invoices for side meetings are sent within ten working days of payment. Please check the name and tax number.',
    ),
  },
  {
    no: '20230920',
    category: 'c-industry',
    publishedAt: '2023-09-20T09:00',
    title: text('综述：论坛上的十个数字', 'Review: ten numbers from the forum'),
    summary: text('编辑中，等待各项目方核对数据。', 'In editing; the projects are checking their figures.'),
    body: rich(
      '本文整理论坛期间公开的十个运行数据，正在等待各项目方核对。',
      'This review collects ten operating figures disclosed at the forum and is waiting for the projects to confirm them.',
    ),
  },
]
