import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { documents } from './documents.ts'
import { exhibitors } from './exhibitors.ts'
import { informations } from './informations.ts'
import { ownerField } from './shared-fields.ts'
import { qa } from './qa.ts'
import { sessions } from './sessions.ts'
import { speakers } from './speakers.ts'

/** Modules whose rows can be marked with the star. */
export const starrableModules = [sessions, speakers, informations, documents, qa, exhibitors] as const

/** Rows that users marked with the star. Each user sees only their own. */
export const favourites = defineModule({
  name: 'favourites',
  label: { 'zh-CN': '收藏', en: 'Favourites' },
  group: 'people',
  titleTemplate: '{{item_module}} · {{item_id}}',
  fields: {
    owner_id: ownerField,
    item_module: f.enum({
      label: { 'zh-CN': '模块', en: 'Module' },
      required: true,
      typeCode: 'favourite_module',
      options: starrableModules.map(({ name, label }) => ({ value: name, label })),
    }),
    /** Id of the row in the module `item_module`. */
    item_id: f.string({ label: { 'zh-CN': '条目', en: 'Item' }, required: true, max: 64 }),
  },
  uniques: [{ fields: ['owner_id', 'item_module', 'item_id'], key: 'favourite.twice' }],
  // All stars of a user are loaded in one call.
  limits: { allRows: 5000 },
})
