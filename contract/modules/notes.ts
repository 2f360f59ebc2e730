import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { ownerField } from './owner-field.ts'

/** What a person wrote down for themselves at a session. Nobody else reads it, organisers included. */
export const notes = defineModule({
  name: 'notes',
  label: { 'zh-CN': '笔记', en: 'Notes' },
  group: 'people',
  titleTemplate: '{{session}}',
  fields: {
    owner_id: ownerField,
    session: f.relation('sessions', {
      label: { 'zh-CN': '议程', en: 'Session' },
      required: true,
      search: ['title'],
    }),
    text: f.text({
      label: { 'zh-CN': '内容', en: 'Text' },
      required: true,
      max: 10_000,
      // Read with the agenda, offline too.
      surfaces: { list: true },
    }),
  },
  uniques: [{ fields: ['owner_id', 'session'], key: 'note.twice' }],
  defaultSorters: { updated_at: 'desc' },
  limits: { allRows: 5000 },
})
