import { f } from '../fields.ts'
import { defineModule } from '../module-definition.ts'
import { ownerField } from './shared-fields.ts'

/** Notes that users write at a session. Only their author reads them, not even organisers. */
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
