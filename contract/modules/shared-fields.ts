import { maxArticleNumberLength, articleNumberPattern } from '../articles.ts'
import { f } from '../fields.ts'

/** Position in lists and name: the first fields of rooms, exhibitors and similar modules. */
export const namedFields = {
  position: f.integer({ label: { 'zh-CN': '序号', en: 'Position' }, required: true, min: 0 }),
  name: f.string({
    label: { 'zh-CN': '名称', en: 'Name' },
    localized: true,
    required: true,
    max: 200,
    searchable: true,
  }),
}

/** The account that owns the row. The server sets it, and no caller can change the owner. */
export const ownerField = f.string({
  label: { 'zh-CN': '账号', en: 'Account' },
  max: 64,
  surfaces: { list: false, form: false, import: false },
})

/** Fields that news, documents and other numbered articles share. */
export const articleFields = {
  /**
   * Number in URLs, unique over all kinds of articles; leading zeros count. The server creates it, or an import copies it
   * from the previous site, so that shared URLs stay valid.
   */
  no: f.string({
    label: { 'zh-CN': '编号', en: 'Number' },
    required: true,
    max: maxArticleNumberLength,
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
