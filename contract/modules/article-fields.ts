import { articleNumberLength, articleNumberPattern } from '../articles.ts'
import { f } from '../fields.ts'

/** Fields that news, documents and other numbered articles share. */
export const articleFields = {
  /**
   * Number in URLs, unique over all kinds of articles; leading zeros count. The server creates it, or an import copies it
   * from the previous site, so that shared URLs stay valid.
   */
  no: f.string({
    label: { 'zh-CN': '编号', en: 'Number' },
    required: true,
    max: articleNumberLength,
    pattern: articleNumberPattern,
    unique: true,
    surfaces: { form: false },
  }),
  category: f.relation('article_category', { label: { 'zh-CN': '栏目', en: 'Category' }, search: ['name'] }),
  title: f.string({
    label: { 'zh-CN': '标题', en: 'Title' },
    localized: true,
    required: true,
    max: 300,
    searchable: true,
  }),
  summary: f.string({
    label: { 'zh-CN': '摘要', en: 'Summary' },
    localized: true,
    max: 600,
    searchable: true,
  }),
  published_at: f.datetime({ label: { 'zh-CN': '发布时间', en: 'Published' }, required: true }),
  status: f.enum({
    label: { 'zh-CN': '状态', en: 'Status' },
    required: true,
    typeCode: 'article_status',
    default: 'draft',
    options: [
      { value: 'draft', label: { 'zh-CN': '草稿', en: 'Draft' } },
      { value: 'published', label: { 'zh-CN': '已发布', en: 'Published' } },
    ],
  }),
}
