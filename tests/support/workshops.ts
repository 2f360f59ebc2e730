import { is, isPresent, isOneOf, visibleAndRequiredWhen, overlapping } from '#contract/conditions.ts'
import { f } from '#contract/fields.ts'
import { photoRules, resumeRules } from '#contract/file-kinds.ts'
import { defineModule } from '#contract/module-definition.ts'
import {
  exclusiveOption,
  implies,
  minutesBetween,
  noOverlap,
  notBefore,
  oneOfOverlapping,
  sameAsRelated,
} from '#contract/rules.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'

const label = (en: string) => ({ 'zh-CN': en, en })

/** Benches of workshops: for relations and for rules about sizes, seats and times. */
export const benches = defineModule({
  name: 'benches',
  label: label('Benches'),
  group: 'content',
  titleTemplate: '{{name}}',
  fields: {
    position: f.integer({ label: label('Position'), required: true }),
    name: f.string({ label: label('Name'), required: true, max: 40, unique: true }),
    size: f.enum({
      label: label('Size'),
      required: true,
      typeCode: 'size',
      options: ['small', 'large'].map((value) => ({ value, label: label(value) })),
    }),
    places: f.integer({ label: label('Places') }),
    starts_at: f.datetime({ label: label('From') }),
    ends_at: f.datetime({ label: label('To') }),
    is_open: f.boolean({ label: label('Open'), required: true, default: true }),
  },
  published: [is('is_open', true)],
  defaultSorters: { position: 'asc' },
  limits: { allRows: 100 },
})

export const benchesServer = serverModule(benches, {
  permissions: {
    anonymous: allow('list read'),
    applicant: allow('list read'),
    participant: allow('list read'),
    staff: allow('list read'),
    organiser: allow('list read drafts create update delete import export history'),
  },
})

const sizes = ['small', 'large'].map((value) => ({ value, label: label(value) }))

