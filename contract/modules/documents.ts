import { f } from '../fields.ts'
import { presentationRules } from '../file-kinds.ts'
import { defineModule } from '../module-definition.ts'
import { articleFields } from './shared-fields.ts'
import { documentLanguages } from './document-languages.ts'

/** Files to download. */
export const documents = defineModule({
  name: 'documents',
  label: { 'zh-CN': '资料', en: 'Documents' },
  group: 'content',
  titleTemplate: '{{title}}',
  fields: {
    ...articleFields,
    /** Whether the home page also shows it under hot documents. */
    is_hot: f.boolean({ label: { 'zh-CN': '热门', en: 'Hot' }, required: true, default: false }),
    language: f.enum({
      label: { 'zh-CN': '语言', en: 'Language' },
      typeCode: 'document_language',
      options: documentLanguages,
    }),
    /** Whether only signed-in users may download the file. Everybody sees the document in lists. */
    needs_sign_in: f.boolean({
      label: { 'zh-CN': '登录后下载', en: 'Sign-in to download' },
      required: true,
      default: false,
      sortable: false,
      filterable: false,
    }),
    file: f.file({
      label: { 'zh-CN': '文件', en: 'File' },
      required: true,
      accept: { ...presentationRules, kinds: ['pdf', 'docx', 'pptx'] },
    }),
  },
  published: [{ param: 'status', op: 'eq', value: 'published' }],
  publishedFrom: 'published_at',
  defaultSorters: { published_at: 'desc' },
  search: { group: 'documents', excerpt: ['summary'], shows: ['no', 'published_at', 'file'] },
})
