import { f } from '#contract/fields.ts'
import { defineModule } from '#contract/module-definition.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { label, options } from './form-fields.ts'

/** Ordered differently by value than by label in either language. */
const colours = [
  { value: 'red', label: { 'zh-CN': '红色', en: 'Ruby' } },
  { value: 'green', label: { 'zh-CN': '绿色', en: 'emerald' } },
  { value: 'blue', label: { 'zh-CN': '蓝色', en: 'Navy' } },
]

/** A module of tests: every type of field, localized ones, and relations to another module. */
export const exhibits = defineModule({
  name: 'test_exhibits',
  label: label('Exhibits'),
  group: 'content',
  titleTemplate: '{{name}} {{code}}',
  fields: {
    name: f.string({ label: label('Name'), localized: true, required: true, searchable: true }),
    code: f.string({ label: label('Code') }),
    story: f.text({ label: label('Story'), localized: true, searchable: true }),
    page: f.richtext({ label: label('Page'), localized: true, searchable: true }),
    seats: f.integer({ label: label('Seats'), min: 0 }),
    price: f.decimal({ label: label('Price') }),
    is_open: f.boolean({ label: label('Open') }),
    opens_on: f.date({ label: label('Opens on') }),
    opens_time: f.time({ label: label('Opens at') }),
    built_at: f.datetime({ label: label('Built') }),
    mail: f.email({ label: label('Mail') }),
    phone: f.phone({ label: label('Phone') }),
    site: f.url({ label: label('Site') }),
    passport: f.id_number({ label: label('Passport') }),
    colour: f.enum({ label: label('Colour'), typeCode: 'colour', options: colours }),
    colours: f.enum_set({ label: label('Colours'), typeCode: 'colours', options: colours }),
    guests: f.list(f.string({ label: label('Guest') }), { label: label('Guests') }),
    extra: f.json({ label: label('Extra') }),
    plan: f.file({ label: label('Plan') }),
    photo: f.image({ label: label('Photo') }),
    hall: f.relation('test_halls', { label: label('Hall'), search: ['name'] }),
    halls: f.relations('test_halls', { label: label('Halls') }),
    initials: f.computed({ label: label('Initials'), from: { by: 'pinyin_initials', field: 'name' } }),
    secret: f.string({ label: label('Secret') }),
    secret_hall: f.relation('test_halls', { label: label('Secret hall') }),
    state: f.enum({
      label: label('State'),
      required: true,
      typeCode: 'state',
      default: 'draft',
      options: options('draft', 'shown'),
    }),
  },
  published: [{ param: 'state', value: 'shown' }],
  defaultSorters: { name: 'asc' },
  presets: [
    { name: 'open', label: label('Open'), filters: [{ param: 'is_open', value: true }], sorters: {} },
    { name: 'hidden', label: label('Hidden'), filters: [{ param: 'secret', value: 'x' }], sorters: {} },
  ],
  limits: { allRows: 200 },
  search: { group: 'exhibits', excerpt: ['story', 'secret'], shows: ['code', 'secret', 'passport'] },
})

/** The module that relations of {@link exhibits} refer to. */
export const halls = defineModule({
  name: 'test_halls',
  label: label('Halls'),
  group: 'content',
  titleTemplate: '{{name}}',
  fields: { name: f.string({ label: label('Name'), localized: true, required: true, searchable: true }) },
})

/** A module that is not public. */
export const ledgers = defineModule({
  name: 'test_ledgers',
  label: label('Ledgers'),
  group: 'system',
  titleTemplate: '{{id}}',
  fields: { note: f.string({ label: label('Note'), searchable: true }) },
  search: { group: 'ledgers' },
})

/** A public module with a relation to a module that is not. */
export const receipts = defineModule({
  name: 'test_receipts',
  label: label('Receipts'),
  group: 'content',
  titleTemplate: '{{id}}',
  fields: { ledger: f.relation('test_ledgers', { label: label('Ledger') }) },
})

const open = ['name', 'code', 'story', 'page', 'seats', 'price', 'is_open', 'opens_on', 'opens_time'] as const
const more = ['built_at', 'mail', 'phone', 'site', 'colour', 'colours', 'guests', 'extra', 'plan'] as const
const last = ['photo', 'hall', 'halls', 'initials', 'state'] as const

export const exhibitsServer = serverModule(exhibits, {
  permissions: {
    anonymous: allow('list read')
      .fields([...open, ...more, ...last, 'passport'])
      .masked(['passport']),
    participant: allow('list read export').fields([...open, ...last]),
    staff: allow('list read export').masked(['secret']),
    organiser: allow('list read drafts'),
  },
})

const all = allow('list read')

export const hallsServer = serverModule(halls, {
  permissions: { anonymous: all, participant: all, staff: all, organiser: all },
})

export const ledgersServer = serverModule(ledgers, { permissions: { organiser: allow('list read') } })

export const receiptsServer = serverModule(receipts, {
  permissions: { anonymous: allow('list read'), organiser: allow('list read') },
})
