import { text } from './text.ts'

/** Categories of news and documents. */
export const categories = [
  { id: 'c-forum', position: 1, name: text('论坛动态', 'Forum news') },
  { id: 'c-notice', position: 2, name: text('通知公告', 'Notices') },
  { id: 'c-industry', position: 3, name: text('行业观察', 'Industry views') },
  { id: 'c-media', position: 4, name: text('媒体服务', 'For the press') },
  { id: 'c-guides', position: 5, name: text('参会指南', 'Guides') },
  { id: 'c-materials', position: 6, name: text('论坛资料', 'Forum papers') },
]