/** A module of tests with every type of field, conditions, rules, a workflow, relations and row scope. */
export const workshops = defineModule({
  name: 'workshops',
  label: label('Workshops'),
  group: 'forms',
  titleTemplate: '{{title}}',
  fields: {
    owner_id: f.string({ label: label('Owner'), max: 64, surfaces: { form: false, import: false } }),
    title: f.string({ label: label('Title'), localized: true, required: true, max: 60, searchable: true }),
    about: f.text({ label: label('About'), max: 2000 }),
    body: f.richtext({ label: label('Body') }),
    people: f.integer({ label: label('People'), min: 1, max: 500 }),
    ratio: f.decimal({ label: label('Ratio'), min: 0, max: 1 }),
    is_hands_on: f.boolean({ label: label('Hands-on'), required: true, default: false }),
    tools: f.string({
      label: label('Tools'),
      max: 80,
      conditions: [visibleAndRequiredWhen(is('is_hands_on', true))],
    }),
    on_day: f.date({ label: label('Day') }),
    from_at: f.time({ label: label('From') }),
    to_at: f.time({ label: label('To') }),
    announced_at: f.datetime({ label: label('Announced') }),
    ends_on: f.date({ label: label('Ends') }),
    email: f.email({ label: label('E-mail'), required: true }),
    phone: f.phone({ label: label('Phone') }),
    site: f.url({ label: label('Site'), max: 200 }),
    passport: f.id_number({ label: label('Passport') }),
    size: f.enum({ label: label('Size'), typeCode: 'size', options: sizes }),
    diets: f.enum_set({
      label: label('Diets'),
      typeCode: 'diet',
      options: ['none', 'halal', 'vegetarian'].map((value) => ({ value, label: label(value) })),
    }),
    helpers: f.list(f.string({ label: label('Helper'), max: 40 }), {
      label: label('Helpers'),
      max: 5,
      distinct: true,
    }),
    extra: f.json({ label: label('Extra') }),
    paper: f.file({ label: label('Paper'), accept: resumeRules }),
    picture: f.image({ label: label('Picture'), accept: photoRules }),
    bench: f.relation('benches', { label: label('Bench') }),
    choices: f.relations('benches', { label: label('Choices'), max: 4, sorted: true }),
    favourite_choice: f.relation('benches', {
      label: label('Favourite'),
      conditions: [visibleAndRequiredWhen(overlapping('choices'))],
    }),
    tours: f.relations('benches', { label: label('Tours'), filter: [isPresent('places')] }),
    initials: f.computed({ label: label('Initials'), from: { by: 'pinyin_initials', field: 'title' } }),
    may_shine: f.boolean({ label: label('May shine'), required: true, default: false }),
    shines: f.boolean({ label: label('Shines'), required: true, default: false }),
    state: f.enum({
      label: label('State'),
      required: true,
      typeCode: 'state',
      options: ['asked', 'placed', 'refused', 'withdrawn'].map((value) => ({ value, label: label(value) })),
      surfaces: { form: false, import: false },
    }),
    placed_on: f.date({ label: label('Placed on') }),
    placed_from: f.time({ label: label('Placed from') }),
    placed_to: f.time({ label: label('Placed to') }),
    placed_bench: f.relation('benches', { label: label('Placed at') }),
    reason: f.text({ label: label('Reason'), localized: true, max: 500 }),
    secret_note: f.text({ label: label('Note of the organisers'), max: 500 }),
  },
  defaultSorters: { created_at: 'desc' },
  rules: [
    minutesBetween('from_at', 'to_at').atLeast(60, 'field.invalid'),
    notBefore('ends_on', 'on_day', 'field.invalid'),
    exclusiveOption('diets', 'none', 'field.invalid'),
    implies([is('shines', true)], [is('may_shine', true)], 'shines', 'field.invalid'),
    oneOfOverlapping('favourite_choice', 'choices', 'field.invalid'),
    noOverlap('tours', 'field.invalid'),
    sameAsRelated('placed_bench', 'size', 'size', 'field.invalid'),
  ],
  uniques: [
    {
      fields: ['owner_id', 'on_day'],
      where: [{ param: 'state', op: 'nin', value: ['refused', 'withdrawn'] }],
      key: 'field.invalid',
    },
  ],
  workflow: { field: 'state', initial: 'asked' },
  actions: {
    place: {
      label: label('Place'),
      from: ['asked', 'placed'],
      to: 'placed',
      fields: ['placed_on', 'placed_from', 'placed_to', 'placed_bench'],
      required: ['placed_on', 'placed_from', 'placed_to', 'placed_bench'],
    },
    refuse: {
      label: label('Refuse'),
      from: ['asked'],
      to: 'refused',
      fields: ['reason'],
      required: ['reason'],
    },
    withdraw: { label: label('Withdraw'), from: ['asked'], to: 'withdrawn' },
  },
})

const organisers = ['placed_on', 'placed_from', 'placed_to', 'placed_bench'] as const
const theirs = Object.keys(workshops.fields).filter(
  (key) => key !== 'secret_note' && key !== 'owner_id',
) as (keyof typeof workshops.fields)[]
const written = theirs.filter(
  (key) => workshops.fields[key].surfaces.form && !['may_shine', 'reason', ...organisers].includes(key),
)

export const workshopsServer = serverModule(workshops, {
  permissions: {
    applicant: allow('list read create update').deniedWith('permission.not_approved'),
    participant: allow('list read create update delete')
      .rows(callerRows('owner_id'))
      .fields(theirs)
      .masked(['passport'])
      .writes(written)
      .editableWhen(isOneOf('state', ['asked', 'withdrawn']))
      .may('withdraw'),
    organiser: allow('list read create update delete import export history reveal')
      .masked(['passport'])
      .may('place refuse'),
  },
  ownership: { field: 'owner_id', onErasure: 'goes' },
  exclusions: [
    {
      same: ['placed_bench', 'placed_on'],
      from: 'placed_from',
      to: 'placed_to',
      where: [is('state', 'placed')],
      path: 'placed_bench',
      key: 'field.invalid',
    },
  ],
  capacities: [
    {
      relation: 'tours',
      limit: 'places',
      where: [{ param: 'state', op: 'nin', value: ['refused', 'withdrawn'] }],
      key: 'field.invalid',
    },
  ],
})
